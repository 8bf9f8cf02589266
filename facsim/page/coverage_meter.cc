// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/coverage_meter.h"

#include <algorithm>
#include <array>

#include "facsim/base/hash64.h"
#include "facsim/features/bare_characters.h"
#include "facsim/features/shingles.h"
#include "facsim/features/units.h"
#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

// In the measure of Coverage::left_out.
constexpr std::uint16_t kBareCountsFrom = 40;
constexpr std::size_t kFooterBytes = 200;     // less is on any page, so it does not count
constexpr std::uint64_t kGarbledMin = 3;      // characters
constexpr std::uint64_t kGarbledShare = 100;  // at least one in this many

bool is_garbled(const CharacterCounts& counts) {
  return counts.replaced >= kGarbledMin &&
         kGarbledShare * counts.replaced >= counts.in_units + counts.bare;
}

// Marks between the words of a text do not count, nor do the operators of most code.
std::uint64_t counting_bare(const CharacterCounts& counts) {
  const std::uint64_t bare = counts.bare - counts.replaced;
  return left_out_share(bare, counts.in_units) >= kBareCountsFrom ? bare : 0;
}

// True if it is certain, without examining each character, that bare characters do not count and
// all letters could be decoded.
bool is_surely_judged(const CharacterBounds& characters) {
  return !characters.has_replaced &&
         characters.bare_max * kLeftOutOne < characters.in_units_min * kBareCountsFrom;
}

}  // namespace

Coverage CoverageMeter::measure(const Document& document, const JudgedText& judged,
                                std::string_view bytes) {
  const bool judged_visible = judged.is_visible || !document.has_markup;
  std::string_view named_text = judged_visible ? std::string_view() : document.named_text;
  std::string_view hidden_text = document.hidden_text;
  if (named_text.size() + hidden_text.size() < kFooterBytes) named_text = hidden_text = {};
  const bool is_whole = named_text.empty() && hidden_text.empty() && !document.is_cut;
  if (is_whole && is_surely_judged(judged.characters)) return {};
  const CharacterCounts of_judged = count_characters(judged.text);
  const CharacterCounts named = count_characters(named_text);
  const CharacterCounts hidden = count_characters(hidden_text);
  const std::uint64_t bare = counting_bare(of_judged);
  const std::array<std::uint64_t, kLeftOutCount> left_out = {
      0, named.in_units + named.bare, hidden.in_units + hidden.bare, bare, of_judged.replaced};
  const auto* const most = std::max_element(left_out.begin(), left_out.end());

  Coverage coverage;
  std::uint64_t all = 0;
  for (const std::uint64_t characters : left_out) all += characters;
  coverage.left_out = left_out_share(all, of_judged.in_units);
  if (coverage.left_out != 0) coverage.mostly = static_cast<LeftOut>(most - left_out.begin());
  // The text's own evidence takes precedence over its surroundings.
  if (left_out_share(bare, of_judged.in_units) >= kLeftOutDecides) coverage.mostly = LeftOut::bare;
  coverage.is_garbled = document.is_cut || is_garbled(of_judged);
  if (coverage.is_garbled) {
    coverage.visible = hash64(bytes) | 1U;
    coverage.mostly = LeftOut::undecoded;
  } else if (keeps_left_out(coverage.left_out)) {
    shingles_.clear();
    add_part(named_text, counting_bare(named) != 0);
    add_part(hidden_text, counting_bare(hidden) != 0);
    if (bare != 0) add_bare(judged.text);
    const std::optional<Sketch> sketch = sketch_of(shingles_);
    coverage.has_text = sketch.has_value();
    if (sketch) coverage.text = *sketch;
  }
  return coverage;
}

void CoverageMeter::add_part(std::string_view text, bool with_bare) {
  hash_units(text, kWordSeed, units_);
  add_shingles();
  if (with_bare) add_bare(text);
}

void CoverageMeter::add_bare(std::string_view text) {
  hash_bare_characters(text, kWordSeed, units_);
  add_shingles();
}

// Adds the shingles of the current units.
void CoverageMeter::add_shingles() {
  shingle_hashes(units_, shingle_size_, of_part_);
  shingles_.insert(shingles_.end(), of_part_.begin(), of_part_.end());
}

void CoverageMeter::release() { *this = CoverageMeter(shingle_size_); }

std::size_t CoverageMeter::held_bytes() const noexcept {
  return sizeof(std::uint64_t) * (units_.capacity() + shingles_.capacity() + of_part_.capacity());
}

}  // namespace facsim
