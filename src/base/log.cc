#include "base/log.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace sitedoor {
namespace {

std::atomic<LogLevel> least_level{LogLevel::kInfo};
std::atomic<LogFormat> line_format{LogFormat::kText};

const char* LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
    case LogLevel::kOff:
      return "off";
  }
  return "info";
}

std::string NowUtc() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[96];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                static_cast<int>(ms));
  return text;
}

// JSON string escapes; also what text lines use, so that no value can hold a line break.
void AppendQuoted(std::string& line, std::string_view value) {
  line += '"';
  for (const unsigned char c : value) {
    if (c == '"' || c == '\\') {
      line += '\\';
      line += static_cast<char>(c);
    } else if (c < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      line += escape;
    } else {
      line += static_cast<char>(c);
    }
  }
  line += '"';
}

bool IsPlainWord(std::string_view value) {
  if (value.empty()) return false;
  for (const unsigned char c : value) {
    if (c <= 0x20 || c == '"' || c == '\\' || c == '=' || c >= 0x7f) return false;
  }
  return true;
}

void AppendValue(std::string& line, const LogField& field, LogFormat format) {
  if (const auto* text = std::get_if<std::string_view>(&field.value)) {
    if (format == LogFormat::kText && IsPlainWord(*text)) {
      line += *text;
    } else {
      AppendQuoted(line, *text);
    }
  } else if (const auto* integer = std::get_if<std::int64_t>(&field.value)) {
    line += std::to_string(*integer);
  } else if (const auto* natural = std::get_if<std::uint64_t>(&field.value)) {
    line += std::to_string(*natural);
  } else if (const auto* real = std::get_if<double>(&field.value)) {
    char number[32];
    std::snprintf(number, sizeof number, "%.6g", *real);
    line += number;
  } else {
    line += std::get<bool>(field.value) ? "true" : "false";
  }
}

}  // namespace

void ConfigureLog(LogLevel least, LogFormat format) {
  least_level = least;
  line_format = format;
}

void Log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  if (level < least_level.load(std::memory_order_relaxed)) return;
  const LogFormat format = line_format.load(std::memory_order_relaxed);
  std::string line;
  if (format == LogFormat::kJson) {
    line = "{\"time\":\"" + NowUtc() + "\",\"level\":\"" + LevelName(level) + "\",\"event\":";
    AppendQuoted(line, event);
    for (const LogField& field : fields) {
      line += ',';
      AppendQuoted(line, field.name);
      line += ':';
      AppendValue(line, field, format);
    }
    line += "}\n";
  } else {
    line = NowUtc() + " " + LevelName(level) + " " + std::string(event);
    for (const LogField& field : fields) {
      line += ' ';
      line += field.name;
      line += '=';
      AppendValue(line, field, format);
    }
    line += '\n';
  }
  // One write(2) a line: lines of several threads never mix. A closed stderr is nobody's error.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace sitedoor
