// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages of an index that may be similar to a page, through all channels of a profile:
// equal digests, fingerprints within its distance, shared bands of the sketch, shared anchors.
//
// It finds every page that dedup() would treat as a candidate, except that an anchor is crowded by
// the pages of one segment. With a limit L it takes, of the pages under one key of a segment, the
// first L that may be named, the L nearest fingerprints, and in total the L pages that share the
// most keys; it reports `truncated` if that left some out. Memory: some 16 L bytes for each page
// that is queried at once. One thread at a time.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/known/open_index.h"
#include "facsim/model/profile.h"
#include "facsim/page/page_facts.h"

namespace facsim {

// As many as the leader rule reads for one page.
inline constexpr std::uint64_t kKnownPagesMax = 1000;

// The query for a page.
struct PageQuestion {
  PageFacts facts;
  std::vector<std::uint64_t> anchors;  // if the recipe has them
  std::uint64_t scope_key = 0;         // not 0: only pages of the host with this host_scope_key()
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

// `places` ascend; each occurs once, and none is deleted.
using PlaceSink =
    std::function<void(std::size_t page, std::span<const IndexPlace> places, bool truncated)>;

class PageSearch {
 public:
  // `index` must outlive this. Throws Error{invalid_argument} if it is not an index of pages, or
  // serves a smaller distance than the profile's.
  // `limit` 0: no limit.
  PageSearch(const OpenIndex& index, const Profile& profile, std::uint64_t limit = kKnownPagesMax);
  // Calls `sink` for every page in order. Faster for some hundreds at once. Throws Error{damaged}.
  void find(std::span<const PageQuestion> pages, const PlaceSink& sink);
  // The same in two halves, for callers that need no more if the first half finds enough. Finds the
  // nearest by fingerprint alone, equally near ones in the order of adding, at most `limit` (0:
  // all). Calls `sink` in order for every page that has a fingerprint; never if no distance counts
  // as near.
  void find_nearest(std::span<const PageQuestion> pages, std::uint64_t limit,
                    const IndexHitSink& sink);
  // The second half: all other channels.
  void find_by_keys(std::span<const PageQuestion> pages, const PlaceSink& sink);
  // The memory that this keeps for the next call.
  [[nodiscard]] std::size_t kept_bytes() const noexcept;

 private:
  // A place and how many keys led to it.
  struct Counted {
    IndexPlace place;
    std::uint32_t keys = 0;
  };
  struct Found {
    std::vector<Counted> places;
    bool truncated = false;
  };

  void begin(std::span<const PageQuestion> pages);
  void find_fingerprints(std::span<const PageQuestion> pages);
  void find_keys(std::span<const PageQuestion> pages, const PlaceSink& sink);
  void find_digests(std::span<const PageQuestion> pages, std::uint32_t segment);
  void find_bands(std::span<const PageQuestion> pages, std::uint32_t segment);
  void find_anchors(std::span<const PageQuestion> pages, std::uint32_t segment);
  // Each place counts as `weight` keys.
  void find_key(const KeyTable& table, const KeyTable::Sought& key, const PageQuestion& page,
                std::uint32_t segment, Found& found, std::uint32_t weight = 1);
  // True if the page is not deleted, and is of the queried host.
  [[nodiscard]] bool may_name(const IndexPlace& place, const PageQuestion& page) const;
  // Keeps each place once, and no more than the limit.
  void settle(Found& found) const;

  const OpenIndex& index_;
  bool use_bands_;
  int max_distance_;
  std::uint64_t limit_;
  std::uint32_t anchors_shared_min_;
  std::uint32_t anchor_pages_max_;
  OpenIndex::Search search_;
  std::vector<Found> found_;
  std::vector<std::uint64_t> fingerprints_;
  std::vector<std::size_t> asked_;  // the pages whose fingerprints these are
  std::vector<std::uint64_t> ordinals_;
  std::vector<IndexPlace> places_;
};

}  // namespace facsim
