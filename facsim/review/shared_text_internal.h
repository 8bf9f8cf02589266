// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds what the pages of a cluster have in common. A page that a thousand others repeat is often
// an error page or a template, and what they share shows which.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/compare.h"
#include "facsim/model/review.h"

namespace facsim {

// The units of a page that occur in each of some other pages.
struct SharedText {
  std::uint64_t units = 0;   // of the page
  std::uint64_t shared = 0;  // units of the page that all share
  std::uint64_t stretches = 0;
  bool begins = false;  // the longest stretch is the page's beginning
  bool ends = false;    // the longest stretch is the page's end
  std::string longest;  // its text, only both ends if it is long; empty if units are not words
};

// Computed from comparisons of one page, as the first, with each of the others. No comparisons
// share nothing. Cost: the units of the page, for each comparison.
[[nodiscard]] SharedText shared_by_all(std::span<const std::vector<TextPassage>> comparisons);

// True if a cluster of this run is suspiciously large: 1,000 pages, or a tenth of all if it has
// 100.
[[nodiscard]] bool is_giant(const ReviewCluster& cluster, std::uint64_t pages_read) noexcept;

// Returns a sample of its members, spread over those that are listed.
[[nodiscard]] std::vector<PageName> sample_of(const ReviewCluster& cluster);

// Describes what is shared, in a sentence for people.
[[nodiscard]] std::string sentence_of(const ReviewCluster& cluster, const SharedText& shared,
                                      std::size_t compared);

}  // namespace facsim
