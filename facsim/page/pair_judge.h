// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides whether two pages match: the only place that judges the available evidence (facts,
// sketches, texts, a list of pairs).
//
// Callers that compare texts or read stored figures fill an Evidence; callers without texts get one
// from the facts alone. So the figures and the kind of a pair in the rows do not depend on the
// caller. Pure; callable from any thread.

#include <cstdint>
#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/profile.h"
#include "facsim/page/page_facts.h"
#include "facsim/verify/overlap.h"

namespace facsim {

// What two judged texts share, and the source of these figures.
struct Evidence {
  By by = By::text;
  bool same_text = false;
  double resemblance = 0;
  double containment = 0;  // of the first page's shingles in the second
  double containment_reverse = 0;
  double error = 0;  // standard error of the resemblance
  // Set if it was measured. If agreement decides, it is set for all pairs whose lengths allow
  // enough.
  std::optional<double> agreement;
};

// The evidence of equal digests: nothing else is needed.
[[nodiscard]] Evidence same_text_evidence() noexcept;
// The evidence of shingle sets that were compared.
[[nodiscard]] Evidence text_evidence(const Overlap& shared,
                                     std::optional<double> agreement = std::nullopt) noexcept;
// The evidence of an earlier match, to judge another page of the same text by.
[[nodiscard]] Evidence evidence_of(const Match& match) noexcept;
// The evidence by digest or sketch; nothing if a page is too short for one. Standard error of the
// resemblance: .05 at .8 (64 bins).
[[nodiscard]] std::optional<Evidence> evidence_of_facts(const PageFacts& page,
                                                        const PageFacts& kept) noexcept;

// Returns the figures as a match, even if they do not suffice for one; its kind has no meaning.
[[nodiscard]] Match figures_of(const PageFacts& page, const PageFacts& kept,
                               const Evidence& evidence) noexcept;

// Judges `page` against `kept`; returns nothing if they are not duplicates. The match has an
// agreement if that decided.
[[nodiscard]] std::optional<Match> judge_pair(const PageFacts& page, const PageFacts& kept,
                                              const Evidence& evidence,
                                              const Thresholds& thresholds);

// True if one text repeats itself so much that the order of its units must be checked too, and the
// lengths do not forbid a match. If the sets would make a match, the evidence of texts must then
// have an agreement.
[[nodiscard]] bool asks_order(const PageFacts& page, const PageFacts& kept) noexcept;

// True if lengths, or the order of units, contradict the sets of shingles.
[[nodiscard]] bool say_other_orders(const PageFacts& page, const PageFacts& kept,
                                    const Evidence& evidence) noexcept;

// True if evidence outside the judged texts (witness.h, coverage.h, names.h) shows that they are
// two pages, if the judged texts have this resemblance. They may still be of kind layout or
// partial.
[[nodiscard]] bool are_two_pages(const PageFacts& page, const PageFacts& kept, double resemblance,
                                 const Thresholds& thresholds);

struct EstimatedMatch {
  std::optional<Match> match;            // by digest or sketch; nothing if they are not duplicates
  bool is_in_grey_zone = false;          // the texts should decide
  bool is_containment_in_doubt = false;  // the same for layout and partial
};

// Judges without texts, and reports whether the texts should be compared.
[[nodiscard]] EstimatedMatch estimate_match(const PageFacts& page, const PageFacts& kept,
                                            const Thresholds& thresholds);

}  // namespace facsim
