#include "base/checksum.h"

#include <openssl/evp.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace sitedoor {
namespace {

std::string Hex(const unsigned char* digest, unsigned int length) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (unsigned int i = 0; i < length; ++i) {
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> digest{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  EVP_DigestInit_ex(state_->digest.get(), EVP_sha256(), nullptr);
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::Add(std::string_view bytes) {
  EVP_DigestUpdate(state_->digest.get(), bytes.data(), bytes.size());
}

std::string Sha256::Hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_DigestFinal_ex(state_->digest.get(), digest, &length);
  return sitedoor::Hex(digest, length);
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256 sum;
  sum.Add(bytes);
  return sum.Hex();
}

Result<std::string> Sha256HexOfFile(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) {
    return Fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kUnavailable,
                "read " + path + ": " + std::strerror(errno));
  }
  Sha256 sum;
  std::vector<char> piece(1 << 18);
  for (std::size_t read = 0; (read = std::fread(piece.data(), 1, piece.size(), file.get())) > 0;) {
    sum.Add({piece.data(), read});
  }
  if (std::ferror(file.get())) return Fail(ErrorCode::kUnavailable, "reading " + path + " failed");
  return sum.Hex();
}

}  // namespace sitedoor
