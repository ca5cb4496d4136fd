#include "net/url.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <lexbor/url/url.h>

#include "base/ascii.h"

namespace sitedoor::net {
namespace {

// Longer than any server takes; data: URLs beyond it are of no use as links.
constexpr std::size_t kMostUrlBytes = 64 * 1024;
// An error message quotes the start of the URL only.
constexpr std::size_t kMostQuotedBytes = 200;

const lxb_char_t* Bytes(std::string_view text) {
  // lexbor does not take a null pointer even for no bytes.
  return reinterpret_cast<const lxb_char_t*>(text.data() == nullptr ? "" : text.data());
}

struct DestroyMemory {
  void operator()(lexbor_mraw_t* memory) const { lexbor_mraw_destroy(memory, true); }
};
using Memory = std::unique_ptr<lexbor_mraw_t, DestroyMemory>;

Memory NewMemory() {
  Memory memory(lexbor_mraw_create());
  if (memory == nullptr || lexbor_mraw_init(memory.get(), 8192) != LXB_STATUS_OK) return nullptr;
  return memory;
}

// lexbor's parser with its tables, and the last base: the links of one page share theirs. One a
// thread.
class ThreadParser {
 public:
  ThreadParser()
      : base_memory_(NewMemory()), memory_(NewMemory()), parser_(lxb_url_parser_create()) {
    if (parser_ == nullptr) return;
    if (base_memory_ == nullptr || memory_ == nullptr ||
        lxb_url_parser_init(parser_, memory_.get()) != LXB_STATUS_OK) {
      parser_ = lxb_url_parser_destroy(parser_, true);
    }
  }
  ThreadParser(const ThreadParser&) = delete;
  ThreadParser& operator=(const ThreadParser&) = delete;
  ~ThreadParser() {
    if (parser_ != nullptr) lxb_url_parser_destroy(parser_, true);
  }

  // The serialised URL, or "" when it cannot be parsed. `base_text` is a serialised URL or "".
  std::string Resolve(std::string_view text, std::string_view base_text) {
    std::string serialized;
    if (parser_ == nullptr) return serialized;
    const lxb_url_t* base = base_text.empty() ? nullptr : Base(base_text);
    if (!base_text.empty() && base == nullptr) return serialized;
    const lxb_url_t* url = ParseInto(memory_.get(), base, text);
    if (url != nullptr) {
      const auto append = [](const lxb_char_t* data, std::size_t size, void* out) -> lxb_status_t {
        static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), size);
        return LXB_STATUS_OK;
      };
      lxb_url_serialize(url, append, &serialized, false);
    }
    lexbor_mraw_clean(memory_.get());
    return serialized;
  }

 private:
  const lxb_url_t* ParseInto(lexbor_mraw_t* memory, const lxb_url_t* base, std::string_view text) {
    lxb_url_parser_clean(parser_);
    lxb_url_mraw_set(parser_, memory);
    return lxb_url_parse(parser_, base, Bytes(text), text.size());
  }

  const lxb_url_t* Base(std::string_view base_text) {
    if (base_ != nullptr && base_text_ == base_text) return base_;
    lexbor_mraw_clean(base_memory_.get());
    base_ = ParseInto(base_memory_.get(), nullptr, base_text);
    base_text_ = base_text;
    return base_;
  }

  Memory base_memory_, memory_;
  lxb_url_parser_t* parser_;
  const lxb_url_t* base_ = nullptr;
  std::string base_text_;
};

std::string Resolve(std::string_view text, std::string_view base_text) {
  thread_local ThreadParser parser;
  return parser.Resolve(text, base_text);
}

// Behind the path a backslash is a character like others, which lexbor at times takes for a slash.
std::string WithoutBackslashes(std::string_view text, std::size_t behind_path) {
  std::string encoded(text.substr(0, behind_path));
  for (const char c : text.substr(behind_path)) {
    if (c == '\\') {
      AppendTriplet(encoded, c);
    } else {
      encoded += c;
    }
  }
  return encoded;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"" + std::string(text.substr(0, kMostQuotedBytes));
  return quoted + (text.size() > kMostQuotedBytes ? "...\"" : "\"");
}

bool IsUnreserved(char c) {
  return IsAsciiAlnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// `text` with a triplet for every byte that `keeps` does not keep.
template <class Keeps>
std::string Encode(std::string_view text, Keeps keeps) {
  std::string encoded;
  encoded.reserve(text.size());
  for (const char c : text) {
    if (keeps(c)) {
      encoded += c;
    } else {
      AppendTriplet(encoded, c);
    }
  }
  return encoded;
}

}  // namespace

Result<Url> Url::Parse(std::string_view text) { return ParseAgainst(text, ""); }

Result<Url> Url::Parse(std::string_view text, const Url& base) {
  return ParseAgainst(text, base.text_);
}

Result<Url> Url::ParseAgainst(std::string_view text, std::string_view base_text) {
  if (text.size() > kMostUrlBytes) {
    return Fail(ErrorCode::kInvalidArgument, "url " + Quoted(text) + " is longer than 65536 bytes");
  }
  Url url;
  const std::size_t behind_path = text.find_first_of("?#");
  const bool has_backslash = behind_path != std::string_view::npos &&
                             text.find('\\', behind_path) != std::string_view::npos;
  url.text_ = has_backslash ? Resolve(WithoutBackslashes(text, behind_path), base_text)
                            : Resolve(text, base_text);
  // lexbor leaves bytes behind a lone '%'.
  const auto is_visible_ascii = [](char c) { return c > 0x20 && c < 0x7F; };
  if (!std::ranges::all_of(url.text_, is_visible_ascii))
    url.text_ = Encode(url.text_, is_visible_ascii);
  if (url.text_.empty() || url.text_.size() > kMostUrlBytes * 4) {
    return Fail(ErrorCode::kInvalidArgument, "not a url: " + Quoted(text));
  }
  url.FindParts();
  if (url.IsHttp()) url.LowerHost();
  return url;
}

// The serialised form is unambiguous:
//   scheme ":" [ "//" [ credentials "@" ] host [ ":" port ] ] path [ "?" query ] [ "#" fragment ]
// In the parts before them '?' and '#' are percent-encoded, and so are '/' and '@' in credentials.
void Url::FindParts() {
  const std::string_view all = text_;
  const auto range = [](std::size_t begin, std::size_t end) {
    return Range{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
  };
  std::size_t end = all.size();
  const std::size_t hash = all.find('#');
  if (hash != std::string_view::npos) {
    fragment_ = range(hash + 1, end);
    end = hash;
  }
  const std::size_t question = all.substr(0, end).find('?');
  if (question != std::string_view::npos) {
    query_ = range(question + 1, end);
    end = question;
  }
  const std::size_t colon = all.find(':');
  scheme_ = range(0, colon);
  std::size_t at = colon + 1;
  if (all.substr(0, end).substr(at).starts_with("//")) {
    at += 2;
    std::size_t authority_end = all.substr(0, end).find('/', at);
    if (authority_end == std::string_view::npos) authority_end = end;
    const std::string_view authority = all.substr(at, authority_end - at);
    const std::size_t credentials = authority.rfind('@');
    const std::size_t host = credentials == std::string_view::npos ? 0 : credentials + 1;
    const std::size_t bracket = authority.rfind(']');
    const std::size_t port =
        authority.find(':', bracket == std::string_view::npos ? host : bracket);
    host_ = range(at + host, at + (port == std::string_view::npos ? authority.size() : port));
    if (port != std::string_view::npos) port_ = range(at + port + 1, authority_end);
    at = authority_end;
  }
  path_ = range(at, end);
}

// lexbor leaves capitals that were percent-encoded.
void Url::LowerHost() {
  for (std::size_t i = host_.begin; i < host_.begin + host_.size; ++i) {
    text_[i] = AsciiLower(text_[i]);
  }
}

std::string Url::TextWithoutFragment() const {
  const std::size_t hash = text_.find('#');
  return text_.substr(0, hash);
}

std::string Url::Origin() const {
  if (host_.size == 0) return "null";
  std::string origin(Scheme());
  origin += "://";
  origin += Host();
  if (port_.size > 0) {
    origin += ':';
    origin += Port();
  }
  return origin;
}

std::string PercentDecode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = AsciiHexValue(text[i + 1]);
      const int low = AsciiHexValue(text[i + 2]);
      if (high >= 0 && low >= 0) {
        decoded += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    decoded += text[i];
  }
  return decoded;
}

void AppendTriplet(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

std::string PercentEncode(std::string_view text, std::string_view keep) {
  return Encode(text,
                [&](char c) { return IsUnreserved(c) || keep.find(c) != std::string_view::npos; });
}

std::string EncodeFragment(std::string_view id) {
  return Encode(id, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte < 0x7F && c != '"' && c != '<' && c != '>' && c != '`';
  });
}

}  // namespace sitedoor::net
