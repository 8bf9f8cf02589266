// SPDX-License-Identifier: Apache-2.0
#pragma once
// Changes of index folders: build, add, delete, compact.
//
// Promise: a change is made whole or not at all (store/index_folder.h), and readers keep the state
// that they opened. Each added batch becomes one segment with a design of its own; it includes the
// small segments before it that take_small_segments() chooses. compact() makes one segment of all.
// Both drop deleted entries. Memory: within `memory_bytes`, the rest in `scratch`.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/key_table.h"
#include "facsim/index/name_table.h"
#include "facsim/index/planner.h"
#include "facsim/known/known_captures.h"
#include "facsim/known/open_index.h"
#include "facsim/known/page_sections.h"
#include "facsim/store/index_folder.h"

namespace facsim {

inline constexpr std::uint64_t kCalibratedEntries = 1'000'000;
// Measuring takes 256 MiB (calibrate.h), while a batch may use most of its memory.
inline constexpr std::uint64_t kCalibratedMemoryBytes = std::uint64_t{1} << 30;

struct IndexChangeOptions {
  std::string design;  // a name; empty: planned
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  // For planning a segment of many entries (kCalibratedEntries) with much memory
  // (kCalibratedMemoryBytes). Others are planned with usual_costs(), since measuring would take
  // longer than it saves, or more memory than is available.
  std::function<MachineCosts()> costs;
  int threads = 1;
  // Called now and then, the last time just before the commit; may throw Error{cancelled}.
  std::function<void()> check;
};

// Collects the entries of a new segment: fingerprints and ids.
class FingerprintBatch {
 public:
  // `manifest` gives the index's max_distance and codec. `options` and `scratch` must outlive this.
  // Throws Error{invalid_argument} for a distance outside 0..12 and for an unknown design.
  FingerprintBatch(const Manifest& manifest, const IndexChangeOptions& options, Scratch& scratch);

  void add(std::uint64_t fingerprint, std::string_view id);
  void add(std::uint64_t fingerprint, std::uint64_t id);
  // Adds an entry without a fingerprint.
  void add_id(std::string_view id);
  // Adds the entries of one segment that are not deleted, in their order.
  void add_segment(const OpenIndex& index, std::size_t segment);
  [[nodiscard]] std::uint64_t size() const noexcept { return fingerprints_.size(); }
  [[nodiscard]] bool is_empty() const noexcept { return size() == 0; }
  [[nodiscard]] const std::function<void()>& check() const noexcept { return options_.check; }
  // Calls check() every few thousand entries.
  void look(std::uint64_t entry) const;
  // Writes the sections. Call it once.
  void write(SectionSink& sink);

 private:
  [[nodiscard]] Design design() const;

  int max_distance_;
  std::optional<Codec> codec_;
  const IndexChangeOptions& options_;
  Scratch& scratch_;
  SpillArray<std::uint64_t> fingerprints_;
  SpillArray<std::uint64_t> missing_;  // ordinals of entries without a fingerprint, ascending
  NameTableBuilder ids_;
};

// The same for pages: entries with everything that PageSections stores of them.
class PageBatch {
 public:
  PageBatch(const Manifest& manifest, const IndexChangeOptions& options, Scratch& scratch);

  // `root` as PageSectionsBuilder expects it. The id is label_of(name).
  void add(const PageFacts& facts, const PageName& name, std::string_view root,
           std::span<const std::uint64_t> anchors = {});
  // For the pages of a store: a row with a name of this hash, with or without an entry
  // (row_names.h).
  void add_row_name(std::uint64_t hash, std::uint64_t row);
  // The fate of a capture, under one of ReferenceKeys::apart() (known_captures.h).
  void add_capture(std::uint64_t key, CaptureFate fate);
  // Adds all captures of one segment, which must outlive write().
  void add_captures(const OpenIndex::Part& part);
  // Also adds the segment's row names, except those of deleted entries, and its captures. `index`
  // must outlive write(), which reads its tables.
  void add_segment(const OpenIndex& index, std::size_t segment);
  [[nodiscard]] std::uint64_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] bool is_empty() const noexcept {
    return size() == 0 && !has_row_names() && !has_captures();
  }
  [[nodiscard]] const std::function<void()>& check() const noexcept { return entries_.check(); }
  void write(SectionSink& sink);

 private:
  void add_entry(const PageFacts& facts, const PageName& name);
  void add_row_names(const OpenIndex::Part& part);
  [[nodiscard]] KeyTableBuilder& row_names();
  [[nodiscard]] bool has_row_names() const { return row_names_ && !row_names_->is_empty(); }

  const IndexChangeOptions& options_;
  Scratch& scratch_;
  FingerprintBatch entries_;
  PageSectionsBuilder pages_;
  [[nodiscard]] KeyTableBuilder& captures();
  [[nodiscard]] bool has_captures() const { return captures_ && !captures_->is_empty(); }

  std::optional<KeyTableBuilder> row_names_;  // set if there are any
  std::optional<KeyTableBuilder> captures_;   // set if there are any
};

// Throws Error{invalid_argument} as the batches do, before any input is read.
void require_design(const Manifest& manifest, const IndexChangeOptions& options);

// Throws Error{invalid_argument} if the inputs contained nothing for an index.
void require_entries(std::uint64_t entries, const std::string& folder);

// The segments that may be merged with a new one: those from `from` on, while the result has at
// most entries_max entries.
struct SmallSegments {
  std::size_t from = 0;
  std::uint64_t entries_max = std::numeric_limits<std::uint64_t>::max();
};
// Call before new_entries entries are added to `batch`, which must be empty. Removes from `next`
// the last segments that are merged with the new one (segment_tiers.h, by their weight) and adds
// their entries to `batch`. `index` is the index that `next` describes, opened, and must outlive
// the writing of the batch. Verifies every byte that it copies: throws Error{damaged}.
void take_small_segments(const OpenIndex& index, std::uint64_t new_entries, Manifest& next,
                         FingerprintBatch& batch);
void take_small_segments(const OpenIndex& index, std::uint64_t new_entries, Manifest& next,
                         PageBatch& batch, const SmallSegments& small = {});

// Writes the batch as a new segment and adds its entry to `next`; it is not visible until `next` is
// committed. An empty batch adds no segment. The kind of the batch must be that of `next`.
void write_segment(const IndexWriter& writer, Manifest& next, FingerprintBatch& batch);
void write_segment(const IndexWriter& writer, Manifest& next, PageBatch& batch);

// The same, followed by a commit, even if the batch is empty.
void add_segment(IndexWriter& writer, Manifest next, FingerprintBatch& batch);
void add_segment(IndexWriter& writer, Manifest next, PageBatch& batch);

struct Deletion {
  std::uint64_t entries = 0;             // that were deleted by this call
  std::vector<std::string> ids_missing;  // that no entry has, in ascending order
};

// Deletes every entry whose id is in `ids`, and commits if there was one. In an index of pages, a
// word that is not an id counts as a URL: its pages are deleted. Words longer than
// limits::kLabelBytesMax are cut as ids and URLs are when they are added. Reads all ids of the
// index, and all URLs if some word is not an id; `check` as in IndexChangeOptions.
[[nodiscard]] Deletion delete_ids(IndexWriter& writer, const std::unordered_set<std::string>& ids,
                                  const std::function<void()>& check = {});

// Returns URLs of pages that are similar to this word. Reads all URLs; `check` as above.
[[nodiscard]] std::vector<std::string> near_urls_in(const OpenIndex& index, const std::string& word,
                                                    const std::function<void()>& check = {});

struct Compaction {
  std::uint64_t segments_before = 0;
  std::uint64_t entries = 0;
  std::uint64_t dropped = 0;  // that had been deleted
};

// Makes one segment of all. Does nothing if there is at most one and nothing is deleted. Verifies
// every byte first, so that damage does not get new checksums: throws Error{damaged}.
[[nodiscard]] Compaction compact(IndexWriter& writer, const IndexChangeOptions& options,
                                 Scratch& scratch);

// Returns the id as a number if it is a canonical decimal number: such ids are stored as numbers,
// often at no cost.
[[nodiscard]] std::optional<std::uint64_t> id_as_number(std::string_view id) noexcept;

// Calls visit(fingerprint, id) for every entry that is not deleted, in the order of adding. The
// index is verified as in compact(); `check` as in IndexChangeOptions.
void for_each_entry(const std::string& folder, std::uint64_t memory_bytes, Scratch& scratch,
                    const std::function<void(std::uint64_t, std::string_view)>& visit,
                    const std::function<void()>& check = {});

}  // namespace facsim
