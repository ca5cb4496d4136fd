// Sums of bytes and files: what the manifest holds every file of a generation against.
#pragma once

#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor {

// SHA-256 of bytes that come in pieces. Not thread-safe.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void Add(std::string_view bytes);
  // 64 lower-case hexadecimal digits; afterwards nothing may be added.
  std::string Hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// XXH3 with 128 bits of bytes that come in pieces: four times as fast as SHA-256 and more. It finds
// damage; whoever can choose the bytes can make them fit. Not thread-safe.
class Xxh128 {
 public:
  Xxh128();
  Xxh128(Xxh128&&) noexcept;
  Xxh128& operator=(Xxh128&&) noexcept;
  ~Xxh128();

  void Add(std::string_view bytes);
  // 32 lower-case hexadecimal digits, highest first, as "xxhsum -H2" prints them.
  std::string Hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// 64 lower-case hexadecimal digits.
std::string Sha256Hex(std::string_view bytes);

// The same of what is left of a stream, read in pieces. Errors: kUnavailable.
Result<std::string> Sha256HexOfStream(std::istream& stream);

// The same of a file. Errors: kNotFound, kUnavailable.
Result<std::string> Sha256HexOfFile(const std::string& path);

}  // namespace sitedoor
