// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/sha.h"

#include <openssl/evp.h>

#include <memory>
#include <new>
#include <span>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// Fetched once: the look-up costs as much as a short digest.
const EVP_MD* algorithm_named(const char* name) {
  const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, name, nullptr);
  if (algorithm == nullptr) {
    throw Error{ErrorCode::unsupported,
                std::string("this OpenSSL has no ") + name + ", which digests of payloads need"};
  }
  return algorithm;
}

void digest(const EVP_MD* algorithm, std::string_view bytes, std::span<std::uint8_t> into) {
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  thread_local const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
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

}  // namespace

Sha256 sha256(std::string_view bytes) {
  static const EVP_MD* const algorithm = algorithm_named("SHA256");
  Sha256 made{};
  digest(algorithm, bytes, made);
  return made;
}

std::string sha1_label(std::string_view bytes) {
  static const EVP_MD* const algorithm = algorithm_named("SHA1");
  std::array<std::uint8_t, 20> made{};
  digest(algorithm, bytes, made);
  return "sha1:" + base32(made);
}

}  // namespace facsim
