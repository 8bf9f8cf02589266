// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/hints.h"

#include <algorithm>
#include <array>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

constexpr auto kExtras = std::to_array<std::string_view>(
    {"ad",           "ads",        "advert",      "advertisement", "breadcrumb", "breadcrumbs",
     "comment",      "comments",   "consent",     "cookie",        "cookies",    "disqus",
     "dropdown",     "footer",     "gdpr",        "menu",          "modal",      "nav",
     "navbar",       "navigation", "newsletter",  "pager",         "pagination", "popup",
     "promo",        "recirc",     "recommended", "related",       "share",      "sharing",
     "sidebar",      "signup",     "social",      "sponsor",       "sponsored",  "subscribe",
     "subscription", "tags",       "toolbar",     "trending",      "widget"});

static_assert(std::ranges::is_sorted(kExtras));

constexpr std::size_t kWordMax = 20;
// Generators of manuals make ids out of headings: "related-result-types".
constexpr int kIdWordsMax = 2;

bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_extra(std::string_view word) {
  if (word.size() > kWordMax) return false;
  std::array<char, kWordMax> lower{};
  std::ranges::transform(word, lower.begin(), to_lower);
  const std::string_view small(lower.data(), word.size());
  return std::ranges::binary_search(kExtras, small) || small.find("sidebar") != small.npos;
}

// How many words of the text are for extras; counts all words in `words`.
int extra_words(std::string_view text, int& words) noexcept {
  int extras = 0;
  std::size_t begin = 0;
  while (begin < text.size()) {
    if (!is_letter(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin + 1;
    while (end < text.size() && is_letter(text[end]) &&
           !(is_capital(text[end]) && !is_capital(text[end - 1]))) {
      ++end;
    }
    ++words;
    if (is_extra(text.substr(begin, end - begin))) ++extras;
    begin = end;
  }
  return extras;
}

}  // namespace

bool class_names_extra(std::string_view class_attribute) noexcept {
  int words = 0;
  return extra_words(class_attribute, words) > 0;
}

bool id_names_extra(std::string_view id) noexcept {
  int words = 0;
  return extra_words(id, words) > 0 && words <= kIdWordsMax;
}

}  // namespace facsim
