#include "base/checksum.h"

#include <openssl/evp.h>
#include <xxhash.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "base/file_error.h"

namespace sitedoor {
namespace {

std::string Hex(const unsigned char* digest, std::size_t length) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
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

struct Xxh128::State {
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state{XXH3_createState(),
                                                                        &XXH3_freeState};
};

Xxh128::Xxh128() : state_(std::make_unique<State>()) { XXH3_128bits_reset(state_->state.get()); }
Xxh128::Xxh128(Xxh128&&) noexcept = default;
Xxh128& Xxh128::operator=(Xxh128&&) noexcept = default;
Xxh128::~Xxh128() = default;

void Xxh128::Add(std::string_view bytes) {
  XXH3_128bits_update(state_->state.get(), bytes.data(), bytes.size());
}

std::string Xxh128::Hex() const {
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(state_->state.get()));
  return sitedoor::Hex(digest.digest, sizeof digest.digest);
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
