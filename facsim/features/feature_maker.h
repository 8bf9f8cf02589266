// SPDX-License-Identifier: Apache-2.0
#pragma once
// The features of a text as any recipe wants them, each with its words: the general way.
//
// Slow and plain: for the default recipe and for windows there are fast ways, which tests hold
// against this one; people are shown these features by name. Cost: 50 to 400 ns a byte for words
// and windows that are few characters long, and some 150 bytes for each distinct feature, of which
// a page has at most limits::kNamedFeaturesMax; later ones are left out.

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
  std::string text;        // folded; units in a row are joined by a blank
  std::uint64_t hash = 0;  // of the hash xxh3
  double weight = 0;
  friend bool operator==(const TextFeature&, const TextFeature&) = default;
};

// One a thread.
class FeatureMaker {
 public:
  // `recipe` must pass check_recipe(). Throws Error{invalid_argument} where a table that it names
  // is not among `tables`.
  FeatureMaker(const Recipe& recipe, FeatureTables tables);
  ~FeatureMaker();
  FeatureMaker(FeatureMaker&&) noexcept;

  // Forgets what was added.
  void begin();
  // Adds a text, all of whose features count `weight` times.
  void add(std::string_view utf8, std::uint32_t weight = 1);
  // Weighs what was added, row lengths one after the other, each in the order of first appearance;
  // where `top` leaves some out, by weight.
  [[nodiscard]] std::vector<TextFeature> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The hash of units in a row: of one its own, of two pair_hash(), of more that of the pair of
// what came before and the next.
[[nodiscard]] std::uint64_t row_hash(const std::uint64_t* units, std::size_t count) noexcept;

}  // namespace facsim
