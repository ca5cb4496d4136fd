#include "base/checksum.h"

#include <openssl/evp.h>

#include <cstdio>
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

std::string Sha256Hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr);
  return Hex(digest, length);
}

Result<std::string> Sha256HexOfFile(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return Fail(ErrorCode::kNotFound, "cannot read " + path);
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> state(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  EVP_DigestInit_ex(state.get(), EVP_sha256(), nullptr);
  std::vector<unsigned char> piece(1 << 18);
  for (std::size_t read = 0; (read = std::fread(piece.data(), 1, piece.size(), file.get())) > 0;) {
    EVP_DigestUpdate(state.get(), piece.data(), read);
  }
  if (std::ferror(file.get())) return Fail(ErrorCode::kUnavailable, "reading " + path + " failed");
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_DigestFinal_ex(state.get(), digest, &length);
  return Hex(digest, length);
}

}  // namespace sitedoor
