// JsonWriter: one JSON object after another onto a string, without a tree in between.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::index::internal {

// `text` in quotes, with JSON's escapes. Text that is not valid UTF-8 is repaired first, so that a
// reader can always parse the line.
void AppendJsonString(std::string& out, std::string_view text);

// Writes compact JSON. Members are written in the order of the calls; the caller closes what it
// opens. Not thread-safe.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void OpenObject() { Open('{'); }
  void OpenObject(std::string_view name) { Name(name), Open('{'); }
  void CloseObject() { Close('}'); }
  void OpenArray() { Open('['); }
  void OpenArray(std::string_view name) { Name(name), Open('['); }
  void CloseArray() { Close(']'); }

  void Text(std::string_view value) {
    Separate();
    AppendJsonString(out_, value);
  }
  void Text(std::string_view name, std::string_view value) { Name(name), Text(value); }
  void Number(std::uint64_t value) {
    Separate();
    char digits[20];
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void Number(std::string_view name, std::uint64_t value) { Name(name), Number(value); }

  // Left out when empty.
  void OptionalText(std::string_view name, std::string_view value) {
    if (!value.empty()) Text(name, value);
  }
  void OptionalTexts(std::string_view name, const std::vector<std::string>& values) {
    if (values.empty()) return;
    OpenArray(name);
    for (const std::string& value : values) Text(value);
    CloseArray();
  }

 private:
  void Name(std::string_view name) {  // one of ours: nothing to escape
    Separate();
    out_ += '"';
    out_ += name;
    out_ += "\":";
    first_ = true;
  }
  void Open(char bracket) {
    Separate();
    out_ += bracket;
    first_ = true;
  }
  void Close(char bracket) {
    out_ += bracket;
    first_ = false;
  }
  void Separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;  // nothing stands before the next value that a comma would part it from
};

}  // namespace sitedoor::index::internal
