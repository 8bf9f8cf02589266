// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages that might be alike: exact groups first, then the channels that the profile
// names.
//
// Pages that share a key form a group; groups that share a page form a component. The leader rule
// works on each component separately.

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
  // For each page, the representative of all pages of equal text (and scope): the best by keep
  // order, which may be the page itself. kNoPage for rows without text.
  std::vector<std::uint32_t> exact_best;
  // Pages that share a group with another page, so that their shingles will be needed.
  std::vector<bool> in_group;
  // Sorted; ready for next().
  std::unique_ptr<SpillSorter<Member>> members;
  std::uint64_t crowded_anchors = 0;  // anchors ignored because too many pages have them
};

// `part`: facts about the whole set, if this run is over a part of it.
[[nodiscard]] Candidates find_candidates(const Corpus& corpus,
                                         const std::vector<std::uint32_t>& ranks,
                                         const Profile& profile, const Run& run,
                                         const PartOfRun& part = {});

// True if the pages share enough anchors. Crowded anchors count: the caller already found both
// pages in one group.
[[nodiscard]] bool share_anchors(const Corpus& corpus, const PageRow& a, const PageRow& b,
                                 const Profile& profile);

}  // namespace facsim
