// SPDX-License-Identifier: Apache-2.0
#pragma once
// What have the pages of a cluster in common? A page that a thousand others repeat is more often
// an error page or a template, and what they share tells which.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/compare.h"
#include "facsim/model/review.h"

namespace facsim {

// Of a page's units those that stand in each of some other pages.
struct SharedText {
  std::uint64_t units = 0;   // of the page
  std::uint64_t shared = 0;  // of them, by all
  std::uint64_t stretches = 0;
  bool begins = false;  // the longest stretch is the page's beginning
  bool ends = false;    // and its end
  std::string longest;  // its text, both ends where it is long; empty where units are no words
};

// Of one page, compared as the first with each of the others. Nothing is shared by none. Cost: the
// units of the page, for each comparison.
[[nodiscard]] SharedText shared_by_all(std::span<const std::vector<TextPassage>> comparisons);

// Whether a cluster of this run is worth a look: 1,000 pages, or a tenth of all if it has 100.
[[nodiscard]] bool is_giant(const ReviewCluster& cluster, std::uint64_t pages_read) noexcept;

// A sample of its members, spread over those that are listed.
[[nodiscard]] std::vector<PageName> sample_of(const ReviewCluster& cluster);

// A sentence for people.
[[nodiscard]] std::string sentence_of(const ReviewCluster& cluster, const SharedText& shared,
                                      std::size_t compared);

}  // namespace facsim
