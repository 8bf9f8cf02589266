// SPDX-License-Identifier: Apache-2.0
// Checks that a recipe can be computed.
#include <algorithm>
#include <bit>
#include <limits>

#include "facsim/base/error.h"
#include "facsim/model/recipe_words_internal.h"

namespace facsim {
namespace {

class Checker {
 public:
  explicit Checker(std::string_view where) : where_(where) {}

  void require(bool holds, const Sentence& sentence) const {
    if (!holds) throw Error{ErrorCode::invalid_argument, sentence, where_};
  }
  void between(std::string_view key, std::uint64_t value, std::uint64_t least,
               std::uint64_t most) const {
    if (value >= least && value <= most) return;
    require(false, std::string(key) + " = " + std::to_string(value) + ": it must be " +
                       std::to_string(least) + " to " + std::to_string(most));
  }
  // A number that was cast to an enum, or came from foreign bytes, need not be a valid choice.
  template <class Choice, std::size_t kCount>
  void known(std::string_view key, Choice value, const ChoiceWords<Choice, kCount>& words) const {
    if (!words.word_of(value).empty()) return;
    require(false, std::string(key) + " = " + std::to_string(static_cast<int>(value)) +
                       ": it must be one of " + words.listed());
  }

 private:
  std::string where_;
};

void check_parts(const Recipe& recipe, const Checker& check) {
  check.require(!recipe.parts.empty(), "text.parts is empty: name at least one part");
  for (const PartSpec& part : recipe.parts) {
    check.known("text.parts: part", part.part, kTextPartWords);
    const bool is_field = part.part == TextPart::field;
    const bool counts = part.part == TextPart::longest_sentences;
    check.require(part.field.empty() != is_field,
                  is_field ? "text.parts: a part of kind field needs the name of its field"
                           : "text.parts: only a part of kind field has a field");
    if (counts) {
      check.between("text.parts: count", part.count, 1, 1000);
    } else {
      check.require(part.count == 0, "text.parts: only longest-sentences has a count");
    }
    check.between("text.parts: weight", part.weight, 1, 1000);
  }
  check.between("text.fallback_units", recipe.fallback_units_min, 0, 1'000'000);
  check.between("text.fallback_units_titled", recipe.titled_fallback_units_min, 0, 1'000'000);
}

void check_units(const Recipe& recipe, const Checker& check) {
  const UnitSpec& units = recipe.units;
  check.known("units.kind", units.kind, kUnitKindWords);
  check.known("units.folding", units.folding, kFoldingWords);
  check.known("units.last", units.last, kLastWindowWords);
  const bool is_given = units.kind == UnitKind::given;
  check.require(units.field.empty() != is_given,
                is_given ? "units.field is missing: name the field that lists the features"
                         : "units.field: only units of kind given have a field");
  check.require(!is_given || recipe.parts == Recipe{}.parts,
                "text.parts: units of kind given have no parts");
  if (is_window(units.kind)) {
    check.between("units.size", units.size, 1, 64);
    check.require(units.overlap < units.size, "units.overlap = " + std::to_string(units.overlap) +
                                                  ": it must be smaller than units.size");
    check.require(units.kind != UnitKind::bytes || units.folding == Folding::none,
                  "units.folding: bytes are not folded");
  } else {
    check.require(units.size == 0 && units.overlap == 0 && units.folding == Folding::none &&
                      units.last == LastWindow::whole,
                  "units: size, overlap, folding and last are of windows only (bytes, characters, "
                  "utf16)");
  }
  check.require(units.hmm || units.kind == UnitKind::jieba_words,
                "units.hmm: only jieba-words have it");
  check.require(units.made_with.empty() || is_foreign(units.kind),
                "units.made_with: only icu-words and jieba-words have it");
}

void check_features(const Recipe& recipe, const Checker& check) {
  const FeatureSpec& features = recipe.features;
  check.known("features.weights", features.weighting, kWeightingWords);
  check.require(!features.lengths.empty(), "features.lengths is empty: [1] means single units");
  std::uint32_t last = 0;
  for (const std::uint32_t length : features.lengths) {
    check.between("features.lengths", length, 1, 16);
    check.require(length > last, "features.lengths must ascend");
    last = length;
  }
  const bool of_words = !is_window(recipe.units.kind) && recipe.units.kind != UnitKind::given;
  check.require(of_words || features.lengths == std::vector<std::uint32_t>{1},
                "features.lengths: windows and given features have length 1; widen units.size");
  check.between("features.top", features.top, 0, 1'000'000);
  const bool can_use_idf =
      features.weighting == Weighting::tf_idf || features.weighting == Weighting::five_levels;
  check.require(can_use_idf || features.idf.file.empty(),
                "features.idf: only weights tf-idf and five-levels use it");
  check.require(features.weighting != Weighting::tf_idf || !features.idf.file.empty(),
                "features.weights = tf-idf needs features.idf: make a table with '" + Named::idf +
                    " build CORPUS'");
  check.require(of_words || (features.stop_words.file.empty() && features.topic.file.empty()),
                "features: stop_words and topic are of words, not of windows or given features");
  const bool is_keywords = recipe.units.kind == UnitKind::jieba_words &&
                           features.weighting == Weighting::tf_idf && features.idf.file == "jieba";
  check.require(
      !is_keywords || (recipe.reads_one_text() && recipe.units.hmm &&
                       features.lengths == std::vector<std::uint32_t>{1} &&
                       features.stop_words.file.empty() && features.topic.file.empty()),
      "features: jieba's keywords (jieba-words, tf-idf, idf of jieba) are chosen by jieba: "
      "of one text, single words, hmm, without stop_words or topic of yours");
  const bool is_given = recipe.units.kind == UnitKind::given;
  check.require(!is_given || (features.weighting == Weighting::tf && features.top == 0 &&
                              features.stop_words.file.empty() && features.topic.file.empty()),
                "features: given features carry their own weights; say weights = \"tf\"");
}

void check_fingerprint(const Recipe& recipe, const Checker& check) {
  const FingerprintSpec& fingerprint = recipe.fingerprint;
  const FeatureHash hash = fingerprint.hash;
  check.known("fingerprint.hash", hash, kFeatureHashWords);
  check.require(
      fingerprint.bits == 32 || fingerprint.bits == 64 || fingerprint.bits == 128,
      "fingerprint.bits = " + std::to_string(fingerprint.bits) + ": it must be 32, 64 or 128");
  check.require(hash != FeatureHash::dotnet_string || fingerprint.bits == 32,
                "fingerprint.hash = dotnet-string has 32 bits");
  check.require(hash != FeatureHash::python_string || fingerprint.bits <= 64,
                "fingerprint.hash = python-string has 64 bits");
  check.require(hash == FeatureHash::xxh3 || fingerprint.seed == 0,
                "fingerprint.seed: only the hash xxh3 has one");
  check.require(
      hash == FeatureHash::xxh3 || recipe.features.lengths == std::vector<std::uint32_t>{1},
      "features.lengths: hashes other than xxh3 are of single units");
  // The largest integer of TOML.
  constexpr std::uint64_t kSeedMost = std::numeric_limits<std::int64_t>::max();
  check.between("fingerprint.seed", fingerprint.seed, 0, kSeedMost);
  check.between("sketch.seed", recipe.sketch.seed, 0, kSeedMost);
}

void check_bins(std::string_view what, std::uint32_t bins, std::uint32_t bits,
                const Checker& check) {
  const std::string prefix(what);
  check.require(
      std::has_single_bit(bins) && bins <= 4096,
      prefix + ".bins = " + std::to_string(bins) + ": it must be a power of two, 1 to 4096");
  check.require(std::has_single_bit(bits) && bits <= 16,
                prefix + ".bits = " + std::to_string(bits) + ": it must be 1, 2, 4, 8 or 16");
}

}  // namespace

void check_recipe(const Recipe& recipe, std::string_view where) {
  const Checker check(where);
  check.require(!recipe.name.empty(), "name is empty");
  check_parts(recipe, check);
  check_units(recipe, check);
  check_features(recipe, check);
  check_fingerprint(recipe, check);
  check.between("sketch.shingle_size", recipe.sketch.shingle_size, 1, 100);
  check_bins("sketch", recipe.sketch.bins, recipe.sketch.bits, check);
  check.between("anchors.shingle_size", recipe.anchors.shingle_size, 1, 100);
  check.between("anchors.smallest", recipe.anchors.smallest, 0, 4096);
  check.between("anchors.modulus", recipe.anchors.modulus, 0, 1 << 20);
  check.require(recipe.anchors.smallest != 0 || recipe.anchors.modulus != 0 ||
                    recipe.anchors.shingle_size == AnchorSpec{}.shingle_size,
                "anchors.shingle_size says nothing without anchors.smallest or anchors.modulus");
  check_bins("layout", recipe.layout_bins, recipe.layout_bits, check);
}

}  // namespace facsim
