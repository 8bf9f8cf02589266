// SPDX-License-Identifier: Apache-2.0
#pragma once
// Did you mean ...? The known word that a mistyped one is nearest to.
//
// One rule for commands, flags, values and names of pages: a word is near within one mistake for
// every three of its letters, and one mistake at least. Dashes at the front of a flag do not count.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// The fewest insertions, deletions, replacements and swaps of neighbours that make one word of the
// other (optimal string alignment; Damerau, CACM 1964). Cost: the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// Keeps the few nearest of many words that come one by one. A path that ends in the word, behind a
// slash, is as near as one mistake. Cost a word: most are told by their
// lengths, the others as edit_distance() says.
class NearestWords {
 public:
  NearestWords(std::string word, std::size_t count_max);
  // The same word again changes nothing.
  void add(std::string_view candidate);
  // Nearest first, ties in the order in which they came; empty where none is near enough.
  [[nodiscard]] std::vector<std::string> take() &&;

 private:
  [[nodiscard]] std::optional<std::size_t> distance_to(std::string_view candidate,
                                                       std::size_t limit) const;

  std::string word_;
  std::size_t count_max_;
  std::size_t max_distance_ = 0;                           // 0: nothing is near
  std::vector<std::pair<std::size_t, std::string>> best_;  // ascending by distance
};

// The nearest of `known`, ties: the first; empty where none is near enough to be meant.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       const std::vector<std::string_view>& known);

// "; did you mean 'NAME'?", or nothing.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     const std::vector<std::string_view>& known);

}  // namespace facsim
