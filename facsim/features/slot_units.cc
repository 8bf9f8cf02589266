// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/slot_units.h"

#include <algorithm>
#include <string>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::size_t kBlock = 64;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_word(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Without branches, so that the compiler makes vectors of it.
bool has_digit(const char* block) noexcept {
  unsigned found = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    found |= static_cast<unsigned>(static_cast<unsigned char>(block[i] - '0') < 10U);
  }
  return found != 0;
}

std::size_t next_digit(std::string_view text, std::size_t from) noexcept {
  while (from + kBlock <= text.size() && !has_digit(text.data() + from)) from += kBlock;
  while (from < text.size() && !is_digit(text[from])) ++from;
  return from;
}

}  // namespace

void slot_units(std::string_view utf8, std::uint64_t seed, std::vector<std::uint64_t>& hashes) {
  hashes.clear();
  std::string folded;
  std::size_t end = 0;  // of the last slot unit
  for (std::size_t at = next_digit(utf8, 0); at < utf8.size(); at = next_digit(utf8, end)) {
    std::size_t begin = at;
    while (begin > end && is_word(utf8[begin - 1])) --begin;
    end = at + 1;
    while (end < utf8.size() && is_word(utf8[end])) ++end;
    folded.assign(utf8.substr(begin, end - begin));
    for (char& c : folded) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    hashes.push_back(hash64(folded, seed));
  }
  std::sort(hashes.begin(), hashes.end());
}

}  // namespace facsim
