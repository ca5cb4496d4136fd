#include "extract/internal/lenient_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace sitedoor::extract::internal {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// "&quot;" and its like, where the text has no quotation mark of its own.
std::string Unescaped(std::string_view text) {
  constexpr auto kEntities = std::to_array<std::pair<std::string_view, char>>({{"&quot;", '"'},
                                                                               {"&#34;", '"'},
                                                                               {"&#034;", '"'},
                                                                               {"&#x22;", '"'},
                                                                               {"&amp;", '&'},
                                                                               {"&#39;", '\''},
                                                                               {"&#039;", '\''},
                                                                               {"&lt;", '<'},
                                                                               {"&gt;", '>'}});
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const auto* entity = std::ranges::find_if(
        kEntities, [&](const auto& one) { return text.starts_with(one.first); });
    if (entity == kEntities.end()) {
      plain += text.front();
      text.remove_prefix(1);
    } else {
      plain += entity->second;
      text.remove_prefix(entity->first.size());
    }
  }
  return plain;
}

class Repairer {
 public:
  explicit Repairer(std::string_view text) : text_(text) {}

  std::string Repair() {
    json_.reserve(text_.size() + 16);
    json_ = "[";
    while (at_ < text_.size()) {
      if (text_[at_] == '"') {
        BeginValue();
        CopyString();
      } else if (!SkipWrapping()) {
        CopySign(text_[at_++]);
      }
    }
    DropComma();
    json_ += ']';
    return std::move(json_);
  }

 private:
  // Comments, and what hides scripts from others than browsers.
  bool SkipWrapping() {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view sign : {"<!--", "-->", "<![CDATA[", "]]>", "\xEF\xBB\xBF"}) {
      if (rest.starts_with(sign)) return at_ += sign.size(), true;
    }
    if (rest.starts_with("//")) return at_ += std::min(rest.find('\n'), rest.size()), true;
    if (!rest.starts_with("/*")) return false;
    const std::size_t end = rest.find("*/", 2);
    at_ += end == std::string_view::npos ? rest.size() : end + 2;
    return true;
  }

  void CopySign(char c) {
    if (IsSpace(c)) return void(json_ += ' ');
    if (c == ';' && depth_ == 0) return;
    if (c == '{' || c == '[') {
      BeginValue();
      ++depth_;
    } else if (c == '}' || c == ']') {
      DropComma();
      --depth_;
    } else if (c != ',' && c != ':' && depth_ == 0) {
      BeginValue();
    }
    json_ += c;
  }

  // One value stands behind another where a comma has to part them.
  void BeginValue() {
    if (depth_ > 0) return;
    const std::size_t last = json_.find_last_not_of(' ');
    if (json_[last] == '}' || json_[last] == ']') json_ += ',';
  }

  void DropComma() {
    const std::size_t last = json_.find_last_not_of(' ');
    if (json_[last] == ',') json_.resize(last);
  }

  void CopyString() {
    json_ += text_[at_++];
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\\' && at_ < text_.size()) {
        CopyEscape(text_[at_++]);
      } else if (IsControl(c)) {
        json_ += c == '\n' ? std::string_view("\\n") : std::string_view(" ");
      } else {
        json_ += c;
        if (c == '"') return;
      }
    }
  }

  void CopyEscape(char c) {
    constexpr std::string_view kEscapes = "\"\\/bfnrtu";
    if (kEscapes.find(c) != std::string_view::npos) {
      json_ += '\\';
      json_ += c;
    } else {
      json_ += IsControl(c) ? ' ' : c;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string json_;
  int depth_ = 0;
};

}  // namespace

std::string RepairedJson(std::string_view text) {
  if (text.find('"') != std::string_view::npos) return Repairer(text).Repair();
  const std::string plain = Unescaped(text);
  return Repairer(plain).Repair();
}

}  // namespace sitedoor::extract::internal
