// What stands between the quotes of a JSON string (RFC 8259, section 7).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor {

// Appends `text` with what JSON needs escaped, without quotes. Bytes from 0x80 on are copied as
// they are: a reader wants valid UTF-8. `text` must not lie in `out`.
void AppendJsonEscaped(std::string& out, std::string_view text);

// How many bytes at the start of `text` stand for themselves between the quotes of a JSON string.
std::size_t JsonPlainBytes(std::string_view text);

// The bytes that AppendJsonEscaped would add.
std::size_t JsonEscapedBytes(std::string_view text);

}  // namespace sitedoor
