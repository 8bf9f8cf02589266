// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words for the choices in a recipe, in both directions. Private to this room.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/model/recipe.h"

namespace facsim {

template <class Choice, std::size_t kCount>
struct ChoiceWords {
  std::array<std::pair<Choice, std::string_view>, kCount> words;

  [[nodiscard]] constexpr std::string_view word_of(Choice choice) const {
    for (const auto& [known, word] : words) {
      if (known == choice) return word;
    }
    return {};
  }
  [[nodiscard]] constexpr std::optional<Choice> choice_of(std::string_view wanted) const {
    for (const auto& [known, word] : words) {
      if (word == wanted) return known;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string listed() const {
    std::string list;
    for (const auto& [known, word] : words) {
      if (!list.empty()) list += ", ";
      list += word;
    }
    return list;
  }
};

inline constexpr ChoiceWords<TextPart, 6> kTextPartWords = {{{
    {TextPart::main, "main"},
    {TextPart::all, "all"},
    {TextPart::title, "title"},
    {TextPart::longest_sentences, "longest-sentences"},
    {TextPart::paragraph_edges, "paragraph-edges"},
    {TextPart::field, "field"},
}}};
inline constexpr ChoiceWords<UnitKind, 7> kUnitKindWords = {{{
    {UnitKind::words, "words"},
    {UnitKind::icu_words, "icu-words"},
    {UnitKind::jieba_words, "jieba-words"},
    {UnitKind::bytes, "bytes"},
    {UnitKind::characters, "characters"},
    {UnitKind::utf16, "utf16"},
    {UnitKind::given, "given"},
}}};
inline constexpr ChoiceWords<Folding, 3> kFoldingWords = {{{
    {Folding::none, "none"},
    {Folding::nfkc, "nfkc"},
    {Folding::python, "python"},
}}};
inline constexpr ChoiceWords<LastWindow, 3> kLastWindowWords = {{{
    {LastWindow::whole, "whole"},
    {LastWindow::dropped, "dropped"},
    {LastWindow::partial, "partial"},
}}};
inline constexpr ChoiceWords<Weighting, 5> kWeightingWords = {{{
    {Weighting::set, "set"},
    {Weighting::tf, "tf"},
    {Weighting::log_tf, "log-tf"},
    {Weighting::tf_idf, "tf-idf"},
    {Weighting::five_levels, "five-levels"},
}}};
inline constexpr ChoiceWords<FeatureHash, 4> kFeatureHashWords = {{{
    {FeatureHash::xxh3, "xxh3"},
    {FeatureHash::md5, "md5"},
    {FeatureHash::python_string, "python-string"},
    {FeatureHash::dotnet_string, "dotnet-string"},
}}};

[[nodiscard]] constexpr bool is_window(UnitKind kind) noexcept {
  return kind == UnitKind::bytes || kind == UnitKind::characters || kind == UnitKind::utf16;
}
[[nodiscard]] constexpr bool is_foreign(UnitKind kind) noexcept {
  return kind == UnitKind::icu_words || kind == UnitKind::jieba_words;
}

// Sixteen lower-case hexadecimal digits.
[[nodiscard]] std::string hex_digits(std::uint64_t bits);

// The sections of the text form, each with its heading. With `for_id`, settings that decide no bits
// are left out.
struct RecipeSections {
  std::string versions;
  std::string text;
  std::string units;
  std::string features;
  std::string fingerprint;
  std::string sketch;
  std::string anchors;
  std::string layout;
};
[[nodiscard]] RecipeSections sections_of(const Recipe& recipe, bool for_id);

}  // namespace facsim
