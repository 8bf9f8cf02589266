// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes the features of a text for any recipe, each with its words: the general implementation.
//
// It is slow and simple. The default recipe and windows have fast implementations, which tests
// compare with this one; users are shown these features by name. Cost: 50 to 400 ns a byte for
// words and windows of a few characters, and some 150 bytes for each distinct feature. A page has
// at most limits::kNamedFeaturesMax of them; later ones are left out.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/features/idf_table.h"
#include "facsim/features/jieba.h"
#include "facsim/features/word_list.h"
#include "facsim/model/feature_tables.h"
#include "facsim/model/recipe.h"

namespace facsim {

struct TextFeature {
  std::string text;        // folded; consecutive units are joined by a space
  std::uint64_t hash = 0;  // by the hash xxh3
  double weight = 0;
  friend bool operator==(const TextFeature&, const TextFeature&) = default;
};

// Use one for each thread.
class FeatureMaker {
 public:
  // `recipe` must pass check_recipe(). Throws Error{invalid_argument} if a table that it names is
  // missing from `tables`.
  FeatureMaker(const Recipe& recipe, FeatureTables tables);
  ~FeatureMaker();
  FeatureMaker(FeatureMaker&&) noexcept;

  // Discards everything added so far.
  void begin();
  // Adds a text, all of whose features count `weight` times.
  void add(std::string_view utf8, std::uint32_t weight = 1);
  // Returns the weighted features of what was added, one row length after the other, each in the
  // order of first appearance; if `top` leaves some out, by weight.
  [[nodiscard]] std::vector<TextFeature> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Returns the hash of consecutive units: for one unit its own, for two pair_hash(), for more
// pair_hash() of the hash so far and the next unit.
[[nodiscard]] std::uint64_t row_hash(const std::uint64_t* units, std::size_t count) noexcept;

}  // namespace facsim
