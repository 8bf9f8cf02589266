// SPDX-License-Identifier: Apache-2.0
#pragma once
// Links that crawlers did not fetch because of a store or its URL rules.
//
// Only a crawler knows which links it dropped: it counts them and reports them to the store
// (SeenStore::count_uncrawled()). The counts are of links, not of pages: a page that is linked
// twice counts twice, and its content is unknown.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace facsim {

// The counts for one place: a host ("example.org"), or a mirror as "HOST/PATH/".
struct Uncrawled {
  std::string place = {};            // empty: all other places, and URLs without a host
  std::uint64_t links = 0;           // on copies from this host, which were not followed
  std::uint64_t links_by_rules = 0;  // to pages of this host, requested under another URL
  std::uint64_t mirror_links = 0;    // to this mirror, redirected to the place that is kept
  std::uint64_t mirror_links_back =
      0;  // of these: the page was missing there, so the mirror's page was fetched

  friend bool operator==(const Uncrawled&, const Uncrawled&) = default;
};

// The maximum of one number in a report; the sums that a store saves for a place are capped here
// too.
inline constexpr std::uint64_t kUncrawledCountMax = (std::uint64_t{1} << 53) - 1;
// The most places in one report, and in one store: later ones count as others.
inline constexpr std::size_t kUncrawledReportMax = 10'000;
inline constexpr std::size_t kUncrawledPlacesMax = 100'000;
// A longer place counts as one of the others.
inline constexpr std::size_t kUncrawledPlaceBytesMax = 255;

struct UncrawledFigures {
  Uncrawled all = {};               // its place is empty
  std::uint64_t mirrors = 0;        // from which links were redirected, and not all of them back
  std::uint64_t places = 0;         // that are known by name
  std::vector<Uncrawled> top = {};  // the largest first; including the others, if there are any
};

}  // namespace facsim
