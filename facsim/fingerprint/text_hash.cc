// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/text_hash.h"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <new>
#include <string>

#include "facsim/base/error.h"
#include "facsim/base/utf.h"

namespace facsim {
namespace {

// Fetched once: the look-up costs more than the hash of a word.
const EVP_MD* md5_algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "MD5", "fips=no");
  if (algorithm == nullptr) {
    throw Error{ErrorCode::unsupported, "this OpenSSL has no MD5; use a recipe with another hash"};
  }
  return algorithm;
}

std::uint64_t read_big_endian(const unsigned char* bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = (value << 8) | bytes[i];
  return value;
}

}  // namespace

Hash128 md5_hash(std::string_view bytes) {
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  thread_local const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const bool is_done = context &&
                       EVP_DigestInit_ex2(context.get(), md5_algorithm(), nullptr) == 1 &&
                       EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1 &&
                       EVP_DigestFinal_ex(context.get(), digest.data(), &size) == 1;
  if (!is_done) throw std::bad_alloc();
  return {.low = read_big_endian(digest.data() + 8), .high = read_big_endian(digest.data())};
}

std::uint64_t python_string_hash(std::string_view utf8) {
  const std::u32string characters = utf8_to_characters(utf8);
  if (characters.empty()) return 0;
  std::uint64_t x = std::uint64_t{characters[0]} << 7;
  for (const char32_t character : characters) x = (x * 1000003) ^ character;
  return x ^ characters.size();
}

std::uint32_t dotnet_string_hash(std::string_view wtf8) {
  const std::u16string units = wtf8_to_utf16(wtf8);
  std::uint32_t even = 5381;
  std::uint32_t odd = 5381;
  for (std::size_t i = 0; i < units.size(); i += 2) {
    even = (even * 33) ^ units[i];
    if (i + 1 < units.size()) odd = (odd * 33) ^ units[i + 1];
  }
  return even + odd * 1566083941U;
}

}  // namespace facsim
