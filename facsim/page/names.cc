// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/names.h"

#include <algorithm>
#include <ranges>
#include <tuple>

#include "facsim/base/hash64.h"
#include "facsim/base/utf.h"
#include "facsim/features/number_units.h"
#include "facsim/page/judged_text.h"

namespace facsim {
namespace {

constexpr char kProper = '=';  // before a word

// A word that occurs this often in the text is a name, whatever its source.
constexpr std::size_t kUsedOften = 3;
// This often suffices if two of title, heading and path have the word: an edit of the headline may
// touch the text once.
constexpr std::size_t kUsedTwice = 2;

void insert(Names& names, std::uint64_t hash) {
  names.filter[hash % Names::kFilterBits / 64] |= std::uint64_t{1} << (hash % 64);
}

bool may_use(const Names& names, std::uint64_t hash) {
  return (names.filter[hash % Names::kFilterBits / 64] >> (hash % 64) & 1) != 0;
}

std::uint64_t number_hash(std::span<const std::uint64_t> parts) {
  std::uint64_t hash = parts.size();
  for (const std::uint64_t part : parts) hash = combine(hash, part);
  return hash;
}

std::size_t count(std::span<const std::uint64_t> units, std::span<const std::uint64_t> word) {
  if (word.size() == 1) {
    return static_cast<std::size_t>(std::count(units.begin(), units.end(), word.front()));
  }
  std::size_t found = 0;
  for (auto at = units.begin();; ++found) {
    at = std::search(at, units.end(), word.begin(), word.end());
    if (at == units.end()) return found;
    at += static_cast<std::ptrdiff_t>(word.size());
  }
}

struct KeptWord {
  std::string_view text;
  bool is_proper = false;
};

// Does not allocate, because pairs are judged by the million. Each word is followed by a space.
class KeptWords {
 public:
  void push_back(KeptWord word) { words_[size_++] = word; }
  [[nodiscard]] const KeptWord* begin() const { return words_.data(); }
  [[nodiscard]] const KeptWord* end() const { return words_.data() + size_; }
  [[nodiscard]] bool has(std::string_view text) const {
    return std::ranges::find(begin(), end(), text, &KeptWord::text) != end();
  }

 private:
  std::array<KeptWord, Names::kWordsBytes / 2> words_;
  std::size_t size_ = 0;
};

KeptWords kept_words(const Names& names) {
  KeptWords words;
  std::string_view left = text_of(names);
  while (!left.empty()) {
    std::string_view word = left.substr(0, left.find(' '));
    left.remove_prefix(std::min(word.size() + 1, left.size()));
    const bool is_proper = word.starts_with(kProper);
    if (is_proper) word.remove_prefix(1);
    if (!word.empty()) words.push_back({word, is_proper});
  }
  return words;
}

bool is_number(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

std::size_t parts_of(std::string_view number) {
  return static_cast<std::size_t>(std::ranges::count(number, '.')) + 1;
}

// True for names that differ in a number alone, as in release notes.
bool differ_in_number(std::string_view number, const Names& page, const Names& other) {
  const auto is_other = [](const KeptWord& word) { return !is_number(word.text); };
  const KeptWords mine = kept_words(page);
  const KeptWords theirs = kept_words(other);
  const bool has_one = std::ranges::any_of(theirs, [&](const KeptWord& word) {
    return is_number(word.text) && parts_of(word.text) == parts_of(number);
  });
  const auto same_text = [](const KeptWord& a, const KeptWord& b) { return a.text == b.text; };
  return has_one && std::ranges::equal(mine | std::views::filter(is_other),
                                       theirs | std::views::filter(is_other), same_text);
}

// RHEL8 and RHEL9 are two releases of one thing.
std::string_view without_digits(std::string_view word) {
  while (!word.empty() && word.back() >= '0' && word.back() <= '9') word.remove_suffix(1);
  return word;
}

bool is_of_other_release(std::string_view word, const Names& other) {
  const std::string_view stem = without_digits(word);
  if (stem.size() == word.size()) return false;
  return std::ranges::any_of(kept_words(other), [&](const KeptWord& theirs) {
    return theirs.text.size() > stem.size() && without_digits(theirs.text) == stem;
  });
}

bool is_absent(std::string_view word, const Names& page, const Names& other) {
  const std::vector<std::uint64_t> hashes = name_hashes(word, kWordSeed);
  if (is_number(word)) {
    return !may_use(other, number_hash(hashes)) && differ_in_number(word, page, other);
  }
  return !is_of_other_release(word, other) &&
         std::ranges::any_of(hashes, [&](std::uint64_t hash) { return !may_use(other, hash); });
}

// Returns the words that the text uses as names, best first.
std::vector<const NameWord*> used_names(std::span<const NameWord> words, const NamedText& text) {
  const bool is_path_alone = std::ranges::all_of(
      words, [](const NameWord& word) { return word.is_in_path && word.sources == 1; });
  std::vector<std::size_t> headlines;  // how often the text contains each
  for (const std::vector<std::uint64_t>& line : text.headlines) {
    headlines.push_back(count(text.units, line));
  }
  std::vector<const NameWord*> names;
  for (const NameWord& word : words) {
    const std::size_t in_text = count(text.units, word.hashes);
    if (in_text == 0) continue;
    std::size_t said = count(text.heading, word.hashes);
    std::size_t in_headlines = 0;
    for (std::size_t i = 0; i < headlines.size(); ++i) {
      in_headlines = std::max(in_headlines, headlines[i] * count(text.headlines[i], word.hashes));
    }
    said = std::max(said, in_headlines);
    const std::size_t used = in_text - std::min(in_text, said);
    const bool is_name = word.is_identifier || used >= kUsedOften || (used > 0 && is_path_alone) ||
                         (used >= (word.is_number ? 1 : kUsedTwice) && word.sources > 1);
    if (is_name) names.push_back(&word);
  }
  std::ranges::stable_sort(names, [](const NameWord* a, const NameWord* b) {
    return std::tuple(a->is_proper, a->is_identifier, a->sources, a->text.size()) >
           std::tuple(b->is_proper, b->is_identifier, b->sources, b->text.size());
  });
  return names;
}

void insert_numbers(Names& names, std::string_view text, std::size_t parts) {
  std::vector<std::uint64_t> numbers;
  number_units(text, kWordSeed, numbers);
  for (std::size_t i = 0; i + parts <= numbers.size(); ++i) {
    insert(names, number_hash(std::span(numbers).subspan(i, parts)));
  }
}

}  // namespace

std::string_view text_of(const Names& names) {
  const std::string_view all(names.words.data(), names.words.size());
  return all.substr(0, all.find('\0'));
}

bool set_text(Names& names, std::string_view text) {
  const bool fits = text.size() <= names.words.size() && text.find('\0') == std::string_view::npos;
  if (!fits || (!text.empty() && text.back() != ' ') || !is_utf8(text)) return false;
  names.words = {};
  std::ranges::copy(text, names.words.begin());
  return true;
}

Names names_of(std::span<const NameWord> words, const NamedText& text) {
  Names names;
  names.is_asked = true;
  for (const std::uint64_t unit : text.units) insert(names, unit);
  for (const std::uint64_t unit : text.said) insert(names, unit);
  std::size_t bytes = 0;
  for (const NameWord* word : used_names(words, text)) {
    const std::size_t needed = word->text.size() + (word->is_proper ? 2 : 1);
    if (bytes + needed > names.words.size()) continue;
    if (word->is_proper) names.words[bytes++] = kProper;
    std::ranges::copy(word->text, names.words.begin() + static_cast<std::ptrdiff_t>(bytes));
    bytes += word->text.size();
    names.words[bytes++] = ' ';
    if (word->is_number) insert_numbers(names, text.text, word->hashes.size());
  }
  return names;
}

std::string_view own_proper_name(const Names& page, const Names& other) {
  const KeptWords theirs = kept_words(other);
  // Proper names come first, so other words take no space from them.
  std::size_t free_bytes = other.words.size();
  for (const KeptWord& word : theirs) free_bytes -= word.is_proper ? word.text.size() + 2 : 0;
  for (const KeptWord& word : kept_words(page)) {
    if (!word.is_proper || theirs.has(word.text) || is_of_other_release(word.text, other)) continue;
    // If it would not have fitted, the other page may have the name as well.
    const bool may_be_cut = word.text.size() + 2 > free_bytes;
    if (!may_be_cut || is_absent(word.text, page, other)) return word.text;
  }
  return {};
}

std::string_view own_name_word(const Names& page, const Names& other) {
  if (!page.is_asked || !other.is_asked) return {};
  // The judged text is a part of the visible text, but not the reverse.
  if (page.of_visible && !other.of_visible) return {};
  for (const KeptWord& word : kept_words(page)) {
    if (is_absent(word.text, page, other)) return word.text;
  }
  return {};
}

std::uint64_t names_key(const Names& names) noexcept {
  if (!names.is_asked) return 0;
  std::uint64_t key = hash64({names.words.data(), names.words.size()});
  for (const std::uint64_t bits : names.filter) key = combine(key, bits);
  return combine(key, names.of_visible ? 1 : 0) | 1U;
}

}  // namespace facsim
