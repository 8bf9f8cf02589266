// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/hints.h"

#include <algorithm>
#include <array>
#include <utility>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

enum WordFlag : std::uint8_t {
  kClassesOnly = 1,  // as an id, it often names a section about this subject
  kCookies = 2,      // about cookies, which may be the subject of the page
  kNotice = 4,       // together with kCookies it names a cookie notice
};

struct Word {
  std::string_view word;
  Hint hint;
  std::uint8_t flags;
};

constexpr auto kWords = std::to_array<Word>({{"ad", Hint::extra, 0},
                                             {"ads", Hint::extra, 0},
                                             {"advert", Hint::extra, 0},
                                             {"advertisement", Hint::extra, 0},
                                             {"banner", Hint::none, kNotice},
                                             {"bar", Hint::none, kNotice},
                                             {"breadcrumb", Hint::frame, 0},
                                             {"breadcrumbs", Hint::frame, 0},
                                             {"byline", Hint::extra, kClassesOnly},
                                             {"carousel", Hint::extra, kClassesOnly},
                                             {"comment", Hint::comments, 0},
                                             {"comments", Hint::comments, 0},
                                             {"consent", Hint::extra, kCookies},
                                             {"cookie", Hint::extra, kCookies},
                                             {"cookies", Hint::extra, kCookies},
                                             {"copyright", Hint::frame, kClassesOnly},
                                             {"credit", Hint::extra, kClassesOnly},
                                             {"credits", Hint::extra, kClassesOnly},
                                             {"dateline", Hint::extra, kClassesOnly},
                                             {"disqus", Hint::comments, 0},
                                             {"dropdown", Hint::extra, 0},
                                             {"gallery", Hint::extra, kClassesOnly},
                                             {"gdpr", Hint::extra, kCookies},
                                             {"menu", Hint::extra, 0},
                                             {"modal", Hint::popup, kNotice},
                                             {"nav", Hint::frame, 0},
                                             {"navbar", Hint::frame, 0},
                                             {"navheader", Hint::frame, 0},
                                             {"navigation", Hint::frame, 0},
                                             {"newsletter", Hint::extra, 0},
                                             {"notice", Hint::none, kNotice},
                                             {"overlay", Hint::none, kNotice},
                                             {"pager", Hint::extra, 0},
                                             {"pagination", Hint::extra, 0},
                                             {"popup", Hint::popup, kNotice},
                                             {"promo", Hint::extra, 0},
                                             {"recirc", Hint::extra, 0},
                                             {"recommended", Hint::extra, 0},
                                             {"related", Hint::extra, 0},
                                             {"share", Hint::extra, 0},
                                             {"sharing", Hint::extra, 0},
                                             {"sidebar", Hint::extra, 0},
                                             {"signup", Hint::extra, 0},
                                             {"slideshow", Hint::extra, kClassesOnly},
                                             {"social", Hint::extra, 0},
                                             {"sponsor", Hint::extra, 0},
                                             {"sponsored", Hint::extra, 0},
                                             {"subscribe", Hint::extra, 0},
                                             {"subscription", Hint::extra, 0},
                                             {"tags", Hint::extra, 0},
                                             {"timestamp", Hint::extra, kClassesOnly},
                                             {"toolbar", Hint::extra, 0},
                                             {"trending", Hint::extra, 0}});

static_assert(std::ranges::is_sorted(kWords, {}, &Word::word));

// By first letter: a bit for each length of a listed word. Most names are rejected here.
constexpr std::array<std::uint32_t, 26> kLengthsByLetter = [] {
  std::array<std::uint32_t, 26> lengths{};
  for (const Word& word : kWords) {
    lengths[static_cast<std::size_t>(word.word.front() - 'a')] |= 1U << word.word.size();
  }
  return lengths;
}();

// Categories and tags name the subject of the content, has-sidebar describes its surroundings, page
// builders call every piece of a page a widget, and javadoc calls the replacement of a method a
// comment.
constexpr std::array<std::string_view, 8> kContentPrefixes = {
    "category-", "tag-", "has-", "with-", "no-", "elementor-", "wp-block-", "deprecation-"};

enum class Attribute { of_class, of_id };

constexpr std::size_t kWordMax = 20;
// Generators of manuals make ids out of headings: "related-result-types".
constexpr int kIdWordsMax = 2;

bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// Generators put digests and UUIDs into names: "memitem:a5fce11ad3" and
// "41308db9-ad65-4f23-8331-49f192b0566d". The letters in these are not words.
constexpr std::size_t kDigestMin = 8;
constexpr std::size_t kGroupMin = 4;  // of a UUID, after its first group

std::size_t hex_digits_in(std::string_view name) {
  const auto* const end = std::ranges::find_if_not(
      name, [](char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); });
  return static_cast<std::size_t>(end - name.begin());
}

// The length of the digest or UUID at the start of a name; 0 if there is none.
std::size_t digest_length(std::string_view name) {
  std::size_t length = hex_digits_in(name);
  if (length < kDigestMin) return 0;
  while (length < name.size() && name[length] == '-') {
    const std::size_t group = hex_digits_in(name.substr(length + 1));
    const std::size_t end = length + 1 + group;
    if (group < kGroupMin || (end < name.size() && name[end] != '-')) break;
    length = end;
  }
  return std::ranges::any_of(name.substr(0, length), is_digit) ? length : 0;
}

// The entry of a word of letters; null for most words.
const Word* known_word(std::string_view word) {
  static constexpr Word kFooter{"footer", Hint::frame, 0};
  static constexpr Word kSidebar{"sidebar", Hint::extra, 0};
  if (word.size() > kWordMax) return nullptr;
  std::array<char, kWordMax> lower{};
  std::ranges::transform(word, lower.begin(), to_lower);
  const std::string_view small(lower.data(), word.size());
  const std::uint32_t lengths = kLengthsByLetter[static_cast<std::size_t>(small.front() - 'a')];
  if ((lengths >> small.size() & 1U) != 0) {
    const auto* const at = std::ranges::lower_bound(kWords, small, {}, &Word::word);
    if (at != kWords.end() && at->word == small) return at;
  }
  if (small.size() < kFooter.word.size()) return nullptr;
  if (small.find(kFooter.word) != small.npos) return &kFooter;
  return small.find(kSidebar.word) != small.npos ? &kSidebar : nullptr;
}

// The strongest hint of a name's words; counts all words in `words`.
Hint hint_of_name(std::string_view name, Attribute attribute, int& words) noexcept {
  Hint hint = Hint::none;
  unsigned flags = 0;
  std::size_t begin = 0;
  bool in_word = false;  // of letters and digits
  while (begin < name.size()) {
    const bool is_start = !std::exchange(in_word, is_letter(name[begin]) || is_digit(name[begin]));
    if (const std::size_t digest = is_start ? digest_length(name.substr(begin)) : 0; digest != 0) {
      begin += digest;
      continue;
    }
    if (!is_letter(name[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin + 1;
    while (end < name.size() && is_letter(name[end]) &&
           !(is_capital(name[end]) && !is_capital(name[end - 1]))) {
      ++end;
    }
    ++words;
    const Word* known = known_word(name.substr(begin, end - begin));
    begin = end;
    if (known == nullptr) continue;
    if (attribute == Attribute::of_id && (known->flags & kClassesOnly) != 0) continue;
    hint = std::max(hint, known->hint);
    flags |= known->flags;
  }
  const bool is_cookie_notice = (flags & kCookies) != 0 && (flags & kNotice) != 0;
  return is_cookie_notice ? Hint::notice : hint;
}

bool is_about_content(std::string_view name) {
  return std::ranges::any_of(kContentPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

Hint hint_of_class(std::string_view class_attribute) noexcept {
  Hint hint = Hint::none;
  int words = 0;
  for (std::string_view name = take_word(class_attribute); !name.empty();
       name = take_word(class_attribute)) {
    const Hint of_name = hint_of_name(name, Attribute::of_class, words);
    if (of_name > hint && !is_about_content(name)) hint = of_name;
  }
  return hint;
}

Hint hint_of_id(std::string_view id) noexcept {
  int words = 0;
  const Hint hint = hint_of_name(id, Attribute::of_id, words);
  return words <= kIdWordsMax ? hint : Hint::none;
}

}  // namespace facsim
