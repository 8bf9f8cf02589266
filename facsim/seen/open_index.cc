// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/open_index.h"

#include <algorithm>
#include <tuple>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::size_t kQueriesAtOnce = 256;
// Deleted entries that an answer may hold before its segment is asked again, for so many times
// more.
constexpr std::uint64_t kDeletedAtFirst = 16;
constexpr std::uint64_t kDeletedGrowth = 8;

}  // namespace

OpenSegment::OpenSegment(std::shared_ptr<const Segment> segment, IndexKind kind, Kernel kernel)
    : file(std::move(segment)),
      source(*file),
      tables(source),
      hamming(tables, kernel),
      ids(source, kIdNames, hamming.size()) {
  if (kind == IndexKind::pages) pages.emplace(source, hamming.size());
}

OpenIndex::Part::Part(IndexPart files, std::shared_ptr<const OpenSegment> opened)
    : content(std::move(opened)),
      deleted(std::move(files.tombstones)),
      segment(*content->file),
      tombstones(*deleted),
      hamming(content->hamming),
      ids(content->ids),
      pages(content->pages) {}

bool OpenIndex::Part::is_deleted(std::uint64_t ordinal) const {
  return std::binary_search(tombstones.begin(), tombstones.end(), ordinal);
}

OpenIndex::OpenIndex(const std::string& folder, const OpenIndexOptions& options)
    : OpenIndex(folder, options, nullptr) {}

std::shared_ptr<const OpenIndex> OpenIndex::reopen() const {
  return std::shared_ptr<const OpenIndex>(new OpenIndex(folder_, options_, this));
}

OpenIndex::OpenIndex(const std::string& folder, const OpenIndexOptions& options,
                     const OpenIndex* before)
    : folder_(folder),
      options_(options),
      files_(open_consistent(folder, options.residence, before ? &before->files_ : nullptr)) {
  const IndexKind kind = manifest().kind;
  const bool may_share = before != nullptr && before->manifest().kind == kind;
  for (std::size_t i = 0; i < files_.parts.size(); ++i) {
    const IndexPart& files = files_.parts[i];
    std::shared_ptr<const OpenSegment> content;
    for (std::size_t j = 0; may_share && j < before->parts_.size(); ++j) {
      const Part& known = *before->parts_[j];
      if (known.content->file == files.segment) content = known.content;
    }
    if (!content) {
      content = std::make_shared<const OpenSegment>(files.segment, kind, options_.kernel);
    }
    parts_.push_back(std::make_unique<Part>(files, std::move(content)));
    const Part& part = *parts_.back();
    if (part.hamming.size() != manifest().segments[i].entries ||
        part.hamming.design().max_distance < static_cast<int>(manifest().max_distance)) {
      throw Error{ErrorCode::damaged,
                  "the manifest says something else of this segment; build the index anew from its "
                  "input",
                  part.segment.path()};
    }
    entries_ += part.hamming.size() - part.tombstones.size();
  }
}

bool OpenIndex::is_current() const { return read_manifest(folder_) == files_.manifest; }

void OpenIndex::require_sound(const std::function<void()>& check) const {
  for (std::size_t part = 0; part < parts_.size(); ++part) require_sound(part, check);
}

void OpenIndex::require_sound(std::size_t part, const std::function<void()>& check) const {
  const Segment& segment = parts_[part]->segment;
  const std::vector<SegmentDamage> damage = segment.verify([&check](std::uint64_t, std::uint64_t) {
    if (check) check();
  });
  if (damage.empty()) return;
  throw Error{ErrorCode::damaged,
              damage.front().section + ": " + damage.front().what +
                  "; 'facsim index check' lists all; build the index anew from its input",
              segment.path() + ":" + std::to_string(damage.front().offset)};
}

OpenIndex::Search::Search(const OpenIndex& index) : index_(index) {
  for (const auto& part : index.parts_) searches_.emplace_back(part->hamming);
  hits_.resize(kQueriesAtOnce);
  again_.resize(kQueriesAtOnce);
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
    asked_.clear();
    places_.clear();
    for (std::size_t query = 0; query < queries.size(); ++query) {
      asked_.push_back(queries[query]);
      places_.push_back(query);
    }
    SearchOptions of_segment = options;
    const bool has_deleted = !index_.parts_[segment]->tombstones.empty();
    // Deleted entries must not take the places of others; how many are near, nobody knows. Where
    // too few are left, the segment is asked for more.
    if (options.limit > 0 && has_deleted) of_segment.limit = 2 * options.limit + kDeletedAtFirst;
    while (!asked_.empty()) {
      ask(segment, of_segment, options.limit);
      of_segment.limit *= kDeletedGrowth;
    }
  }
}

void OpenIndex::Search::ask(std::uint32_t segment, const SearchOptions& options,
                            std::uint64_t limit) {
  const OpenIndex::Part& part = *index_.parts_[segment];
  std::size_t again = 0;
  searches_[segment].find(
      asked_, options, [&](std::size_t asked, std::span<const Neighbour> found, bool truncated) {
        const std::size_t query = places_[asked];
        const std::size_t before = hits_[query].size();
        std::uint64_t kept = 0;
        for (const Neighbour& neighbour : found) {
          if (!part.tombstones.empty() && part.is_deleted(neighbour.ordinal)) continue;
          if (limit > 0 && kept == limit) {
            truncated = true;
            break;
          }
          ++kept;
          hits_[query].push_back({segment, neighbour.distance, neighbour.ordinal});
        }
        if (truncated && kept < limit) {
          hits_[query].resize(before);
          places_[again] = query;
          again_[again++] = asked_[asked];
        } else if (truncated) {
          truncated_[query] = true;
        }
      });
  // What is asked again comes at the same places or before: nothing is overwritten unread.
  asked_.assign(again_.begin(), again_.begin() + static_cast<std::ptrdiff_t>(again));
  places_.resize(again);
}

}  // namespace facsim
