// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fingerprint of a page by any recipe: the one place that knows which way is the fast one.
//
// The fast ways (default features, words, windows of bytes and characters) give the bits of the
// general way, which tests hold them against. One a thread; reuses its buffers.

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

  // Of a text with its words (hash_units with the recipe's seed). Nothing where it has no features
  // and the recipe gives no value for that.
  // `look` is called while the default features of a long text are counted.
  [[nodiscard]] std::optional<WideFingerprint> of_text(std::string_view text,
                                                       std::span<const std::uint64_t> words,
                                                       const Look& look = {});

  // The texts of the parts that the recipe names; `judged` is the page's main text, or what it fell
  // back to. Only where the recipe reads more than one text.
  [[nodiscard]] std::vector<PartText> parts_of(std::string_view judged, const Document& document,
                                               const Page& page) const;
  [[nodiscard]] std::optional<WideFingerprint> of_parts(std::span<const PartText> parts);
  // Of the features that came with the page; only for units of kind given.
  [[nodiscard]] std::optional<WideFingerprint> of_given(const Page& page);

  // What of_text() takes at most for a text of so many words, beside both.
  [[nodiscard]] std::size_t bytes_for(std::string_view text, std::size_t words) const noexcept;
  // Of buffers that are kept for the next text, and without them.
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  void release();

  // The general way, whatever the recipe; for tests and for people.
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
