#include "index/internal/json_writer.h"

#include "base/json_escape.h"
#include "text/utf8.h"

namespace sitedoor::index::internal {
void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  if (text::IsValid(text)) {
    AppendJsonEscaped(out, text);
  } else {
    AppendJsonEscaped(out, text::Repair(text));
  }
  out += '"';
}

}  // namespace sitedoor::index::internal
