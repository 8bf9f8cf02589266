// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/sha.h"

#include <openssl/evp.h>

#include <memory>
#include <new>
#include <span>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// Call once for each name: the look-up costs as much as a short digest.
const EVP_MD* algorithm_named(const char* name) {
  const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, name, nullptr);
  if (algorithm == nullptr) {
    throw Error{ErrorCode::unsupported,
                std::string("this OpenSSL has no ") + name + ", which digests of payloads need"};
  }
  return algorithm;
}

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

void digest(const EVP_MD* algorithm, std::string_view bytes, std::span<std::uint8_t> into) {
  thread_local const Context context(EVP_MD_CTX_new());
  unsigned size = 0;
  const bool is_done = context && EVP_DigestInit_ex2(context.get(), algorithm, nullptr) == 1 &&
                       EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1 &&
                       EVP_DigestFinal_ex(context.get(), into.data(), &size) == 1;
  if (!is_done) throw std::bad_alloc();
}

std::string base32(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 5; count -= 5) text += kDigits[bits >> (count - 5) & 31U];
  }
  return text;  // 160 bits are a multiple of 5
}

const EVP_MD* sha256_algorithm() {
  static const EVP_MD* const algorithm = algorithm_named("SHA256");
  return algorithm;
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  Sha256 made{};
  digest(sha256_algorithm(), bytes, made);
  return made;
}

struct Sha256Stream::State {
  Context context{EVP_MD_CTX_new()};
};

Sha256Stream::Sha256Stream() : state_(std::make_unique<State>()) {
  EVP_MD_CTX* const context = state_->context.get();
  if (context == nullptr || EVP_DigestInit_ex2(context, sha256_algorithm(), nullptr) != 1) {
    throw std::bad_alloc();
  }
}
Sha256Stream::~Sha256Stream() = default;
Sha256Stream::Sha256Stream(Sha256Stream&&) noexcept = default;
Sha256Stream& Sha256Stream::operator=(Sha256Stream&&) noexcept = default;

void Sha256Stream::add(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) != 1) {
    throw std::bad_alloc();
  }
}

Sha256 Sha256Stream::finish() {
  Sha256 made{};
  unsigned size = 0;
  if (EVP_DigestFinal_ex(state_->context.get(), made.data(), &size) != 1) throw std::bad_alloc();
  return made;
}

std::string sha1_label(std::string_view bytes) {
  static const EVP_MD* const algorithm = algorithm_named("SHA1");
  std::array<std::uint8_t, 20> made{};
  digest(algorithm, bytes, made);
  return "sha1:" + base32(made);
}

}  // namespace facsim
