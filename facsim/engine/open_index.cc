// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/open_index.h"

#include <algorithm>
#include <tuple>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::size_t kQueriesAtOnce = 256;

}  // namespace

OpenIndex::Part::Part(IndexPart&& files, IndexKind kind, Kernel kernel)
    : segment(std::move(files.segment)),
      tombstones(std::move(files.tombstones)),
      source(segment),
      tables(source),
      hamming(tables, kernel),
      ids(source, kIdNames, hamming.size()) {
  if (kind == IndexKind::pages) pages.emplace(source, hamming.size());
}

bool OpenIndex::Part::is_deleted(std::uint64_t ordinal) const {
  return std::binary_search(tombstones.begin(), tombstones.end(), ordinal);
}

OpenIndex::OpenIndex(const std::string& folder, const OpenIndexOptions& options) : folder_(folder) {
  IndexFiles files = open_consistent(folder, options.residence);
  manifest_ = std::move(files.manifest);
  for (std::size_t i = 0; i < files.parts.size(); ++i) {
    parts_.push_back(
        std::make_unique<Part>(std::move(files.parts[i]), manifest_.kind, options.kernel));
    const Part& part = *parts_.back();
    if (part.hamming.size() != manifest_.segments[i].entries ||
        part.hamming.design().max_distance < static_cast<int>(manifest_.max_distance)) {
      throw Error{ErrorCode::damaged,
                  "the manifest says something else of this segment; build the index anew from its "
                  "input",
                  part.segment.path()};
    }
    entries_ += part.hamming.size() - part.tombstones.size();
  }
}

void OpenIndex::require_sound(const std::function<void()>& check) const {
  for (const auto& part : parts_) {
    if (check) check();
    const std::vector<SegmentDamage> damage = part->segment.verify();
    if (damage.empty()) continue;
    throw Error{ErrorCode::damaged,
                damage.front().section + ": " + damage.front().what +
                    "; 'facsim index check' lists all; build the index anew from its input",
                part->segment.path() + ":" + std::to_string(damage.front().offset)};
  }
}

OpenIndex::Search::Search(const OpenIndex& index) : index_(index) {
  for (const auto& part : index.parts_) searches_.emplace_back(part->hamming);
  hits_.resize(kQueriesAtOnce);
}

void OpenIndex::Search::find(std::span<const std::uint64_t> queries, const SearchOptions& options,
                             const IndexHitSink& sink) {
  for (std::size_t first = 0; first < queries.size(); first += kQueriesAtOnce) {
    const std::size_t count = std::min(kQueriesAtOnce, queries.size() - first);
    find_some(queries.subspan(first, count), options);
    for (std::size_t i = 0; i < count; ++i) {
      bool truncated = truncated_[i];
      std::vector<IndexHit>& hits = hits_[i];
      if (searches_.size() > 1) {
        std::sort(hits.begin(), hits.end(), [](const IndexHit& a, const IndexHit& b) {
          return std::tie(a.distance, a.segment, a.ordinal) <
                 std::tie(b.distance, b.segment, b.ordinal);
        });
      }
      if (options.limit > 0 && hits.size() > options.limit) {
        hits.resize(static_cast<std::size_t>(options.limit));
        truncated = true;
      }
      sink(first + i, hits, truncated);
    }
  }
}

void OpenIndex::Search::find_some(std::span<const std::uint64_t> queries,
                                  const SearchOptions& options) {
  for (std::vector<IndexHit>& hits : hits_) hits.clear();
  truncated_.assign(queries.size(), false);
  for (std::uint32_t segment = 0; segment < searches_.size(); ++segment) {
    const Part& part = *index_.parts_[segment];
    SearchOptions of_segment = options;
    // Deleted entries must not take the places of others.
    if (options.limit > 0) of_segment.limit += part.tombstones.size();
    searches_[segment].find(
        queries, of_segment,
        [&](std::size_t query, std::span<const Neighbour> found, bool truncated) {
          std::uint64_t kept = 0;
          for (const Neighbour& neighbour : found) {
            if (!part.tombstones.empty() && part.is_deleted(neighbour.ordinal)) continue;
            if (options.limit > 0 && kept++ == options.limit) {
              truncated = true;
              break;
            }
            hits_[query].push_back({segment, neighbour.distance, neighbour.ordinal});
          }
          if (truncated) truncated_[query] = true;
        });
  }
}

}  // namespace facsim
