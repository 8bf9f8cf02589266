// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words that a user lists in a file: those to leave out, those of a topic.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace facsim {

// A word and a factor: 0 leaves it out.
class WordList {
 public:
  // One word a line; empty lines and lines that begin with `# ` are no words. Throws
  // Error{invalid_argument} with the line for ill-formed UTF-8.
  [[nodiscard]] static WordList parse_stop_words(std::string_view text);

  // `word<TAB>factor` a line, the factor above 0 and at most 1000. Throws Error{invalid_argument}
  // with the line and the word for anything else.
  [[nodiscard]] static WordList parse_topic(std::string_view text);

  // By its folded units, joined by blanks: so "Main Street" finds the pair of these two words.
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
