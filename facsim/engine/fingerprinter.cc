// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/fingerprinter.h"

#include <string>

#include "facsim/features/sentences.h"
#include "facsim/fingerprint/simhash.h"
#include "facsim/fingerprint/text_hash.h"

namespace facsim {
namespace {

std::string text_of(const PartSpec& part, const Document& document, const Page& page) {
  switch (part.part) {
    case TextPart::main:
      return document.main_text;
    case TextPart::all:
      return document.visible_text;
    case TextPart::title:
      return document.title;
    case TextPart::longest_sentences:
      return longest_sentences(document.main_text, part.count);
    case TextPart::paragraph_edges:
      return paragraph_edges(document.main_text);
    case TextPart::field:
      for (const PageField& field : page.fields) {
        if (field.name == part.field) return field.text;
      }
  }
  return {};
}

}  // namespace

Fingerprinter::Fingerprinter(const Recipe& recipe, const FeatureTables& tables)
    : recipe_(recipe), way_(Way::general), maker_(recipe, tables) {
  const bool is_plain = recipe.fingerprint.bits == 64 &&
                        recipe.fingerprint.hash == FeatureHash::xxh3 &&
                        !recipe.fingerprint.of_nothing;
  if (recipe.has_default_features()) {
    way_ = Way::singles_and_pairs;
  } else if (is_plain && recipe.reads_one_text() && recipe.units.kind == UnitKind::words &&
             recipe.features == FeatureSpec{.lengths = {1},
                                            .weighting = Weighting::tf,
                                            .top = 0,
                                            .idf = {},
                                            .stop_words = {},
                                            .topic = {}}) {
    way_ = Way::words;
  }
}

Hash128 Fingerprinter::hash_of(const TextFeature& feature) const {
  switch (recipe_.fingerprint.hash) {
    case FeatureHash::xxh3:
      break;
    case FeatureHash::md5:
      return md5_hash(feature.text);
    case FeatureHash::python_string:
      return widened(python_string_hash(feature.text));
    case FeatureHash::dotnet_string:
      return widened(dotnet_string_hash(feature.text));
  }
  return widened(feature.hash);
}

std::optional<WideFingerprint> Fingerprinter::of_hashes() const {
  if (hashes_.empty() && !recipe_.fingerprint.of_nothing) return std::nullopt;
  return wide_simhash(hashes_, recipe_.fingerprint.bits);
}

std::vector<TextFeature> Fingerprinter::features_of(std::string_view text) {
  maker_.begin();
  maker_.add(text);
  return maker_.finish();
}

std::optional<WideFingerprint> Fingerprinter::general(std::span<const TextFeature> features) {
  hashes_.clear();
  for (const TextFeature& feature : features) {
    hashes_.push_back({hash_of(feature), feature.weight, feature.weight});
  }
  return of_hashes();
}

std::optional<WideFingerprint> Fingerprinter::of_text(std::string_view text,
                                                      std::span<const std::uint64_t> words) {
  switch (way_) {
    case Way::singles_and_pairs:
      counter_.singles_and_pairs(words, features_);
      break;
    case Way::words:
      features_.clear();
      for (const std::uint64_t word : words) features_.push_back({word, 1});
      break;
    case Way::general:
      return general(features_of(text));
  }
  const std::optional<Fingerprint> fingerprint = simhash(features_);
  if (!fingerprint) return std::nullopt;
  return WideFingerprint{.low = bits_of(*fingerprint), .high = 0};
}

std::optional<WideFingerprint> Fingerprinter::of_parts(const Document& document, const Page& page) {
  if (recipe_.units.kind == UnitKind::given) return of_given(page);
  maker_.begin();
  for (const PartSpec& part : recipe_.parts) {
    maker_.add(text_of(part, document, page), part.weight);
  }
  return general(maker_.finish());
}

// As the Python package has it for its own hash: a feature without weight has that of the one
// before, and a whole number below zero counts in the total only.
std::optional<WideFingerprint> Fingerprinter::of_given(const Page& page) {
  const bool is_python = recipe_.fingerprint.hash == FeatureHash::md5;
  double carried = 1;
  hashes_.clear();
  for (const GivenFeature& feature : page.given) {
    const double weight = feature.weight.value_or(is_python ? carried : 1);
    if (feature.weight) carried = weight;
    const TextFeature text{feature.text, hash64(feature.text, recipe_.fingerprint.seed), weight};
    const bool is_odd = is_python && feature.is_whole && weight < 0;
    hashes_.push_back({hash_of(text), weight, is_odd ? 0 : weight});
  }
  return of_hashes();
}

}  // namespace facsim
