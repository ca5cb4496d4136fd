#include "base/checksum.h"

#include <openssl/evp.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "base/file_error.h"

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
  // Looked up once: with EVP_sha256() every sum would do it, behind a lock.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_DigestInit_ex(state_->digest.get(), algorithm, nullptr);
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

Result<std::string> Sha256HexOfStream(std::istream& stream) {
  Sha256 sum;
  std::vector<char> piece(1 << 18);
  do {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    sum.Add({piece.data(), static_cast<std::size_t>(stream.gcount())});
  } while (stream);
  if (!stream.eof()) return Fail(ErrorCode::kUnavailable, "reading a file failed");
  return sum.Hex();
}

Result<std::string> Sha256HexOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return FailWithErrno(FileAccess::kRead, "read", path, errno);
  auto sum = Sha256HexOfStream(file);
  if (!sum) return WithPrefix(path, std::move(sum).error());
  return sum;
}

}  // namespace sitedoor
