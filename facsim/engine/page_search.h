// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pages of an index might be alike? All channels of a profile: equal digests, fingerprints
// within its distance, shared bands of the sketch, shared anchors.
//
// Finds every page that dedup() would take for a candidate. With a limit, of the pages under one
// crowded key of a segment only the first so many, and as many nearest fingerprints; it says
// `truncated` then. One thread at a time.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/engine/open_index.h"
#include "facsim/engine/page_facts.h"
#include "facsim/model/profile.h"

namespace facsim {

inline constexpr std::uint64_t kPagesPerKeyMax = 1000;

// What is asked of a page.
struct PageQuestion {
  PageFacts facts;
  std::vector<std::uint64_t> anchors;  // where the recipe has them
};

// One entry of an index.
struct IndexPlace {
  std::uint32_t segment = 0;
  std::uint64_t ordinal = 0;  // in its segment
  friend auto operator<=>(const IndexPlace&, const IndexPlace&) = default;
};

// A file of a segment.
struct FileNumber {
  std::uint32_t segment = 0;
  std::uint32_t number = 0;
  friend bool operator==(const FileNumber&, const FileNumber&) = default;
};

// `places` ascend; each comes once, none is deleted.
using PlaceSink =
    std::function<void(std::size_t page, std::span<const IndexPlace> places, bool truncated)>;

class PageSearch {
 public:
  // `index` must outlive this. Throws Error{invalid_argument} where it is no index of pages, or
  // serves a smaller distance than the profile's.
  // `per_key_max` is the limit; 0: none.
  PageSearch(const OpenIndex& index, const Profile& profile,
             std::uint64_t per_key_max = kPagesPerKeyMax);
  // Calls `sink` for every page in order. Faster for some hundreds at once. Throws Error{damaged}.
  void find(std::span<const PageQuestion> pages, const PlaceSink& sink);

 private:
  struct Found {
    std::vector<IndexPlace> places;
    bool truncated = false;
  };

  void find_fingerprints(std::span<const PageQuestion> pages);
  void find_digests(std::span<const PageQuestion> pages, std::uint32_t segment);
  void find_bands(std::span<const PageQuestion> pages, std::uint32_t segment);
  void find_anchors(std::span<const PageQuestion> pages, std::uint32_t segment);
  void find_key(const KeyTable& table, std::uint64_t key, std::uint32_t segment, Found& found);

  const OpenIndex& index_;
  bool use_bands_;
  int max_distance_;
  std::uint64_t per_key_max_;
  std::uint32_t anchors_shared_min_;
  std::uint32_t anchor_pages_max_;
  OpenIndex::Search search_;
  std::vector<Found> found_;
  std::vector<std::uint64_t> fingerprints_;
  std::vector<std::size_t> asked_;  // the pages whose fingerprints these are
  std::vector<std::uint64_t> ordinals_;
};

}  // namespace facsim
