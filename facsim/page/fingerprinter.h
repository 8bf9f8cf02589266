// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fingerprint of a page by any recipe: the only place that selects the fast implementation.
//
// The fast implementations (default features, words, windows of bytes and characters) give the bits
// of the general one, as tests check. Use one for each thread; reuses its buffers.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/features/feature_maker.h"
#include "facsim/features/weights.h"
#include "facsim/fingerprint/kernels/kernels.h"
#include "facsim/fingerprint/md5_windows.h"
#include "facsim/fingerprint/wide_simhash.h"
#include "facsim/model/document.h"
#include "facsim/model/fingerprint.h"
#include "facsim/model/page.h"
#include "facsim/model/recipe.h"

namespace facsim {

struct PartText {
  std::string text;
  std::uint32_t weight = 1;
};

class Fingerprinter {
 public:
  // Every kernel gives the same bits.
  Fingerprinter(const Recipe& recipe, const FeatureTables& tables, Kernel kernel = best_kernel());

  // Fingerprints a text with its words (hash_units with the recipe's seed). Returns nothing if it
  // has no features and the recipe has no value for that. `look` is called while the default
  // features of a long text are counted.
  [[nodiscard]] std::optional<WideFingerprint> of_text(std::string_view text,
                                                       std::span<const std::uint64_t> words,
                                                       const Look& look = {});

  // Returns the texts of the parts that the recipe names; `judged` is the page's main text, or its
  // fallback. Needed only if the recipe reads more than one text.
  [[nodiscard]] std::vector<PartText> parts_of(std::string_view judged, const Document& document,
                                               const Page& page) const;
  [[nodiscard]] std::optional<WideFingerprint> of_parts(std::span<const PartText> parts);
  // Fingerprints the features that came with the page; only for units of kind given.
  [[nodiscard]] std::optional<WideFingerprint> of_given(const Page& page);

  // Upper bound of the memory of of_text() for a text with this number of words, besides both.
  [[nodiscard]] std::size_t bytes_for(std::string_view text, std::size_t words) const noexcept;
  // The memory of the buffers for the next text; release() frees them.
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  void release();

  // The general implementation, whatever the recipe; for tests and for display.
  [[nodiscard]] std::vector<TextFeature> features_of(std::string_view text);
  [[nodiscard]] std::optional<WideFingerprint> general(std::span<const TextFeature> features);

 private:
  enum class Way { singles_and_pairs, words, bytes, utf16, characters, python, general };

  [[nodiscard]] static Way way_of(const Recipe& recipe);
  [[nodiscard]] std::optional<WideFingerprint> of_windows(std::string_view text);
  std::size_t add_character_windows(VoteSums& sums);
  [[nodiscard]] Hash128 hash_of(const TextFeature& feature) const;
  [[nodiscard]] std::optional<WideFingerprint> of_hashes() const;

  Recipe recipe_;
  Way way_;
  FeatureMaker maker_;
  FeatureCounter counter_;
  std::vector<WeightedHash> hashes_;
  std::vector<std::uint64_t> seeded_words_;
  std::u16string utf16_;
  std::u32string characters_;
  const FingerprintKernels* kernels_;
  std::optional<Md5Windows> md5_windows_;
};

}  // namespace facsim
