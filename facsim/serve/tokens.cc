// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/tokens.h"

#include <algorithm>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::size_t kTokenCharactersMin = 16;
constexpr std::size_t kTokenCharactersMax = 256;

// Compares all of the offered token even after a difference, so the time reveals only its length.
bool are_equal(std::string_view offered, std::string_view token) noexcept {
  volatile unsigned differs = offered.size() == token.size() ? 0 : 1;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const char other = token.empty() ? '\0' : token[i % token.size()];
    differs =
        differs | (static_cast<unsigned char>(offered[i]) ^ static_cast<unsigned char>(other));
  }
  return differs == 0;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(" \t\r"), text.size());
  text.remove_prefix(from);
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

bool begins_with_bearer(std::string_view text) {
  constexpr std::string_view kBearer = "bearer ";
  return text.size() > kBearer.size() &&
         std::equal(kBearer.begin(), kBearer.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

}  // namespace

Tokens Tokens::parse(std::string_view text, const std::string& where) {
  Tokens tokens;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = without_blanks(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string place = where + ":" + std::to_string(number);
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, blank);
    if (word != "read" && word != "write") {
      throw Error{ErrorCode::invalid_argument, "a line is 'read TOKEN' or 'write TOKEN'", place};
    }
    const std::string_view token = without_blanks(line.substr(blank));
    if (token.empty()) throw Error{ErrorCode::invalid_argument, "the token is missing", place};
    tokens.add(word == "read" ? Access::read : Access::write, token, place);
  }
  return tokens;
}

void Tokens::add(Access access, std::string_view token, const std::string& where) {
  if (token.empty()) return;
  const bool is_visible = std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; });
  if (!is_visible || token.size() < kTokenCharactersMin || token.size() > kTokenCharactersMax) {
    throw Error{ErrorCode::invalid_argument,
                "a token has 16 to 256 visible characters of ASCII; make one with 'openssl rand "
                "-hex 32'",
                where};
  }
  tokens_.push_back({access, std::string(token)});
}

void Tokens::add_all_of(const Tokens& others) {
  tokens_.insert(tokens_.end(), others.tokens_.begin(), others.tokens_.end());
}

Access Tokens::access_of(std::string_view authorization) const noexcept {
  if (tokens_.empty()) return Access::write;
  if (!begins_with_bearer(authorization)) return Access::none;
  const std::string_view offered = without_blanks(authorization.substr(7));
  Access access = Access::none;
  for (const Token& token : tokens_) {
    if (are_equal(offered, token.text)) access = std::max(access, token.access);
  }
  return access;
}

}  // namespace facsim
