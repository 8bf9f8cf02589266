// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/fingerprinter.h"

#include <algorithm>
#include <array>
#include <string>

#include "facsim/base/limits.h"
#include "facsim/base/memory_room.h"
#include "facsim/base/utf.h"
#include "facsim/features/sentences.h"
#include "facsim/features/units.h"
#include "facsim/features/windows.h"
#include "facsim/fingerprint/simhash.h"
#include "facsim/fingerprint/text_hash.h"

namespace facsim {
namespace {

std::string text_of(const PartSpec& part, std::string_view judged, const Document& document,
                    const Page& page) {
  switch (part.part) {
    case TextPart::main:
      return std::string(judged);
    case TextPart::all:
      return document.visible_text;
    case TextPart::title:
      return document.title;
    case TextPart::longest_sentences:
      return longest_sentences(judged, part.count);
    case TextPart::paragraph_edges:
      return paragraph_edges(judged);
    case TextPart::field:
      for (const PageField& field : page.fields) {
        if (field.name == part.field) return field.text;
      }
  }
  return {};
}

}  // namespace

Fingerprinter::Way Fingerprinter::way_of(const Recipe& recipe) {
  if (recipe.has_default_features()) return Way::singles_and_pairs;
  const FeatureSpec every_occurrence{.lengths = {1},
                                     .weighting = Weighting::tf,
                                     .top = 0,
                                     .idf = {},
                                     .stop_words = {},
                                     .topic = {}};
  const FingerprintSpec& fingerprint = recipe.fingerprint;
  const bool is_plain =
      recipe.reads_one_text() && recipe.features == every_occurrence && fingerprint.bits == 64;
  if (!is_plain) return Way::general;
  const UnitSpec& units = recipe.units;
  const bool rolls =
      units.size != 0 && units.overlap + 1 == units.size && units.last == LastWindow::whole;
  if (fingerprint.hash == FeatureHash::md5) {
    const bool is_python =
        rolls && units.kind == UnitKind::characters && units.size == Md5Windows::kCharacters;
    return is_python ? Way::python : Way::general;
  }
  if (fingerprint.hash != FeatureHash::xxh3 || fingerprint.of_nothing) return Way::general;
  if (units.kind == UnitKind::words) return Way::words;
  if (!rolls || !is_packed_window(units.kind, units.size)) return Way::general;
  switch (units.kind) {
    case UnitKind::bytes:
      return Way::bytes;
    case UnitKind::utf16:
      return Way::utf16;
    case UnitKind::characters:
      return Way::characters;
    default:
      return Way::general;
  }
}

Fingerprinter::Fingerprinter(const Recipe& recipe, const FeatureTables& tables, Kernel kernel)
    : recipe_(recipe),
      way_(way_of(recipe)),
      maker_(recipe, tables),
      kernels_(&fingerprint_kernels(kernel)) {
  if (way_ == Way::python) md5_windows_.emplace(*kernels_);
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
  // Features without any weight carry no more information than no features.
  const bool says_something =
      std::ranges::any_of(hashes_, [](const WeightedHash& feature) { return feature.weight != 0; });
  if (!says_something && !recipe_.fingerprint.of_nothing) return std::nullopt;
  const bool is_python = recipe_.fingerprint.hash == FeatureHash::md5;
  return wide_simhash(hashes_, recipe_.fingerprint.bits,
                      is_python ? Majority::more_than_half : Majority::signed_sum);
}

std::size_t Fingerprinter::bytes_for(std::string_view text, std::size_t words) const noexcept {
  switch (way_) {
    case Way::singles_and_pairs:
      return FeatureCounter::bytes_for(words);
    case Way::words:
      return words * sizeof(std::uint64_t);
    case Way::general:
      // A feature is a string in a table, and one may begin at every byte.
      return std::min(text.size(), limits::kNamedFeaturesMax) * 256;
    default:
      return text.size() * (sizeof(char16_t) + sizeof(char32_t));
  }
}

std::size_t Fingerprinter::held_bytes() const noexcept {
  return counter_.held_bytes() + hashes_.capacity() * sizeof(WeightedHash) +
         seeded_words_.capacity() * sizeof(std::uint64_t) + utf16_.capacity() * sizeof(char16_t) +
         characters_.capacity() * sizeof(char32_t);
}

void Fingerprinter::release() {
  counter_ = {};
  release_large(hashes_, 0);
  release_large(seeded_words_, 0);
  release_large(utf16_, 0);
  release_large(characters_, 0);
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
                                                      std::span<const std::uint64_t> words,
                                                      const Look& look) {
  if (recipe_.units.kind == UnitKind::words && recipe_.fingerprint.seed != 0) {
    hash_units(text, recipe_.fingerprint.seed, seeded_words_, look);
    words = seeded_words_;
  }
  switch (way_) {
    case Way::singles_and_pairs: {
      const std::optional<Fingerprint> fingerprint =
          simhash(counter_.singles_and_pairs(words, look), *kernels_, look);
      if (!fingerprint) return std::nullopt;
      return WideFingerprint{.low = bits_of(*fingerprint), .high = 0};
    }
    case Way::words: {
      if (words.empty()) return std::nullopt;
      VoteSums sums{};
      kernels_->add_hashes(words, sums);
      return WideFingerprint{.low = signs_of(sums, static_cast<std::int64_t>(words.size())),
                             .high = 0};
    }
    case Way::general:
      return general(features_of(text));
    default:
      return of_windows(text);
  }
}

std::optional<WideFingerprint> Fingerprinter::of_windows(std::string_view text) {
  VoteSums sums{};
  std::size_t windows = 0;
  const UnitSpec& units = recipe_.units;
  if (way_ == Way::bytes) {
    windows = kernels_->add_byte_windows(text, units.size, recipe_.fingerprint.seed, sums);
  } else {
    const std::size_t characters = fold_to_utf16(text, units.folding, utf16_);
    // Windows of characters equal those of UTF-16 units if no character has two units.
    const bool is_basic = utf16_.size() == characters;
    if (way_ == Way::python) {
      if (is_basic) windows = md5_windows_->add(utf16_, sums);
    } else if (way_ == Way::utf16 || is_basic) {
      windows = kernels_->add_utf16_windows(utf16_, units.size, recipe_.fingerprint.seed, sums);
    } else {
      windows = add_character_windows(sums);
    }
  }
  // A text shorter than a window is a single window; that is rare, as are other cases without
  // windows.
  if (windows == 0) return general(features_of(text));
  return WideFingerprint{.low = signs_of(sums, static_cast<std::int64_t>(windows)), .high = 0};
}

// For a text with characters beyond the basic plane (an emoji is enough), which the kernels do not
// pack.
std::size_t Fingerprinter::add_character_windows(VoteSums& sums) {
  utf16_to_characters(utf16_, characters_);
  const std::size_t size = recipe_.units.size;
  if (characters_.size() < size) return 0;
  const std::size_t windows = characters_.size() - size + 1;
  std::array<std::uint64_t, 256> hashes;
  for (std::size_t begin = 0; begin < windows; begin += hashes.size()) {
    const std::size_t count = std::min(hashes.size(), windows - begin);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = window_hash(characters_.data() + begin + i, size, UnitKind::characters,
                              recipe_.units.size, recipe_.fingerprint.seed);
    }
    kernels_->add_hashes({hashes.data(), count}, sums);
  }
  return windows;
}

std::vector<PartText> Fingerprinter::parts_of(std::string_view judged, const Document& document,
                                              const Page& page) const {
  std::vector<PartText> parts;
  for (const PartSpec& part : recipe_.parts) {
    parts.push_back({text_of(part, judged, document, page), part.weight});
  }
  return parts;
}

std::optional<WideFingerprint> Fingerprinter::of_parts(std::span<const PartText> parts) {
  maker_.begin();
  for (const PartText& part : parts) maker_.add(part.text, part.weight);
  return general(maker_.finish());
}

// As the Python package does for its own hash: a feature without weight has that of the one before,
// and a whole number below zero counts only in the total.
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
