// SPDX-License-Identifier: Apache-2.0
#pragma once
// What crawlers did not fetch since a store or its URL rules told them so.
//
// Only a crawler knows which links it dropped: it counts them and tells the store
// (SeenStore::count_uncrawled()). They are links, not pages: a page that is linked twice counts
// twice, and nobody knows what stood on it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace facsim {

// Of one place: a host ("example.org"), or a mirror as "HOST/PATH/".
struct Uncrawled {
  std::string place = {};               // empty: all others, and URLs without a host
  std::uint64_t links = 0;              // on copies of this host, which were not followed
  std::uint64_t links_by_rules = 0;     // to pages of this host, requested under another URL
  std::uint64_t mirror_links = 0;       // to this mirror, which were led to the place that is kept
  std::uint64_t mirror_links_back = 0;  // of these: the page was not there, so the mirror's was
                                        // fetched

  friend bool operator==(const Uncrawled&, const Uncrawled&) = default;
};

// One number of one report; what a store keeps of a place stops at this too.
inline constexpr std::uint64_t kUncrawledCountMax = (std::uint64_t{1} << 53) - 1;
// Places of one report, and of one store: those that come later count as others.
inline constexpr std::size_t kUncrawledReportMax = 10'000;
inline constexpr std::size_t kUncrawledPlacesMax = 100'000;
// A longer place counts as one of the others.
inline constexpr std::size_t kUncrawledPlaceBytesMax = 255;

struct UncrawledFigures {
  Uncrawled all = {};               // its place is empty
  std::uint64_t mirrors = 0;        // to which links were led away, and not all of them back
  std::uint64_t places = 0;         // that are known by name
  std::vector<Uncrawled> top = {};  // the most first; the others too, if there are any
};

}  // namespace facsim
