// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/page_search.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "facsim/base/error.h"
#include "facsim/known/page_sections.h"
#include "facsim/model/host.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

// If pages under a key may not be named, more of them are read, up to this number.
constexpr std::uint64_t kWalkMax = 1U << 16;
constexpr std::uint64_t kSearchWalkGrowth = 8;
// This many keys wait for memory together: what they read stays in the nearest cache.
constexpr std::size_t kSoughtAtOnce = 64;

}  // namespace

PageSearch::PageSearch(const OpenIndex& index, const Profile& profile, std::uint64_t limit)
    : index_(index),
      use_bands_(profile.bands > 0),
      max_distance_(profile.max_distance),
      limit_(limit),
      anchors_shared_min_(profile.anchors_shared_min),
      anchor_pages_max_(profile.anchor_pages_max),
      search_(index) {
  const Manifest& manifest = index.manifest();
  if (manifest.kind != IndexKind::pages) {
    throw Error{ErrorCode::invalid_argument, "is no index of pages", index.folder()};
  }
  if (profile.max_distance > static_cast<int>(manifest.max_distance)) {
    throw Error{ErrorCode::invalid_argument,
                "serves distances 0.." + std::to_string(manifest.max_distance) + ", not the " +
                    std::to_string(profile.max_distance) + " that is asked for (" +
                    Named::max_distance + ", or profile '" + profile.name +
                    "'); ask for less, or build it with a larger " + Named::max_distance,
                index.folder()};
  }
}

void PageSearch::find(std::span<const PageQuestion> pages, const PlaceSink& sink) {
  begin(pages);
  find_fingerprints(pages);
  find_keys(pages, sink);
}

void PageSearch::find_by_keys(std::span<const PageQuestion> pages, const PlaceSink& sink) {
  begin(pages);
  find_keys(pages, sink);
}

void PageSearch::begin(std::span<const PageQuestion> pages) {
  if (found_.size() < pages.size()) found_.resize(pages.size());
  // Only the first ones: a query for one page may follow one for a thousand.
  for (Found& found : std::span(found_).first(pages.size())) {
    found.places.clear();
    found.truncated = false;
  }
}

void PageSearch::find_keys(std::span<const PageQuestion> pages, const PlaceSink& sink) {
  for (std::uint32_t segment = 0; segment < index_.parts().size(); ++segment) {
    find_digests(pages, segment);
    if (use_bands_) find_bands(pages, segment);
    find_anchors(pages, segment);
    for (std::size_t page = 0; page < pages.size(); ++page) settle(found_[page]);
  }
  for (std::size_t page = 0; page < pages.size(); ++page) {
    places_.clear();
    for (const Counted& counted : found_[page].places) places_.push_back(counted.place);
    sink(page, places_, found_[page].truncated);
  }
}

std::size_t PageSearch::kept_bytes() const noexcept {
  std::size_t bytes =
      ordinals_.capacity() * sizeof(std::uint64_t) + places_.capacity() * sizeof(IndexPlace);
  for (const Found& found : found_) bytes += found.places.capacity() * sizeof(Counted);
  return bytes;
}

bool PageSearch::may_name(const IndexPlace& place, const PageQuestion& page) const {
  const OpenIndex::Part& part = *index_.parts()[place.segment];
  if (part.is_deleted(place.ordinal)) return false;
  return page.scope_key == 0 ||
         host_scope_key(host_of(part.pages->url(place.ordinal))) == page.scope_key;
}

void PageSearch::settle(Found& found) const {
  std::vector<Counted>& places = found.places;
  const auto by_place = [](const Counted& a, const Counted& b) { return a.place < b.place; };
  std::sort(places.begin(), places.end(), by_place);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (kept > 0 && places[kept - 1].place == places[i].place) {
      places[kept - 1].keys += places[i].keys;
    } else {
      places[kept++] = places[i];
    }
  }
  places.resize(kept);
  if (limit_ == 0 || kept <= limit_) return;
  const auto shares_more = [](const Counted& a, const Counted& b) {
    return std::tie(b.keys, a.place) < std::tie(a.keys, b.place);
  };
  const auto cut = static_cast<std::ptrdiff_t>(limit_);
  std::nth_element(places.begin(), places.begin() + cut, places.end(), shares_more);
  places.resize(static_cast<std::size_t>(limit_));
  std::sort(places.begin(), places.end(), by_place);
  found.truncated = true;
}

void PageSearch::find_nearest(std::span<const PageQuestion> pages, std::uint64_t limit,
                              const IndexHitSink& sink) {
  if (max_distance_ < 0) return;
  fingerprints_.clear();
  asked_.clear();
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (!pages[page].facts.has_fingerprint) continue;
    fingerprints_.push_back(pages[page].facts.fingerprint);
    asked_.push_back(page);
  }
  search_.find(fingerprints_, {.max_distance = max_distance_, .limit = limit},
               [&](std::size_t query, std::span<const IndexHit> hits, bool truncated) {
                 sink(asked_[query], hits, truncated);
               });
}

void PageSearch::find_fingerprints(std::span<const PageQuestion> pages) {
  const bool is_scoped =
      std::ranges::any_of(pages, [](const PageQuestion& page) { return page.scope_key != 0; });
  const std::uint64_t limit = is_scoped ? std::min(limit_ * kSearchWalkGrowth, kWalkMax) : limit_;
  find_nearest(pages, limit, [&](std::size_t page, std::span<const IndexHit> hits, bool truncated) {
    found_[page].truncated |= truncated;
    for (const IndexHit& hit : hits) {
      const IndexPlace place{hit.segment, hit.ordinal};
      if (may_name(place, pages[page])) found_[page].places.push_back({place, 1});
    }
  });
}

void PageSearch::find_digests(std::span<const PageQuestion> pages, std::uint32_t segment) {
  const KeyTable& table = index_.parts()[segment]->pages->digests();
  std::array<KeyTable::Sought, kSoughtAtOnce> sought;
  for (std::size_t first = 0; first < pages.size(); first += sought.size()) {
    const std::span some = pages.subspan(first, std::min(sought.size(), pages.size() - first));
    for (std::size_t i = 0; i < some.size(); ++i) {
      sought[i] = table.seek(digest_table_key(some[i].facts.digest));
    }
    for (std::size_t i = 0; i < some.size(); ++i) table.locate(sought[i]);
    for (std::size_t i = 0; i < some.size(); ++i) {
      // An equal text counts for more than everything that a neighbour can share.
      find_key(table, sought[i], some[i], segment, found_[first + i], kBands + 2);
    }
  }
}

void PageSearch::find_bands(std::span<const PageQuestion> pages, std::uint32_t segment) {
  const KeyTable& table = index_.parts()[segment]->pages->bands();
  // The bands of three pages wait for the memory together, each page a step behind the next; those
  // of all pages would be evicted from the cache again.
  std::array<std::array<KeyTable::Sought, kBands>, 3> ring;
  const auto at_step = [&](std::size_t step, std::size_t late, const auto& take) {
    if (step < late || step - late >= pages.size()) return;
    const std::size_t page = step - late;
    if (pages[page].facts.has_fingerprint) take(page, ring[page % ring.size()]);
  };
  for (std::size_t step = 0; step < pages.size() + 2; ++step) {
    at_step(step, 0, [&](std::size_t page, auto& sought) {
      const auto keys = band_table_keys(pages[page].facts.sketch);
      for (std::size_t band = 0; band < kBands; ++band) sought[band] = table.seek(keys[band]);
    });
    at_step(step, 1, [&](std::size_t, auto& sought) {
      for (KeyTable::Sought& each : sought) table.locate(each);
    });
    at_step(step, 2, [&](std::size_t page, const auto& sought) {
      for (const KeyTable::Sought& each : sought) {
        find_key(table, each, pages[page], segment, found_[page]);
      }
    });
  }
}

// One anchor that is not crowded leads to a page; all anchors together decide if they share enough.
void PageSearch::find_anchors(std::span<const PageQuestion> pages, std::uint32_t segment) {
  const PageSections& known = *index_.parts()[segment]->pages;
  const std::optional<KeyTable>& table = known.anchors();
  if (!table) return;
  std::vector<IndexPlace> live;
  std::vector<IndexPlace> met;
  std::vector<KeyTable::Sought> sought;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    met.clear();
    sought.clear();
    for (const std::uint64_t anchor : pages[page].anchors) sought.push_back(table->seek(anchor));
    for (KeyTable::Sought& each : sought) table->locate(each);
    for (const KeyTable::Sought& each : sought) {
      ordinals_.clear();
      if (table->find(each, kSearchWalkGrowth * anchor_pages_max_, ordinals_)) continue;
      live.clear();
      for (const std::uint64_t ordinal : ordinals_) {
        if (may_name({segment, ordinal}, pages[page])) live.push_back({segment, ordinal});
      }
      if (live.size() <= anchor_pages_max_) met.insert(met.end(), live.begin(), live.end());
    }
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    for (const IndexPlace& place : met) {
      const std::vector<std::uint64_t> anchors = known.anchors_of(place.ordinal);
      if (overlap(pages[page].anchors, anchors).shared < anchors_shared_min_) continue;
      found_[page].places.push_back({place, 1});
    }
  }
}

void PageSearch::find_key(const KeyTable& table, const KeyTable::Sought& key,
                          const PageQuestion& page, std::uint32_t segment, Found& found,
                          std::uint32_t weight) {
  const std::size_t before = found.places.size();
  for (std::uint64_t walked = limit_;; walked *= kSearchWalkGrowth) {
    ordinals_.clear();
    found.places.resize(before);
    const bool has_more = table.find(key, walked, ordinals_);
    for (const std::uint64_t ordinal : ordinals_) {
      const IndexPlace place{segment, ordinal};
      if (may_name(place, page)) found.places.push_back({place, weight});
    }
    if (!has_more) break;
    if (found.places.size() - before >= limit_ || walked >= kWalkMax) {
      found.truncated = true;
      break;
    }
  }
  if (limit_ > 0 && found.places.size() - before > limit_) {
    found.places.resize(before + static_cast<std::size_t>(limit_));
    found.truncated = true;
  }
}

}  // namespace facsim
