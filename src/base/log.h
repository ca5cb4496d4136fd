// Log: one line an event on stderr, as text or as JSON, with typed fields and a fixed event name.
//
// base, text, html, document, extract, index and search return errors and never log; ingest, doors
// and app do.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace sitedoor {

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };
enum class LogFormat { kText, kJson };

struct LogField {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, std::uint64_t, double, bool> value;

  LogField(std::string_view n, std::string_view v) : name(n), value(v) {}
  LogField(std::string_view n, const std::string& v) : name(n), value(std::string_view(v)) {}
  LogField(std::string_view n, const char* v) : name(n), value(std::string_view(v)) {}
  LogField(std::string_view n, bool v) : name(n), value(v) {}
  LogField(std::string_view n, double v) : name(n), value(v) {}
  template <class Integer>
    requires std::is_integral_v<Integer>
  LogField(std::string_view n, Integer v) : name(n) {
    if constexpr (std::is_signed_v<Integer>) {
      value = static_cast<std::int64_t>(v);
    } else {
      value = static_cast<std::uint64_t>(v);
    }
  }
};

// Process-wide; call it before threads start. Default: kInfo, kText.
void ConfigureLog(LogLevel least, LogFormat format);

// Log(LogLevel::kInfo, "index_swapped", {{"generation", id}, {"ms", 12}}). Thread-safe: a line is
// written whole. Control characters in values are escaped, so that a value can never forge a second
// line.
void Log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {});

}  // namespace sitedoor
