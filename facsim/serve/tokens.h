// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bearer tokens (RFC 6750) that permit reading or writing. Writing includes reading.
//
// A file of tokens has lines `read TOKEN` and `write TOKEN`; blank lines and everything after '#'
// are ignored. Tokens have 16 to 256 visible characters.
//
// Immutable; a comparison takes the same time for a wrong token as for the right one.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

enum class Access : std::uint8_t { none, read, write };

class Tokens {
 public:
  Tokens() = default;

  // Throws Error{invalid_argument} that names the line of `where`.
  [[nodiscard]] static Tokens parse(std::string_view text, const std::string& where);
  // An empty one is not added. `where`: its source, for messages.
  void add(Access access, std::string_view token, const std::string& where);
  void add_all_of(const Tokens& others);

  // Without tokens everybody may write.
  [[nodiscard]] bool empty() const noexcept { return tokens_.empty(); }
  // Returns the access for a value of the field Authorization.
  [[nodiscard]] Access access_of(std::string_view authorization) const noexcept;

 private:
  struct Token {
    Access access;
    std::string text;
  };
  std::vector<Token> tokens_;
};

}  // namespace facsim
