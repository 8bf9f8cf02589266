// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/hints.h"

#include <algorithm>
#include <array>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

struct Extra {
  std::string_view word;
  bool in_classes_only;  // ids of it are often those of sections about it
};

constexpr auto kExtras = std::to_array<Extra>({{"ad", false},          {"ads", false},
                                               {"advert", false},      {"advertisement", false},
                                               {"breadcrumb", false},  {"breadcrumbs", false},
                                               {"byline", true},       {"carousel", true},
                                               {"comment", false},     {"comments", false},
                                               {"consent", false},     {"cookie", false},
                                               {"cookies", false},     {"credit", true},
                                               {"credits", true},      {"dateline", true},
                                               {"disqus", false},      {"dropdown", false},
                                               {"footer", false},      {"gallery", true},
                                               {"gdpr", false},        {"menu", false},
                                               {"modal", false},       {"nav", false},
                                               {"navbar", false},      {"navigation", false},
                                               {"newsletter", false},  {"pager", false},
                                               {"pagination", false},  {"popup", false},
                                               {"promo", false},       {"recirc", false},
                                               {"recommended", false}, {"related", false},
                                               {"share", false},       {"sharing", false},
                                               {"sidebar", false},     {"signup", false},
                                               {"slideshow", true},    {"social", false},
                                               {"sponsor", false},     {"sponsored", false},
                                               {"subscribe", false},   {"subscription", false},
                                               {"tags", false},        {"timestamp", true},
                                               {"toolbar", false},     {"trending", false},
                                               {"widget", false}});

static_assert(std::ranges::is_sorted(kExtras, {}, &Extra::word));

enum class Attribute { of_class, of_id };

constexpr std::size_t kWordMax = 20;
// Generators of manuals make ids out of headings: "related-result-types".
constexpr int kIdWordsMax = 2;

bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_extra(std::string_view word, Attribute attribute) {
  if (word.size() > kWordMax) return false;
  std::array<char, kWordMax> lower{};
  std::ranges::transform(word, lower.begin(), to_lower);
  const std::string_view small(lower.data(), word.size());
  const auto at = std::ranges::lower_bound(kExtras, small, {}, &Extra::word);
  const bool is_known = at != kExtras.end() && at->word == small;
  if (is_known) return attribute == Attribute::of_class || !at->in_classes_only;
  return small.find("sidebar") != small.npos;
}

// How many words of the text are for extras; counts all words in `words`.
int extra_words(std::string_view text, Attribute attribute, int& words) noexcept {
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
    if (is_extra(text.substr(begin, end - begin), attribute)) ++extras;
    begin = end;
  }
  return extras;
}

}  // namespace

bool class_names_extra(std::string_view class_attribute) noexcept {
  int words = 0;
  return extra_words(class_attribute, Attribute::of_class, words) > 0;
}

bool id_names_extra(std::string_view id) noexcept {
  int words = 0;
  return extra_words(id, Attribute::of_id, words) > 0 && words <= kIdWordsMax;
}

}  // namespace facsim
