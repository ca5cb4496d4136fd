// Where generators put a code block's language: a class with a known prefix, a data attribute, or a
// bare name beside "hljs", "highlight" or "sourceCode", on the <pre>, its <code> or an ancestor.
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/code_language.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostAncestors = 3;
constexpr int kMostLevels = 24;  // parts of tables among them

// A language's name as an info string may hold it; "" for what is none.
std::string Normalised(std::string_view name) {
  if (name.empty() || name.size() > 32) return "";
  std::string lower;
  for (const char c : name) {
    const bool fits = IsAsciiAlnum(c) || c == '+' || c == '-' || c == '#' || c == '.' || c == '_';
    if (!fits) return "";
    lower += AsciiLower(c);
  }
  constexpr std::array<std::string_view, 12> kNoLanguage = {
      "none",      "default", "plaintext", "plain",   "nohighlight", "no-highlight",
      "undefined", "null",    "auto",      "unknown", "code",        "source"};
  if (std::ranges::find(kNoLanguage, lower) != kNoLanguage.end()) return "";
  return lower;
}

// Calls `use` with each class name until it returns true.
template <class Use>
bool AnyClass(std::string_view classes, Use use) {
  std::size_t at = 0;
  while (at < classes.size()) {
    const std::size_t begin = classes.find_first_not_of(" \t\r\n\f", at);
    if (begin == std::string_view::npos) return false;
    std::size_t end = classes.find_first_of(" \t\r\n\f", begin);
    if (end == std::string_view::npos) end = classes.size();
    if (use(classes.substr(begin, end - begin))) return true;
    at = end;
  }
  return false;
}

// "brush: js; toolbar: false"
std::string FromBrush(std::string_view options) {
  constexpr std::string_view kBrush = "brush:";
  const std::size_t at = options.find(kBrush);
  if (at == std::string_view::npos) return "";
  std::string_view rest = options.substr(at + kBrush.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return Normalised(rest.substr(0, rest.find_first_of("; ")));
}

std::string FromPrefixedClass(std::string_view classes) {
  std::string language;
  AnyClass(classes, [&](std::string_view name) {
    for (const std::string_view prefix :
         {"language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "src-",
          "brush:", "mw-highlight-lang-", "geshifilter-"}) {
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(prefix.size());
      if (prefix == "brush:") name = name.substr(0, name.find(';'));
      if (prefix == "highlight-text-" && name.starts_with("html-")) name = "html";
      language = Normalised(name);
      return !language.empty();
    }
    return false;
  });
  return language.empty() ? FromBrush(classes) : language;
}

bool IsHighlighterMark(std::string_view name) {
  return name == "hljs" || name == "sourceCode" || name == "highlight" || name == "shiki" ||
         name == "code-block" || name == "makeup" || name == "syntaxhighlighter";
}

// Names beside a highlighter's own that are no language.
bool IsHighlighterOption(std::string_view name) {
  constexpr std::array<std::string_view, 18> kOptions = {
      "hljs",         "copyable",    "notranslate", "numberSource",   "numberLines",
      "line-numbers", "lineAnchors", "code",        "wrap",           "copy",
      "overflow",     "block",       "prettyprint", "js-highlighted", "has-copy-button",
      "nogutter",     "html-script", "printing"};
  return std::ranges::find(kOptions, name) != kOptions.end();
}

// Words that are surely languages: sites call their own kinds of code by a bare word too.
bool IsKnownLanguage(std::string_view name) {
  constexpr auto kLanguages = std::to_array<std::string_view>(
      {"ada",    "apache",     "asm",        "awk",    "bash",       "c",          "clojure",
       "cmake",  "cpp",        "csharp",     "css",    "diff",       "dockerfile", "elixir",
       "erlang", "fortran",    "go",         "groovy", "haskell",    "html",       "html4strict",
       "html5",  "ini",        "java",       "java5",  "javascript", "js",         "json",
       "jsx",    "julia",      "kotlin",     "latex",  "lisp",       "lua",        "makefile",
       "matlab", "mysql",      "nginx",      "objc",   "ocaml",      "pascal",     "perl",
       "php",    "powershell", "prolog",     "python", "r",          "ruby",       "rust",
       "scala",  "scheme",     "sh",         "sql",    "swift",      "tcl",        "toml",
       "ts",     "tsx",        "typescript", "vbnet",  "verilog",    "vhdl",       "vim",
       "xml",    "yaml",       "zig"});
  static_assert(std::ranges::is_sorted(kLanguages));
  return std::ranges::binary_search(kLanguages, name);
}

// "hljs python", "sourceCode haskell", "highlight js" (Hexo's figure).
std::string FromBareClass(Node element) {
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  bool highlighter = false;
  std::string language;
  AnyClass(classes, [&](std::string_view name) {
    if (IsHighlighterMark(name)) {
      highlighter = true;
    } else if (language.empty() && !IsHighlighterOption(name) &&
               name.find("theme") == std::string_view::npos) {
      language = Normalised(name);
    }
    return false;
  });
  const bool is_code = element.IsElement(LXB_TAG_PRE) || element.IsElement(LXB_TAG_CODE) ||
                       element.IsElement(LXB_TAG_FIGURE) || element.HasClass("syntaxhighlighter");
  if (!highlighter) return "";
  if (IsKnownLanguage(language)) return language;
  const bool is_word = language.size() <= 16 && language.find('-') == std::string::npos;
  return is_code && is_word ? language : "";
}

std::string FromAttributes(Node element) {
  for (const std::string_view name :
       {"data-lang", "data-language", "data-code-lang", "data-enlighter-language"}) {
    if (std::string language = Normalised(element.Attribute(name)); !language.empty())
      return language;
  }
  if (element.IsElement(LXB_TAG_PRE) || element.IsElement(LXB_TAG_CODE)) {  // Mintlify
    if (std::string language = Normalised(element.Attribute("language")); !language.empty())
      return language;
  }
  return FromBrush(element.Attribute("data-syntaxhighlighter-params"));  // Confluence
}

// DokuWiki and docutils: "code bash", "code file bash". DocBook: "programlisting xml". rustdoc:
// "rust rust-example-rendered". marked and TypeDoc: <pre><code class="ts">.
std::string BesideCode(Node code) {
  const bool is_pre = code.IsElement(LXB_TAG_PRE);
  const bool is_in_pre = code.IsElement(LXB_TAG_CODE) && code.Parent().IsElement(LXB_TAG_PRE);
  if (!is_pre && !is_in_pre) return "";
  std::string language;
  int names = 0;
  AnyClass(code.Attribute(LXB_DOM_ATTR_CLASS), [&](std::string_view name) {
    ++names;
    if (language.empty() && IsKnownLanguage(Normalised(name))) language = Normalised(name);
    return false;
  });
  const bool is_marked = is_pre && (code.HasClass("code") || code.HasClass("file") ||
                                    code.HasClass("programlisting") || code.HasClass("rust"));
  return is_marked || names == 1 ? language : "";
}

// GeSHi: "bash source-bash".
std::string FromSourceClass(Node element) {
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  constexpr std::string_view kPrefix = "source-";
  if (classes.find(kPrefix) == std::string_view::npos) return "";
  std::string language;
  AnyClass(classes, [&](std::string_view name) {
    if (!name.starts_with(kPrefix) || !element.HasClass(name.substr(kPrefix.size()))) return false;
    language = Normalised(name.substr(kPrefix.size()));
    return true;
  });
  return language;
}

// <pre lang="python">, but not <pre lang="en">: no natural language tag is longer than three
// letters.
std::string FromLangAttribute(Node pre) {
  const std::string_view lang = pre.Attribute("lang");
  constexpr std::array<std::string_view, 12> kShort = {"js", "ts",  "py",  "rb",  "go",  "sh",
                                                       "c",  "c++", "cpp", "php", "sql", "xml"};
  if (std::ranges::find(kShort, lang) != kShort.end()) return std::string(lang);
  return lang.size() > 3 && lang.find('-') == std::string_view::npos ? Normalised(lang) : "";
}

std::string FromElement(Node element) {
  std::string language = FromPrefixedClass(element.Attribute(LXB_DOM_ATTR_CLASS));
  if (language.empty()) language = FromAttributes(element);
  if (language.empty()) language = FromBareClass(element);
  if (language.empty()) language = BesideCode(element);
  if (language.empty()) language = FromSourceClass(element);
  return language;
}

// Line numbers stand in a table with the code; that adds no ancestors.
bool IsTablePart(Node node) {
  switch (node.ElementTag()) {
    case LXB_TAG_TD:
    case LXB_TAG_TR:
    case LXB_TAG_TBODY:
    case LXB_TAG_TABLE:
      return true;
    default:
      return false;
  }
}

// A button or a badge may stand before it.
Node FirstCode(Node parent) {
  constexpr int kMostSiblings = 16;
  Node child = parent.FirstChild();
  for (int seen = 0; child && seen < kMostSiblings; child = child.NextSibling(), ++seen) {
    if (child.IsElement(LXB_TAG_CODE) || child.IsElement(LXB_TAG_PRE)) return child;
    if (child.IsElement(LXB_TAG_DIV) && parent.HasClass("geshifilter")) return child;
  }
  return {};
}

}  // namespace

bool IsSameLanguage(std::string_view word, std::string_view language) {
  struct Names {
    std::string_view name, other;
  };
  constexpr auto kNames = std::to_array<Names>({{"c#", "csharp"},
                                                {"c++", "cpp"},
                                                {"cs", "csharp"},
                                                {"golang", "go"},
                                                {"javascript", "js"},
                                                {"kt", "kotlin"},
                                                {"markdown", "md"},
                                                {"objective-c", "objc"},
                                                {"py", "python"},
                                                {"rb", "ruby"},
                                                {"rs", "rust"},
                                                {"sh", "bash"},
                                                {"shell", "bash"},
                                                {"shell", "sh"},
                                                {"typescript", "ts"},
                                                {"yml", "yaml"}});
  if (language.empty()) return false;
  const std::string name = AsciiLowered(word);
  return name == language || std::ranges::any_of(kNames, [&](const Names& same) {
           return (same.name == name && same.other == language) ||
                  (same.other == name && same.name == language);
         });
}

const std::string& CodeLanguages::OfAncestor(Node ancestor) {
  const auto [entry, is_new] = of_ancestors_.try_emplace(ancestor.Id());
  if (is_new) entry->second = FromElement(ancestor);
  return entry->second;
}

std::string CodeLanguages::Of(Node code) {
  Node inner = FirstCode(code);
  for (int level = 0; inner && level < 2; ++level, inner = FirstCode(inner)) {
    if (std::string language = FromElement(inner); !language.empty()) return language;
  }
  if (std::string language = FromElement(code); !language.empty()) return language;
  if (std::string language = FromLangAttribute(code); !language.empty()) return language;
  Node at = code.Parent();
  int ancestors = 0;
  for (int level = 0; at && ancestors < kMostAncestors && level < kMostLevels; ++level) {
    if (at.IsElement(LXB_TAG_BODY)) break;
    if (!IsTablePart(at)) ++ancestors;
    if (const std::string& language = OfAncestor(at); !language.empty()) return language;
    at = at.Parent();
  }
  return "";
}

}  // namespace sitedoor::extract::internal
