// SHA-256 of bytes and files: what the manifest holds every file of a generation against.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor {

// 64 lower-case hexadecimal digits.
std::string Sha256Hex(std::string_view bytes);

// The same of a file, read in pieces. Errors: kNotFound, kUnavailable.
Result<std::string> Sha256HexOfFile(const std::string& path);

}  // namespace sitedoor
