// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the known word that a mistyped one is nearest to, for "did you mean ...?".
//
// One rule for commands, flags, values and names of pages: a word is near if it differs by at most
// one mistake for every three of its letters, and one mistake is always allowed. Dashes at the
// front of a flag do not count.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// Returns the fewest insertions, deletions, replacements and swaps of neighbours that turn one word
// into the other (optimal string alignment; Damerau, CACM 1964). Cost: the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// Collects the few nearest of a sequence of words. A path that ends in the word, after a slash,
// counts as one mistake away. Cost a word: most are rejected by their lengths, the others cost as
// much as edit_distance().
class NearestWords {
 public:
  NearestWords(std::string word, std::size_t count_max);
  // Adding a word twice has no effect.
  void add(std::string_view candidate);
  // Nearest first, ties in the order of addition; empty if none is near enough.
  [[nodiscard]] std::vector<std::string> take() &&;

 private:
  [[nodiscard]] std::optional<std::size_t> distance_to(std::string_view candidate,
                                                       std::size_t limit) const;

  std::string word_;
  std::size_t count_max_;
  std::size_t max_distance_ = 0;                           // 0: nothing is near
  std::vector<std::pair<std::size_t, std::string>> best_;  // ascending by distance
};

// Returns the nearest of `known`, of ties the first; empty if none is near enough.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       const std::vector<std::string_view>& known);

// Returns "; did you mean 'NAME'?", or an empty string.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     const std::vector<std::string_view>& known);

}  // namespace facsim
