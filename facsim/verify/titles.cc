// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/titles.h"

#include <algorithm>

namespace facsim {
namespace {

constexpr std::ptrdiff_t kMoreOftenMin = 2;

// True if a word that only its title has distinguishes `page` from `other`.
bool has_own_word(const TitledText& page, const TitledText& other) noexcept {
  return std::any_of(page.title_words.begin(), page.title_words.end(), [&](std::uint64_t word) {
    if (std::binary_search(other.title_words.begin(), other.title_words.end(), word)) {
      return false;
    }
    return std::count(page.units.begin(), page.units.end(), word) >=
           std::count(other.units.begin(), other.units.end(), word) + kMoreOftenMin;
  });
}

}  // namespace

bool titles_are_swapped(const TitledText& first, const TitledText& second) noexcept {
  return has_own_word(first, second) && has_own_word(second, first);
}

}  // namespace facsim
