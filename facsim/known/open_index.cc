// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/open_index.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "facsim/base/error.h"
#include "facsim/known/known_captures.h"

namespace facsim {
namespace {

constexpr std::size_t kQueriesAtOnce = 256;

std::vector<std::uint64_t> bits_of(const std::vector<std::uint64_t>& ordinals,
                                   std::uint64_t entries) {
  std::vector<std::uint64_t> bits;
  if (ordinals.empty()) return bits;
  bits.resize(static_cast<std::size_t>(entries / 64 + 1));
  for (const std::uint64_t ordinal : ordinals) {
    if (ordinal < entries) bits[ordinal / 64] |= std::uint64_t{1} << ordinal % 64;
  }
  return bits;
}

}  // namespace

OpenSegment::OpenSegment(std::shared_ptr<const Segment> segment, IndexKind kind,
                         const OpenIndexOptions& options)
    : file(std::move(segment)),
      source(*file),
      tables(source),
      hamming(tables, options.kernel),
      ids(source, kIdNames, hamming.size()) {
  if (kind != IndexKind::pages) return;
  if (options.reads_candidates_singly) file->expect_single_reads(kSectionsOfCandidates);
  pages.emplace(source, hamming.size());
  if (source.find(std::string(kRowNames) + ".head")) row_names.emplace(source, kRowNames);
  if (source.find(std::string(kCaptures) + ".head")) captures.emplace(source, kCaptures);
  if (row_names && row_names->bits() != kRowNameBits) {
    throw Error{ErrorCode::damaged, "its table of names is damaged", source.name()};
  }
  if (captures && captures->bits() != kCaptureKeyBits) {
    throw Error{ErrorCode::damaged, "its table of captures is damaged", source.name()};
  }
}

OpenIndex::Part::Part(IndexPart files, std::shared_ptr<const OpenSegment> opened)
    : content(std::move(opened)),
      deleted(std::move(files.tombstones)),
      segment(*content->file),
      tombstones(*deleted),
      hamming(content->hamming),
      ids(content->ids),
      pages(content->pages),
      row_names(content->row_names),
      captures(content->captures),
      deleted_bits(bits_of(tombstones, hamming.size())) {}

std::uint64_t OpenIndex::Part::weight() const noexcept {
  return std::max(hamming.size() - tombstones.size(), row_names ? row_names->size() / 2 : 0);
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
      content = std::make_shared<const OpenSegment>(files.segment, kind, options_);
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
  throw Error{ErrorCode::damaged, damage.front().section + ": " + damage.front().what,
              segment.path() + ":" + std::to_string(damage.front().offset),
              "'" + Named::index_check + "' lists all; build the index anew from its input"};
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
  for (std::size_t query = 0; query < queries.size(); ++query) hits_[query].clear();
  truncated_.assign(queries.size(), false);
  for (std::uint32_t segment = 0; segment < searches_.size(); ++segment) {
    SearchOptions of_segment = options;
    of_segment.without = index_.parts_[segment]->deleted_bits;
    searches_[segment].find(
        queries, of_segment,
        [&](std::size_t query, std::span<const Neighbour> found, bool truncated) {
          for (const Neighbour& neighbour : found) {
            hits_[query].push_back({segment, neighbour.distance, neighbour.ordinal});
          }
          if (truncated) truncated_[query] = true;
        });
  }
}

}  // namespace facsim
