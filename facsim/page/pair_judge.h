// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two pages become a match, or none: the one place where what is at hand of them (facts, sketches,
// texts, a list of pairs) is judged.
//
// Who compares texts or reads figures again fills an Evidence; who has no texts asks for one that
// the facts alone give. What rows say of a pair, and its kind, is then the same whoever asks. Pure;
// callable from any thread.

#include <cstdint>
#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/profile.h"
#include "facsim/page/page_facts.h"
#include "facsim/verify/overlap.h"

namespace facsim {

// What two judged texts share, and who says so.
struct Evidence {
  By by = By::text;
  bool same_text = false;
  double resemblance = 0;
  double containment = 0;  // of the first page's shingles in the second
  double containment_reverse = 0;
  double error = 0;  // standard error of the resemblance
  // Where it was measured. Where agreement decides, it was of all pairs whose lengths allow enough.
  std::optional<double> agreement;
};

// Equal digests: nothing else need be known.
[[nodiscard]] Evidence same_text_evidence() noexcept;
// Of shingle sets that were compared.
[[nodiscard]] Evidence text_evidence(const Overlap& shared,
                                     std::optional<double> agreement = std::nullopt) noexcept;
// What was said of a pair before, to judge another page of the same text by.
[[nodiscard]] Evidence evidence_of(const Match& match) noexcept;
// By digest or sketch; nothing where a page is too short for one. Standard error of the
// resemblance: .05 at .8 (64 bins).
[[nodiscard]] std::optional<Evidence> evidence_of_facts(const PageFacts& page,
                                                        const PageFacts& kept) noexcept;

// The figures as a match, whether they suffice for one; its kind says nothing.
[[nodiscard]] Match figures_of(const PageFacts& page, const PageFacts& kept,
                               const Evidence& evidence) noexcept;

// `page` is judged against `kept`; nothing where they are no duplicates. The match has an agreement
// where that decided.
[[nodiscard]] std::optional<Match> judge_pair(const PageFacts& page, const PageFacts& kept,
                                              const Evidence& evidence,
                                              const Thresholds& thresholds);

// Whether a text repeats itself so much that the order of its units counts too, where the sets
// would make a match and lengths do not forbid it: then the evidence of texts has an agreement.
[[nodiscard]] bool asks_order(const PageFacts& page, const PageFacts& kept) noexcept;

// Whether lengths, or the order of units, contradict what the sets of shingles say.
[[nodiscard]] bool say_other_orders(const PageFacts& page, const PageFacts& kept,
                                    const Evidence& evidence) noexcept;

// Whether what was not judged (witness.h, coverage.h) says that they are two pages, if the judged
// texts resemble each other so much. Then they may still be of kind layout or partial.
[[nodiscard]] bool are_two_pages(const PageFacts& page, const PageFacts& kept, double resemblance,
                                 const Thresholds& thresholds);

struct EstimatedMatch {
  std::optional<Match> match;    // by digest or sketch; nothing where they are no duplicates
  bool is_in_grey_zone = false;  // better decided by the texts
  bool is_containment_in_doubt = false;  // the same of layout and partial
};

// The judgement without texts, and whether texts should be asked.
[[nodiscard]] EstimatedMatch estimate_match(const PageFacts& page, const PageFacts& kept,
                                            const Thresholds& thresholds);

}  // namespace facsim
