// SPDX-License-Identifier: Apache-2.0
#pragma once
// Computes everything that facsim knows of one page: the only place that combines the core rooms
// for it, so that dedup, compare and fingerprint cannot differ.
//
// Use one PageAnalyzer for each thread; it reuses its buffers.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/look.h"
#include "facsim/base/memory_room.h"
#include "facsim/extract/extractor.h"
#include "facsim/model/document.h"
#include "facsim/model/page.h"
#include "facsim/model/page_analysis.h"
#include "facsim/model/profile.h"
#include "facsim/model/sketch.h"
#include "facsim/page/coverage_meter.h"
#include "facsim/page/fingerprinter.h"
#include "facsim/page/names.h"
#include "facsim/page/page_facts.h"
#include "facsim/page/witness.h"

namespace facsim {

// The part that users may read, and the parts that only facsim's judgement uses.
struct Analysis : PageAnalysis {
  Witness witness;  // of HTML pages; its site is left to the caller
  Coverage coverage;
  Names names;
};

struct AnalyzerOptions {
  Profile profile;
  FeatureTables tables;  // needed by the profile's recipe
  ExtractOptions extract;
  Kernel kernel = best_kernel();
  // Parts that are switched off stay empty and cost nothing.
  bool with_visible = true;  // visible_fingerprint: a pass over all text of HTML pages
  bool with_sketch = true;   // sketch, shingles and layout
  bool with_witness = true;  // witness, coverage and names; needs with_sketch
  bool with_digest = true;   // without it, has_text means that the text has a unit
  bool with_fingerprint = true;
  bool with_units = true;  // without it, units are hashed only if something needs them
};

// The part of a text that verification needs, in the order in which UnitStore keeps it.
struct StoredText {
  std::vector<std::uint64_t> hashes;  // the units in order, the number units, the title's words
  std::uint32_t numbers = 0;          // their number (features/number_units.h)
  std::uint32_t title_words = 0;      // their number (features/title_key.h)
};

class PageAnalyzer {
 public:
  // Throws Error{invalid_argument} for an invalid profile or an unavailable kernel.
  explicit PageAnalyzer(AnalyzerOptions options);

  // The document stays readable through document() and text() until the next call. Requests the
  // memory that the page turns out to need from `room`, if there is one.
  [[nodiscard]] const Analysis& analyze(const Page& page, MemoryRoom* room = nullptr);
  // The same for a text that needs no extraction.
  [[nodiscard]] const Analysis& analyze_text(std::string_view text);
  // `look` is called regularly while a long text is analysed (base/look.h).
  void set_look(Look look) { look_ = std::move(look); }

  [[nodiscard]] const Document& document() const noexcept { return document_; }
  // The text that was judged: main, visible or given.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] const std::vector<std::uint64_t>& units() const noexcept { return units_; }
  [[nodiscard]] StoredText stored_text() const;
  // Distinct shingle hashes, ascending; empty for a text of less than units_min units.
  [[nodiscard]] const std::vector<std::uint64_t>& shingles() const noexcept { return shingles_; }

  // The last page's values in the recipe's format; nothing if it is too short or has no markup.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> sketch_bytes() const;
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> layout_bytes() const;
  [[nodiscard]] std::vector<std::uint64_t> anchors() const;

  // If the buffers are larger than `bytes`, frees them and drops the last page: an idle thread must
  // not hold the memory of its largest page.
  void keep_at_most(std::size_t bytes);

 private:
  [[nodiscard]] bool wants_fingerprint() const noexcept;
  [[nodiscard]] bool needs_units() const noexcept;
  void judge_units();
  [[nodiscard]] std::size_t held_bytes() const noexcept;
  void judge_parts(const Page& page);
  void hear_witness();
  void take_names(const Page& page);
  void measure_coverage(const Page& page, const JudgedText& judged);
  [[nodiscard]] std::string_view fingerprinted() const noexcept {
    return nul_text_.empty() ? text_ : std::string_view(nul_text_);
  }
  [[nodiscard]] bool has_units(std::size_t count) const noexcept;

  AnalyzerOptions options_;
  Hash128 empty_digest_;
  Look look_;
  Extractor extractor_;
  Fingerprinter fingerprinter_;
  CoverageMeter coverage_;
  Document document_;
  Analysis analysis_;
  std::string_view text_;
  std::string clean_text_;  // of a text with NUL characters
  std::string nul_text_;    // with them, if the fingerprint includes them
  std::string digest_scratch_;
  std::vector<std::uint64_t> units_;
  std::vector<std::uint64_t> main_units_;  // of HTML pages whose visible text is judged
  std::vector<std::uint64_t> visible_units_;
  std::vector<std::uint64_t> heading_units_;
  std::vector<std::uint64_t> said_units_;  // of title and heading
  std::vector<std::uint64_t> shingles_;
  std::vector<std::uint64_t> witness_shingles_;
  std::vector<std::uint64_t> shingle_scratch_;
};

// The same without what only readers of the text need; `shingles` is the number of its shingles.
[[nodiscard]] PageFacts facts_of(const Analysis& analysis, std::size_t shingles);

// Throws Error{invalid_argument} if the recipe's sizes of fingerprints, sketches or layouts cannot
// be indexed; the message begins with `who`.
void require_indexable(const Recipe& recipe, std::string_view who = "dedup");

// Returns how alike two layouts are; nothing if one page has no markup.
[[nodiscard]] std::optional<double> layout_likeness(const std::optional<Sketch>& a,
                                                    const std::optional<Sketch>& b) noexcept;

}  // namespace facsim
