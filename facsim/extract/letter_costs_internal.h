// SPDX-License-Identifier: Apache-2.0
#pragma once
// How surprising it is that one letter follows another, by language.
//
// The cost of a pair is -log2 of how often its first letter is followed by its second (in bits,
// measured on translations of programs); for Chinese, Japanese and Korean, the cost of a single
// character. ASCII pairs have no cost: they are the same in all encodings. Letters are lowercase;
// everything else is a space, and in languages of non-Latin scripts each Latin letter is an 'a'.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace facsim {

struct LanguageCosts {
  std::string_view language;  // its code in Debian
  // UTF-8: a mark ('0' + the cost), followed by the letters (in pairs or alone) that have this
  // cost.
  std::string_view grouped;
};
// First the languages with costs of pairs, then those with costs of single characters.
extern const std::array<LanguageCosts, 47> kLanguageCosts;
inline constexpr std::size_t kSingleLanguages = 4;
inline constexpr std::size_t kPairLanguages = kLanguageCosts.size() - kSingleLanguages;

inline constexpr unsigned kUnheardOf = 17;  // bits: a pair that is not in the table

// The pairs of a language, for fast look-ups. Immutable.
class PairCosts {
 public:
  explicit PairCosts(std::string_view grouped);
  [[nodiscard]] unsigned cost(char16_t first, char16_t second) const noexcept;
  // True if the language is written in Latin letters.
  [[nodiscard]] bool is_latin() const noexcept { return is_latin_; }

 private:
  [[nodiscard]] std::size_t slot(std::uint32_t pair) const noexcept;
  std::vector<std::uint32_t> pairs_;  // a hash table; 0 is empty
  std::vector<std::uint8_t> costs_;
  bool is_latin_ = true;
};

// The cost of each character of the Basic Multilingual Plane in one of the languages of single
// characters. Immutable.
class CharacterCosts {
 public:
  CharacterCosts(std::string_view language, std::string_view grouped);
  [[nodiscard]] unsigned cost(char32_t c) const noexcept {
    return c < costs_.size() ? costs_[c] : kBeyond;
  }

 private:
  static constexpr unsigned kBeyond = 20;
  std::vector<std::uint8_t> costs_;
};

// Built at the first call and never freed; any thread may call.
[[nodiscard]] const std::vector<PairCosts>& pair_costs();
[[nodiscard]] const std::vector<CharacterCosts>& character_costs();

}  // namespace facsim
