// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything that is computed of one page: the one place where the core rooms meet for it, so that
// dedup, compare and fingerprint cannot differ.
//
// One PageAnalyzer a thread; reuses its buffers.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/extract/extractor.h"
#include "facsim/features/weights.h"
#include "facsim/model/document.h"
#include "facsim/model/fingerprint.h"
#include "facsim/model/page.h"
#include "facsim/model/recipe.h"
#include "facsim/model/sketch.h"

namespace facsim {

struct Analysis {
  bool has_text = false;         // false: nothing below is set
  bool used_fallback = false;    // the main text was too short: the visible text was taken
  Hash128 digest;                // of the judged text
  std::uint64_t text_bytes = 0;  // of the judged text
  std::uint32_t units = 0;       // of the judged text
  std::optional<Fingerprint> fingerprint;          // nothing under profile.units_min units
  std::optional<Fingerprint> visible_fingerprint;  // of all visible text, same rule
  std::optional<Sketch> sketch;                    // of the shingle set, same rule
  std::optional<Sketch> layout;                    // of the tag.class names; nothing for plain text
};

class PageAnalyzer {
 public:
  // Without `with_visible` no visible_fingerprint is computed, which saves a pass over HTML pages.
  explicit PageAnalyzer(const Profile& profile, ExtractOptions extract = {},
                        bool with_visible = true);

  // The document stays readable through document() and text() until the next call.
  [[nodiscard]] const Analysis& analyze(const Page& page);
  // The same for a text that needs no extraction.
  [[nodiscard]] const Analysis& analyze_text(std::string_view text);

  [[nodiscard]] const Document& document() const noexcept { return document_; }
  // The text that was judged: main, visible or given.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] const std::vector<std::uint64_t>& units() const noexcept { return units_; }
  // Distinct shingle hashes, ascending; empty for a text of less than units_min units.
  [[nodiscard]] const std::vector<std::uint64_t>& shingles() const noexcept { return shingles_; }

 private:
  void choose_text();
  void judge_units();
  [[nodiscard]] std::optional<Fingerprint> fingerprint_of(const std::vector<std::uint64_t>& units);

  Profile profile_;
  bool with_visible_;
  Hash128 empty_digest_;
  Extractor extractor_;
  FeatureCounter counter_;
  Document document_;
  Analysis analysis_;
  std::string_view text_;
  std::string digest_scratch_;
  std::vector<std::uint64_t> units_;
  std::vector<std::uint64_t> visible_units_;
  std::vector<std::uint64_t> shingles_;
  std::vector<std::uint64_t> shingle_scratch_;
  std::vector<Feature> features_;
};

// How alike two layouts are: nothing where one page has no markup.
[[nodiscard]] std::optional<double> layout_likeness(const std::optional<Sketch>& a,
                                                    const std::optional<Sketch>& b) noexcept;

}  // namespace facsim
