// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words that a user lists in a file: those to leave out, those of a topic.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "facsim/model/recipe.h"

namespace facsim {

// A word and a factor: 0 leaves it out.
class WordList {
 public:
  // What features of the recipe look like: a line that can be none of them is refused.
  struct Shape {
    UnitKind kind = UnitKind::words;  // or icu_words, jieba_words
    std::size_t units_max = 1;        // units in a row that are one feature
  };

  // One word a line; empty lines and lines that begin with `# ` are no words. Throws
  // Error{invalid_argument} with the line for ill-formed UTF-8 and for what can find nothing.
  [[nodiscard]] static WordList parse_stop_words(std::string_view text, Shape shape);

  // `word<TAB>factor` a line, the factor above 0 and at most 1000. Throws Error{invalid_argument}
  // with the line and the word for anything else.
  [[nodiscard]] static WordList parse_topic(std::string_view text, Shape shape);

  // By its units, joined by blanks: so "Main Street" finds the pair of these two words.
  // 1 for words that are not listed.
  [[nodiscard]] double factor_of(const std::string& folded) const;
  [[nodiscard]] bool has(const std::string& folded) const { return factors_.contains(folded); }
  [[nodiscard]] std::size_t size() const noexcept { return factors_.size(); }
  // Equal for lists that give equal answers.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  std::unordered_map<std::string, double> factors_;
};

}  // namespace facsim
