// SPDX-License-Identifier: Apache-2.0
#pragma once
// Index folders that grow: built, added to, deleted from, compacted.
//
// Promise: a change is there whole or not at all (store/index_folder.h), and readers keep the state
// that they opened. Each batch that is added becomes one segment with a design of its own, with the
// small ones before it where take_small_segments() says so; compact makes one of all. Both leave
// out what was deleted. Memory: within `memory_bytes`, the rest in `scratch`.

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
// Measuring takes 256 MiB (calibrate.h), while a batch may hold most of what it may take.
inline constexpr std::uint64_t kCalibratedMemoryBytes = std::uint64_t{1} << 30;

struct IndexChangeOptions {
  std::string design;  // a name; empty: planned
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  // For planning a segment of many entries (kCalibratedEntries) within much memory
  // (kCalibratedMemoryBytes); others are planned with usual_costs(), since measuring would take
  // longer than anything that it saves, or more memory than there is.
  std::function<MachineCosts()> costs;
  int threads = 1;
  // Called now and then, the last time before the commit; may throw Error{cancelled}.
  std::function<void()> check;
};

// The entries of a new segment, as they come: fingerprints and ids.
class FingerprintBatch {
 public:
  // For an index of this manifest: its max_distance and codec. `options` and `scratch` must outlive
  // this. Throws Error{invalid_argument} for a distance outside 0..12 and for an unknown design.
  FingerprintBatch(const Manifest& manifest, const IndexChangeOptions& options, Scratch& scratch);

  void add(std::uint64_t fingerprint, std::string_view id);
  void add(std::uint64_t fingerprint, std::uint64_t id);
  // An entry without a fingerprint.
  void add_id(std::string_view id);
  // The entries of one segment that are not deleted, in their order.
  void add_segment(const OpenIndex& index, std::size_t segment);
  [[nodiscard]] std::uint64_t size() const noexcept { return fingerprints_.size(); }
  [[nodiscard]] bool is_empty() const noexcept { return size() == 0; }
  [[nodiscard]] const std::function<void()>& check() const noexcept { return options_.check; }
  // The same, every few thousand entries.
  void look(std::uint64_t entry) const;
  // Writes the sections. Once.
  void write(SectionSink& sink);

 private:
  [[nodiscard]] Design design() const;

  int max_distance_;
  std::optional<Codec> codec_;
  const IndexChangeOptions& options_;
  Scratch& scratch_;
  SpillArray<std::uint64_t> fingerprints_;
  SpillArray<std::uint64_t> missing_;  // ordinals of entries without one, ascending
  NameTableBuilder ids_;
};

// The same of pages: entries with all that PageSections holds of them.
class PageBatch {
 public:
  PageBatch(const Manifest& manifest, const IndexChangeOptions& options, Scratch& scratch);

  // `root` as PageSectionsBuilder wants it. The id is label_of(name).
  void add(const PageFacts& facts, const PageName& name, std::string_view root,
           std::span<const std::uint64_t> anchors = {});
  // Of a store's pages: a row that has a name of this hash, and perhaps no entry (row_names.h).
  void add_row_name(std::uint64_t hash, std::uint64_t row);
  // What became of a capture, under one of ReferenceKeys::apart() (known_captures.h).
  void add_capture(std::uint64_t key, CaptureFate fate);
  // All captures of one segment, which must outlive write().
  void add_captures(const OpenIndex::Part& part);
  // But names of rows whose entries are deleted. `index` must outlive write(), which reads its
  // tables.
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

  std::optional<KeyTableBuilder> row_names_;  // where there are any
  std::optional<KeyTableBuilder> captures_;   // the same
};

// Throws Error{invalid_argument} as the batches do, before anything is read for one.
void require_design(const Manifest& manifest, const IndexChangeOptions& options);

// Of an index that shall get something of inputs that have nothing for it: throws
// Error{invalid_argument}.
void require_entries(std::uint64_t entries, const std::string& folder);

// Which segments may become one with a new one: those from a place on, while the one that they
// become has at most so many entries.
struct SmallSegments {
  std::size_t from = 0;
  std::uint64_t entries_max = std::numeric_limits<std::uint64_t>::max();
};
// Before so many new entries are put into `batch`, which is empty: takes the last segments of
// `next` that become one with the new one (segment_tiers.h, by their weight) out of it and puts
// their entries into `batch`. `index` is what `next` names, opened, and outlives what the batch
// writes. Every byte that is taken is verified: throws Error{damaged}.
void take_small_segments(const OpenIndex& index, std::uint64_t new_entries, Manifest& next,
                         FingerprintBatch& batch);
void take_small_segments(const OpenIndex& index, std::uint64_t new_entries, Manifest& next,
                         PageBatch& batch, const SmallSegments& small = {});

// Writes the batch as a further segment, whose entry `next` gets; nobody sees it before `next` is
// committed. An empty batch adds no segment. The batch must be of the kind that `next` says.
void write_segment(const IndexWriter& writer, Manifest& next, FingerprintBatch& batch);
void write_segment(const IndexWriter& writer, Manifest& next, PageBatch& batch);

// The same, and commits, so that an index may be empty.
void add_segment(IndexWriter& writer, Manifest next, FingerprintBatch& batch);
void add_segment(IndexWriter& writer, Manifest next, PageBatch& batch);

struct Deletion {
  std::uint64_t entries = 0;             // that are deleted now
  std::vector<std::string> ids_missing;  // that no entry has, in ascending order
};

// Deletes every entry whose id is among `ids`, and commits where there was one. In an index of
// pages a word that is no id counts as a URL: its pages are deleted. Words longer than
// limits::kLabelBytesMax are cut as ids and URLs are when they are added. Reads all ids of the
// index, and all URLs where some word is no id; `check` as in IndexChangeOptions.
[[nodiscard]] Deletion delete_ids(IndexWriter& writer, const std::unordered_set<std::string>& ids,
                                  const std::function<void()>& check = {});

// The URLs of pages that may be meant by this word. Reads all URLs; `check` as above.
[[nodiscard]] std::vector<std::string> near_urls_in(const OpenIndex& index, const std::string& word,
                                                    const std::function<void()>& check = {});

struct Compaction {
  std::uint64_t segments_before = 0;
  std::uint64_t entries = 0;
  std::uint64_t dropped = 0;  // that had been deleted
};

// One segment of all. Does nothing where there is one already and nothing is deleted. Every byte is
// verified before, so that no damage gets new checksums: throws Error{damaged}.
[[nodiscard]] Compaction compact(IndexWriter& writer, const IndexChangeOptions& options,
                                 Scratch& scratch);

// An id that is a decimal number as it would be written: stored as a number, it may cost nothing.
[[nodiscard]] std::optional<std::uint64_t> id_as_number(std::string_view id) noexcept;

// Every entry that is not deleted, in the order in which they were added: visit(fingerprint, id).
// Verified as compact() does it; `check` as in IndexChangeOptions.
void for_each_entry(const std::string& folder, std::uint64_t memory_bytes, Scratch& scratch,
                    const std::function<void(std::uint64_t, std::string_view)>& visit,
                    const std::function<void()>& check = {});

}  // namespace facsim
