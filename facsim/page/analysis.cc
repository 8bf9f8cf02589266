// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/analysis.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/features/number_units.h"
#include "facsim/features/shingles.h"
#include "facsim/features/text_digest.h"
#include "facsim/features/title_key.h"
#include "facsim/features/units.h"
#include "facsim/fingerprint/anchors.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/fingerprint/wide_sketch.h"
#include "facsim/page/judged_text.h"

namespace facsim {
namespace {

// Texts of a page: as it came, main and visible, left out, and normalised for the digest.
constexpr std::size_t kTextCopies = 5;
// Units, shingles and a copy to sort them.
constexpr std::size_t kBytesPerUnit = 24;

template <class Buffer>
std::size_t bytes_of(const Buffer& buffer) {
  return buffer.capacity() * sizeof(*buffer.data());
}

// Called before any of the analyzer's parts is constructed.
AnalyzerOptions checked(AnalyzerOptions options) {
  check_profile(options.profile);
  require_kernel(options.kernel);
  // Only the fingerprint needs NUL characters: the case of a sigma depends on its neighbours, and
  // for Python a NUL may be one.
  options.extract.keep_nul = options.profile.recipe.units.folding == Folding::python;
  return options;
}

}  // namespace

PageAnalyzer::PageAnalyzer(AnalyzerOptions options)
    : options_(checked(std::move(options))),
      extractor_(options_.extract),
      fingerprinter_(options_.profile.recipe, options_.tables, options_.kernel),
      coverage_(options_.profile.recipe.sketch.shingle_size) {
  empty_digest_ = text_digest("", digest_scratch_);
}

const Analysis& PageAnalyzer::analyze(const Page& page, MemoryRoom* room) {
  release_large(document_.main_text);
  release_large(document_.visible_text);
  release_large(document_.named_text);
  release_large(document_.hidden_text);
  document_ = extractor_.extract(page, room);
  nul_text_.clear();
  if (options_.extract.keep_nul && document_.main().find('\0') != std::string::npos) {
    nul_text_ = document_.main();
    std::erase(document_.main_text, '\0');
    std::erase(document_.visible_text, '\0');
  }
  analysis_ = {};
  const JudgedText judged = judged_text(document_, options_.profile.recipe, units_);
  text_ = judged.text;
  analysis_.used_fallback = judged.used_fallback;
  if (room != nullptr) {
    room->need(kTextCopies * std::max(page.bytes.size(), document_.visible_text.size()) +
               kBytesPerUnit * units_.size() + fingerprinter_.bytes_for(text_, units_.size()));
  }
  judge_units();
  const Recipe& recipe = options_.profile.recipe;
  if (recipe.units.kind == UnitKind::given) {
    analysis_.fingerprint = fingerprinter_.of_given(page);
  } else if (!recipe.reads_one_text()) {
    judge_parts(page);
  } else if (wants_fingerprint() && has_units(units_.size())) {
    analysis_.fingerprint = fingerprinter_.of_text(fingerprinted(), units_, look_);
  }
  if (options_.with_sketch && options_.with_witness) measure_coverage(page, judged);
  if (!document_.has_markup) {
    analysis_.visible_fingerprint = analysis_.fingerprint;
    return analysis_;
  }
  if (options_.with_sketch) analysis_.layout = sketch_of(document_.layout);
  visible_units_.clear();
  if (options_.with_sketch && options_.with_witness) {
    hear_witness();
    if (has_units(units_.size())) take_names(page);
  }
  if (options_.with_visible && recipe.reads_one_text()) {
    if (visible_units_.empty()) hash_units(document_.visible_text, kWordSeed, visible_units_);
    if (has_units(visible_units_.size())) {
      analysis_.visible_fingerprint =
          fingerprinter_.of_text(document_.visible_text, visible_units_);
    }
  }
  return analysis_;
}

const Analysis& PageAnalyzer::analyze_text(std::string_view text) {
  document_ = {};
  analysis_ = {};
  text_ = text;
  nul_text_.clear();
  if (text.find('\0') != std::string_view::npos) {
    if (options_.extract.keep_nul) nul_text_ = text;
    clean_text_ = text;
    std::erase(clean_text_, '\0');
    text_ = clean_text_;
  }
  units_.clear();
  if (needs_units()) hash_units(text_, kWordSeed, units_, look_);
  judge_units();
  if (wants_fingerprint() && has_units(units_.size())) {
    analysis_.fingerprint = fingerprinter_.of_text(fingerprinted(), units_, look_);
  }
  analysis_.visible_fingerprint = analysis_.fingerprint;
  return analysis_;
}

// The visible fingerprint of a page without markup is its fingerprint.
bool PageAnalyzer::wants_fingerprint() const noexcept {
  return options_.with_fingerprint || (options_.with_visible && !document_.has_markup);
}

// For a text: units identify texts that are too short, and most fingerprints are made of them.
bool PageAnalyzer::needs_units() const noexcept {
  if (options_.with_units || options_.with_sketch) return true;
  const Recipe& recipe = options_.profile.recipe;
  return wants_fingerprint() &&
         (recipe.units.kind == UnitKind::words || !recipe.fingerprint.of_nothing);
}

// A page of parts is too short if all parts together are too short.
void PageAnalyzer::judge_parts(const Page& page) {
  const std::vector<PartText> parts = fingerprinter_.parts_of(fingerprinted(), document_, page);
  std::size_t units = 0;
  for (const PartText& part : parts) {
    hash_units(part.text, kWordSeed, visible_units_);
    units += visible_units_.size();
  }
  if (has_units(units)) analysis_.fingerprint = fingerprinter_.of_parts(parts);
}

void PageAnalyzer::judge_units() {
  shingles_.clear();
  analysis_.has_text = !units_.empty();
  if (options_.with_digest) {
    analysis_.digest = text_digest(text_, digest_scratch_, look_);
    analysis_.has_text = analysis_.digest != empty_digest_;
    release_large(digest_scratch_);
  }
  analysis_.text_bytes = text_.size();
  analysis_.units = static_cast<std::uint32_t>(units_.size());
  if (!options_.with_sketch || units_.size() < options_.profile.units_min) return;
  shingle_set(units_, options_.profile.recipe.sketch.shingle_size, shingles_, shingle_scratch_,
              look_);
  release_large(shingle_scratch_);
  analysis_.sketch = sketch_of(shingles_);
}

// Not needed for a page whose main text is so long that it cannot match a short one.
void PageAnalyzer::hear_witness() {
  Witness& witness = analysis_.witness;
  const Recipe& recipe = options_.profile.recipe;
  const std::size_t short_max = options_.profile.short_units_max;
  witness.judged_visible = analysis_.used_fallback || recipe.judges_all_text();
  if (witness.judged_visible) hash_units(document_.main_text, kWordSeed, main_units_);
  const std::size_t main_units = witness.judged_visible ? main_units_.size() : units_.size();
  if (main_units > 2 * short_max) return;
  witness.title = title_key(document_.title);
  witness.marks = title_marks_key(document_.title);
  witness.is_short = main_units <= short_max;
  witness.is_stub = !witness.judged_visible && main_units < recipe.fallback_units_min;
  if (witness.title == 0) return;
  if (!witness.judged_visible) hash_units(document_.visible_text, kWordSeed, visible_units_);
  const std::vector<std::uint64_t>& units = witness.judged_visible ? main_units_ : visible_units_;
  if (units.size() < options_.profile.units_min) return;
  shingle_hashes(units, options_.profile.recipe.sketch.shingle_size, witness_shingles_);
  const std::optional<Sketch> sketch = sketch_of(witness_shingles_);
  witness.has_text = sketch.has_value();
  if (sketch) witness.text = *sketch;
}

void PageAnalyzer::take_names(const Page& page) {
  const std::string path = last_path_part(page.url.empty() ? page.file_name : page.url);
  const std::vector<NameWord> words =
      name_words({.title = document_.title, .heading = document_.heading, .path = path}, kWordSeed);
  hash_units(document_.heading, kWordSeed, heading_units_);
  hash_units(document_.title, kWordSeed, said_units_);
  said_units_.insert(said_units_.end(), heading_units_.begin(), heading_units_.end());
  const std::span<const std::uint64_t> heading = heading_units_;
  const bool judged_visible = text_.data() == document_.visible_text.data();
  const bool has_heading = judged_visible || document_.heading_is_main;
  const std::vector<std::vector<std::uint64_t>> lines =
      headlines(document_.title, document_.heading, kWordSeed);
  Names& names = analysis_.names;
  names = names_of(words, {.units = units_,
                           .heading = has_heading ? heading : std::span<const std::uint64_t>(),
                           .headlines = lines,
                           .said = said_units_,
                           .text = text_});
  names.of_visible = judged_visible;
  if (judged_visible || words.empty() || names.words[0] != '\0') return;
  if (visible_units_.empty()) hash_units(document_.visible_text, kWordSeed, visible_units_);
  names = names_of(words, {.units = visible_units_,
                           .heading = heading,
                           .headlines = lines,
                           .said = said_units_,
                           .text = document_.visible_text});
  names.of_visible = true;
}

void PageAnalyzer::measure_coverage(const Page& page, const JudgedText& judged) {
  Coverage& coverage = analysis_.coverage;
  coverage = coverage_.measure(document_, judged, page.bytes);
  analysis_.judged_share = coverage.judged();
  analysis_.mostly_left_out = coverage.mostly;
  const std::string_view all = document_.visible_text;
  if (coverage.is_garbled || text_.data() == all.data() || text_ == all) return;
  const Hash128 visible = text_digest(all, digest_scratch_);
  release_large(digest_scratch_);
  if (visible != analysis_.digest) coverage.visible = visible.low | 1U;
}

StoredText PageAnalyzer::stored_text() const {
  std::vector<std::uint64_t> numbers;
  number_units(text_, kWordSeed, numbers);
  const std::vector<std::uint64_t> words = title_words(document_.title, kWordSeed);
  StoredText stored;
  stored.numbers = static_cast<std::uint32_t>(numbers.size());
  stored.title_words = static_cast<std::uint32_t>(words.size());
  stored.hashes.reserve(units_.size() + numbers.size() + words.size());
  for (const auto* part :
       std::initializer_list<const std::vector<std::uint64_t>*>{&units_, &numbers, &words}) {
    stored.hashes.insert(stored.hashes.end(), part->begin(), part->end());
  }
  return stored;
}

// True if a text with this number of words has a fingerprint.
bool PageAnalyzer::has_units(std::size_t count) const noexcept {
  return count >= options_.profile.units_min || options_.profile.recipe.fingerprint.of_nothing;
}

std::optional<std::vector<std::uint8_t>> PageAnalyzer::sketch_bytes() const {
  return wide_sketch_of(shingles_, options_.profile.recipe.sketch);
}

std::optional<std::vector<std::uint8_t>> PageAnalyzer::layout_bytes() const {
  if (!document_.has_markup) return std::nullopt;
  const Recipe& recipe = options_.profile.recipe;
  return wide_sketch_of(
      document_.layout,
      {.shingle_size = 1, .bins = recipe.layout_bins, .bits = recipe.layout_bits, .seed = 0});
}

std::vector<std::uint64_t> PageAnalyzer::anchors() const {
  const Profile& profile = options_.profile;
  if (units_.size() < profile.units_min) return {};
  std::vector<std::uint64_t> set;
  std::vector<std::uint64_t> scratch;
  shingle_set(units_, profile.recipe.anchors.shingle_size, set, scratch);
  return anchors_of(set, profile.recipe.anchors);
}

std::size_t PageAnalyzer::held_bytes() const noexcept {
  std::size_t bytes = fingerprinter_.held_bytes() + coverage_.held_bytes() +
                      bytes_of(document_.main_text) + bytes_of(document_.visible_text) +
                      bytes_of(document_.layout) + bytes_of(digest_scratch_) +
                      bytes_of(clean_text_) + bytes_of(nul_text_);
  for (const auto* buffer : {&units_, &main_units_, &visible_units_, &heading_units_, &said_units_,
                             &shingles_, &witness_shingles_, &shingle_scratch_}) {
    bytes += bytes_of(*buffer);
  }
  return bytes;
}

void PageAnalyzer::keep_at_most(std::size_t bytes) {
  if (held_bytes() <= bytes) return;
  text_ = {};
  // Assigning an empty value to a string or vector does not free its buffer, here and below.
  release_large(document_.main_text, 0);
  release_large(document_.visible_text, 0);
  release_large(document_.named_text, 0);
  release_large(document_.hidden_text, 0);
  document_ = {};
  release_large(digest_scratch_, 0);
  release_large(clean_text_, 0);
  release_large(nul_text_, 0);
  for (auto* buffer : {&units_, &main_units_, &visible_units_, &heading_units_, &said_units_,
                       &shingles_, &witness_shingles_, &shingle_scratch_}) {
    release_large(*buffer, 0);
  }
  fingerprinter_.release();
  coverage_.release();
}

std::optional<double> layout_likeness(const std::optional<Sketch>& a,
                                      const std::optional<Sketch>& b) noexcept {
  if (!a || !b) return std::nullopt;
  return estimated_resemblance(*a, *b);
}

PageFacts facts_of(const Analysis& analysis, std::size_t shingles) {
  PageFacts facts;
  facts.has_text = analysis.has_text;
  facts.digest = analysis.digest;
  facts.units = analysis.units;
  facts.has_fingerprint = analysis.fingerprint.has_value() && analysis.sketch.has_value();
  if (facts.has_fingerprint) {
    facts.fingerprint = analysis.fingerprint->low;
    facts.sketch = *analysis.sketch;
    facts.shingles = static_cast<std::uint32_t>(shingles);
  }
  facts.witness = analysis.witness;
  facts.coverage = analysis.coverage;
  facts.names = analysis.names;
  facts.has_layout = analysis.layout.has_value();
  if (facts.has_layout) facts.layout = *analysis.layout;
  return facts;
}

void require_indexable(const Recipe& recipe, std::string_view who) {
  const auto require = [](bool holds, const Sentence& sentence) {
    if (!holds) throw Error{ErrorCode::invalid_argument, sentence};
  };
  const std::string taker(who);
  require(recipe.fingerprint.bits == 64, taker + " takes fingerprints of 64 bits; '" + recipe.name +
                                             "' makes " + std::to_string(recipe.fingerprint.bits) +
                                             "; use '" + Named::fingerprint +
                                             "', or facsim.HammingIndex in Python");
  require(recipe.sketch.bins == 64 && recipe.sketch.bits == 8 && recipe.sketch.seed == 0 &&
              recipe.layout_bins == 64 && recipe.layout_bits == 8,
          taker + " compares sketches and layouts of 64 bins of 8 bits; recipe '" + recipe.name +
              "' has others (" + Named::fingerprint + " makes any)");
}

}  // namespace facsim
