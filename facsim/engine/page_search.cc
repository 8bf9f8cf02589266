// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/page_search.h"

#include <algorithm>

#include "facsim/base/error.h"
#include "facsim/engine/page_sections.h"

namespace facsim {

PageSearch::PageSearch(const OpenIndex& index, const Profile& profile, std::uint64_t per_key_max)
    : index_(index),
      use_bands_(profile.use_bands),
      max_distance_(profile.max_distance),
      per_key_max_(per_key_max),
      anchors_shared_min_(profile.anchors_shared_min),
      anchor_pages_max_(profile.anchor_pages_max),
      search_(index) {
  const Manifest& manifest = index.manifest();
  if (manifest.kind != IndexKind::pages) {
    throw Error{ErrorCode::invalid_argument,
                "is an index of fingerprints, which say nothing more of their pages; build one of "
                "pages with 'facsim index build PAGES'",
                index.folder()};
  }
  if (profile.max_distance > static_cast<int>(manifest.max_distance)) {
    throw Error{ErrorCode::invalid_argument,
                "serves distances 0.." + std::to_string(manifest.max_distance) + ", profile '" +
                    profile.name + "' asks for " + std::to_string(profile.max_distance) +
                    "; say a smaller --max-distance, or build it with a larger one",
                index.folder()};
  }
}

void PageSearch::find(std::span<const PageQuestion> pages, const PlaceSink& sink) {
  if (found_.size() < pages.size()) found_.resize(pages.size());
  for (Found& found : found_) {
    found.places.clear();
    found.truncated = false;
  }
  if (max_distance_ >= 0) find_fingerprints(pages);
  for (std::uint32_t segment = 0; segment < index_.parts().size(); ++segment) {
    find_digests(pages, segment);
    if (use_bands_) find_bands(pages, segment);
    find_anchors(pages, segment);
  }
  for (std::size_t page = 0; page < pages.size(); ++page) {
    std::vector<IndexPlace>& places = found_[page].places;
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    sink(page, places, found_[page].truncated);
  }
}

void PageSearch::find_fingerprints(std::span<const PageQuestion> pages) {
  fingerprints_.clear();
  asked_.clear();
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (!pages[page].facts.has_fingerprint) continue;
    fingerprints_.push_back(pages[page].facts.fingerprint);
    asked_.push_back(page);
  }
  search_.find(fingerprints_, {.max_distance = max_distance_, .limit = per_key_max_},
               [&](std::size_t query, std::span<const IndexHit> hits, bool truncated) {
                 Found& found = found_[asked_[query]];
                 found.truncated |= truncated;
                 for (const IndexHit& hit : hits)
                   found.places.push_back({hit.segment, hit.ordinal});
               });
}

void PageSearch::find_digests(std::span<const PageQuestion> pages, std::uint32_t segment) {
  const KeyTable& table = index_.parts()[segment]->pages->digests();
  for (const PageQuestion& page : pages) table.fetch(digest_table_key(page.facts.digest));
  for (std::size_t page = 0; page < pages.size(); ++page) {
    find_key(table, digest_table_key(pages[page].facts.digest), segment, found_[page]);
  }
}

void PageSearch::find_bands(std::span<const PageQuestion> pages, std::uint32_t segment) {
  const KeyTable& table = index_.parts()[segment]->pages->bands();
  // A page's bands wait for the memory together; all pages' would fall out of the cache again.
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (!pages[page].facts.has_fingerprint) continue;
    const auto keys = band_table_keys(pages[page].facts.sketch);
    for (const std::uint64_t key : keys) table.fetch(key);
    for (const std::uint64_t key : keys) find_key(table, key, segment, found_[page]);
  }
}

void PageSearch::find_anchors(std::span<const PageQuestion> pages, std::uint32_t segment) {
  const OpenIndex::Part& part = *index_.parts()[segment];
  const std::optional<KeyTable>& table = part.pages->anchors();
  if (!table) return;
  std::vector<std::uint64_t> shared;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    shared.clear();
    for (const std::uint64_t anchor : pages[page].anchors) table->fetch(anchor);
    for (const std::uint64_t anchor : pages[page].anchors) {
      const std::size_t before = shared.size();
      if (table->find(anchor, anchor_pages_max_, shared)) shared.resize(before);
    }
    std::sort(shared.begin(), shared.end());
    for (std::size_t begin = 0, end = 0; begin < shared.size(); begin = end) {
      while (end < shared.size() && shared[end] == shared[begin]) ++end;
      if (end - begin < anchors_shared_min_ || part.is_deleted(shared[begin])) continue;
      found_[page].places.push_back({segment, shared[begin]});
    }
  }
}

void PageSearch::find_key(const KeyTable& table, std::uint64_t key, std::uint32_t segment,
                          Found& found) {
  ordinals_.clear();
  found.truncated |= table.find(key, per_key_max_, ordinals_);
  const OpenIndex::Part& part = *index_.parts()[segment];
  for (const std::uint64_t ordinal : ordinals_) {
    if (!part.is_deleted(ordinal)) found.places.push_back({segment, ordinal});
  }
}

}  // namespace facsim
