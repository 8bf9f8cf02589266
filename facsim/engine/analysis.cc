// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/analysis.h"

#include <utility>

#include "facsim/features/shingles.h"
#include "facsim/features/text_digest.h"
#include "facsim/features/units.h"
#include "facsim/fingerprint/simhash.h"
#include "facsim/fingerprint/sketcher.h"

namespace facsim {

PageAnalyzer::PageAnalyzer(const Profile& profile, ExtractOptions extract, bool with_visible)
    : profile_(profile), with_visible_(with_visible), extractor_(extract) {
  empty_digest_ = text_digest("", digest_scratch_);
}

const Analysis& PageAnalyzer::analyze(const Page& page) {
  document_ = extractor_.extract(page);
  analysis_ = {};
  choose_text();
  judge_units();
  if (document_.has_markup) {
    analysis_.layout = sketch_of(document_.layout);
    if (with_visible_) {
      hash_units(document_.visible_text, profile_.recipe.seed, visible_units_);
      analysis_.visible_fingerprint = fingerprint_of(visible_units_);
    }
  } else {
    analysis_.visible_fingerprint = analysis_.fingerprint;
  }
  return analysis_;
}

const Analysis& PageAnalyzer::analyze_text(std::string_view text) {
  document_ = {};
  analysis_ = {};
  text_ = text;
  hash_units(text_, profile_.recipe.seed, units_);
  judge_units();
  analysis_.visible_fingerprint = analysis_.fingerprint;
  return analysis_;
}

// Text pages have one text, which both parts name. Of HTML the main text is taken unless it is too
// short to say anything of the page.
void PageAnalyzer::choose_text() {
  text_ = document_.visible_text;
  if (document_.has_markup && profile_.recipe.text == TextPart::main) {
    hash_units(document_.main_text, profile_.recipe.seed, units_);
    if (units_.size() >= profile_.recipe.fallback_units_min) {
      text_ = document_.main_text;
      return;
    }
    analysis_.used_fallback = true;
  }
  hash_units(text_, profile_.recipe.seed, units_);
}

void PageAnalyzer::judge_units() {
  shingles_.clear();
  analysis_.digest = text_digest(text_, digest_scratch_);
  analysis_.has_text = analysis_.digest != empty_digest_;
  analysis_.text_bytes = text_.size();
  analysis_.units = static_cast<std::uint32_t>(units_.size());
  analysis_.fingerprint = fingerprint_of(units_);
  if (units_.size() < profile_.units_min) return;
  shingle_set(units_, profile_.recipe.shingle_size, shingles_, shingle_scratch_);
  analysis_.sketch = sketch_of(shingles_);
}

std::optional<Fingerprint> PageAnalyzer::fingerprint_of(const std::vector<std::uint64_t>& units) {
  if (units.size() < profile_.units_min) return std::nullopt;
  counter_.singles_and_pairs(units, features_);
  return simhash(features_);
}

std::optional<double> layout_likeness(const std::optional<Sketch>& a,
                                      const std::optional<Sketch>& b) noexcept {
  if (!a || !b) return std::nullopt;
  return estimated_resemblance(*a, *b);
}

}  // namespace facsim
