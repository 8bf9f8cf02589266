// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words that a user lists in a file: stop words, or words of a topic.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "facsim/model/recipe.h"

namespace facsim {

// Maps words to factors: 0 excludes a word.
class WordList {
 public:
  // The shape of a recipe's features: a line that cannot match any feature is rejected.
  struct Shape {
    UnitKind kind = UnitKind::words;  // or icu_words, jieba_words
    std::size_t units_max = 1;        // consecutive units that are one feature
  };

  // One word a line; empty lines and lines that begin with `# ` are skipped. Throws
  // Error{invalid_argument} with the line for ill-formed UTF-8 and for words that can match
  // nothing.
  [[nodiscard]] static WordList parse_stop_words(std::string_view text, Shape shape);

  // `word<TAB>factor` on each line, the factor above 0 and at most 1000. Throws
  // Error{invalid_argument} with the line and the word for anything else.
  [[nodiscard]] static WordList parse_topic(std::string_view text, Shape shape);

  // Looks a word up by its units, joined by spaces: "Main Street" finds the pair of these two
  // words. Returns 1 for words that are not listed.
  [[nodiscard]] double factor_of(const std::string& folded) const;
  [[nodiscard]] bool has(const std::string& folded) const { return factors_.contains(folded); }
  [[nodiscard]] std::size_t size() const noexcept { return factors_.size(); }
  // Equal for lists that give equal answers.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  std::unordered_map<std::string, double> factors_;
};

}  // namespace facsim
