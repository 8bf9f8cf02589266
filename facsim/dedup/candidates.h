// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who might look like whom: exact groups first, then the channels that the profile names.
//
// Pages that share a key form a group; groups that share a page form a component. Components are
// what the leader rule works on, one apart from the other.

#include <cstdint>
#include <memory>
#include <vector>

#include "facsim/base/spill_sort.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/page/page_facts.h"

namespace facsim {

// A page's membership in a group, ordered so that a component's pages come in keep order.
struct Member {
  std::uint32_t component = 0;
  std::uint32_t rank = 0;
  std::uint32_t page = 0;
  std::uint32_t unused = 0;
  std::uint64_t group = 0;
  friend auto operator<=>(const Member&, const Member&) = default;
};

struct Candidates {
  // The page that stands for all pages of equal text (and scope); itself where it is the best by
  // keep order or alone. kNoPage for rows without text.
  std::vector<std::uint32_t> exact_best;
  // Pages that share a group with another page, so that their shingles will be asked for.
  std::vector<bool> in_group;
  // Sorted; ready for next().
  std::unique_ptr<SpillSorter<Member>> members;
  std::uint64_t crowded_anchors = 0;  // that lead nowhere
};

// `part`: what this run must know of the whole, where it is over a part.
[[nodiscard]] Candidates find_candidates(const Corpus& corpus,
                                         const std::vector<std::uint32_t>& ranks,
                                         const Profile& profile, const Run& run,
                                         const PartOfRun& part = {});

// Whether anchors do. Crowded ones count too: who asks has met the two in a group of some channel.
[[nodiscard]] bool share_anchors(const Corpus& corpus, const PageRow& a, const PageRow& b,
                                 const Profile& profile);

}  // namespace facsim
