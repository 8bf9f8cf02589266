// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/sealed_pages.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/page_manifest.h"
#include "facsim/run/run_scratch.h"
#include "facsim/seen/row_names.h"
#include "facsim/store/segment_tiers.h"
#include "facsim/store/tombstones.h"

namespace facsim {
namespace {

using Start = IndexWriter::Start;

constexpr const char* kWriterName = "a store of pages";
constexpr const char* kFileOfRows = "rows";
// A new segment includes small segments while it has at most this many times the new entries.
constexpr std::uint64_t kSealGrowth = 4;
// Its file, its sort files, and as much again for rows that come meanwhile.
constexpr std::uint64_t kRoomAtRest = 3;

std::optional<std::uint64_t> number_of_property(const Manifest& manifest, const char* property) {
  const auto found = manifest.properties.find(property);
  if (found == manifest.properties.end()) return std::nullopt;
  const std::string& text = found->second;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Returns the first ordinal of a row not below `row`.
std::uint64_t ordinal_of(const OpenIndex::Part& part, std::uint64_t row) {
  std::uint64_t begin = 0;
  std::uint64_t end = part.hamming.size();
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (SealedPages::row_of(part, middle) < row) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

}  // namespace

std::uint64_t bytes_of_next_merge(const OpenIndex& index, std::uint64_t entries) {
  std::vector<std::uint64_t> weights;
  for (const auto& part : index.parts()) weights.push_back(part->weight());
  weights.push_back(entries);
  std::uint64_t bytes = 0;
  for (std::size_t part = first_to_merge(weights); part < index.parts().size(); ++part) {
    bytes += index.parts()[part]->segment.stamp().bytes;
  }
  return bytes;
}

PageName SealedPages::name_of(std::uint64_t row) {
  return {.id = "#" + std::to_string(row), .url = {}, .file = kFileOfRows, .offset = row};
}

SealedPages::SealedPages(Options options) : options_(std::move(options)) {
  if (options_.anew) {
    begin_anew({});
    return;
  }
  bool is_new = false;
  try {
    writer_ = std::make_unique<IndexWriter>(options_.folder, Start::either, kWriterName);
    is_new = writer_->manifest().generation == 0;
    if (!is_new) fault_ = fault_of(writer_->manifest());
    if (!is_new && fault_.empty()) {
      rows_to_ = number_of_property(writer_->manifest(), kSealedRowsTo).value_or(0);
      open();
      if (options_.verify) index_->require_sound();
      return;
    }
  } catch (const Error& error) {
    const ErrorCode code = error.code();
    if (code != ErrorCode::damaged && code != ErrorCode::unsupported &&
        code != ErrorCode::already_exists && code != ErrorCode::not_found) {
      throw;
    }
    fault_ = error.without_remedy().plain();
  }
  begin_anew(std::move(fault_));
}

std::string SealedPages::fault_of(const Manifest& manifest) const {
  const auto store = manifest.properties.find(kSealedStore);
  if (store == manifest.properties.end() || store->second != options_.store) {
    return "the index is not of this store";
  }
  if (number_of_property(manifest, kSealedCommit) != manifest.generation ||
      !number_of_property(manifest, kSealedRowsTo)) {
    return "another program changed the index";
  }
  const Manifest wanted = manifest_for_pages(options_.profile, options_.max_distance);
  if (manifest.recipe != wanted.recipe || manifest.max_distance != wanted.max_distance) {
    return "the index is of another recipe or distance";
  }
  return {};
}

void SealedPages::begin_anew(std::string fault) {
  fault_ = std::move(fault);
  is_whole_ = false;
  rows_to_ = 0;
  set_current(nullptr);
  writer_.reset();
  writer_ = std::make_unique<IndexWriter>(options_.folder, Start::over, kWriterName);
  Manifest first = manifest_for_pages(options_.profile, options_.max_distance);
  first.generation = writer_->manifest().generation;
  first.next_segment = writer_->manifest().next_segment;
  commit(std::move(first));
}

void SealedPages::open() {
  set_current(std::make_shared<const OpenIndex>(options_.folder,
                                                OpenIndexOptions{.residence = Residence::mapped,
                                                                 .kernel = options_.limits.kernel,
                                                                 .reads_candidates_singly = true}));
}

void SealedPages::set_current(std::shared_ptr<const OpenIndex> index) {
  const std::lock_guard lock(mutex_);
  index_.swap(index);
}

std::shared_ptr<const OpenIndex> SealedPages::current() const {
  const std::lock_guard lock(mutex_);
  return index_;
}

void SealedPages::commit(Manifest next) {
  next.properties[kSealedStore] = options_.store;
  next.properties[kSealedRowsTo] = std::to_string(rows_to_);
  next.properties[kSealedCommit] = std::to_string(next.generation + 1);
  try {
    writer_->commit(std::move(next));
    is_on_disk_ = true;
  } catch (const Error& error) {
    // The commit is made; if a power cut undoes it, the rows still exist.
    if (error.code() != ErrorCode::committed) throw;
    is_on_disk_ = false;
  }
  const std::shared_ptr<const OpenIndex> before = current();
  if (!before) return open();
  set_current(before->reopen());
}

// After a commit whose index could not be opened, the open index is older than the written one.
void SealedPages::catch_up() {
  const std::shared_ptr<const OpenIndex> index = current();
  if (index && index->manifest().generation == writer_->manifest().generation) return;
  rows_to_ = number_of_property(writer_->manifest(), kSealedRowsTo).value_or(0);
  if (!index) return open();
  set_current(index->reopen());
}

void SealedPages::seal(std::uint64_t rows_to, std::uint64_t expected,
                       const std::function<void(const Take&)>& each,
                       const std::function<void()>& check) {
  catch_up();
  if (rows_to > 0 && rows_to_ >= rows_to) {  // written by an earlier call, but not opened then
    is_whole_ = true;
    return;
  }
  RunScratch scratch(options_.limits.tmp);
  const IndexChangeOptions changes{.design = {},
                                   .memory_bytes = options_.limits.memory_bytes / 2,
                                   .costs = calibrated_once,
                                   .threads = 1,
                                   .check = check};
  Manifest next = writer_->manifest();
  next.next_segment = std::max(next.next_segment, next_segment_);
  const std::shared_ptr<const OpenIndex> index = current();
  PageBatch batch(next, changes, scratch.get());
  if (expected > 0) {
    const SmallSegments small{.from = merged_to_,
                              .entries_max = kSealGrowth * std::max(expected, kSegmentEntriesMin)};
    take_small_segments(*index, expected, next, batch, small);
  }
  each([&](std::uint64_t row, const StoredPage& page) {
    if (!page.id.empty()) batch.add_row_name(id_name_hash(page.id), row);
    if (!page.url.empty()) batch.add_row_name(url_name_hash(page.url), row);
    if (page.is_representative()) batch.add(page.facts, name_of(row), {}, page.anchors);
  });
  write_segment(*writer_, next, batch);
  const std::uint64_t before = std::exchange(rows_to_, rows_to);
  try {
    commit(std::move(next));
  } catch (...) {
    rows_to_ = before;
    throw;
  }
  is_whole_ = true;
}

std::vector<std::uint64_t> SealedPages::weights() {
  catch_up();
  std::vector<std::uint64_t> weights;
  for (const auto& part : current()->parts()) weights.push_back(part->weight());
  return weights;
}

std::optional<SealedPages::Merge> SealedPages::begin_merge() {
  return begin_merge_from(first_to_merge(weights()));
}

std::optional<SealedPages::Merge> SealedPages::begin_merge_at_rest() {
  const std::size_t first = first_to_merge_at_rest(weights());
  const std::shared_ptr<const OpenIndex> index = current();
  std::uint64_t bytes = 0;
  for (std::size_t part = first; part < index->parts().size(); ++part) {
    bytes += index->parts()[part]->segment.stamp().bytes;
  }
  std::error_code failed;
  const auto space = std::filesystem::space(options_.folder, failed);
  if (failed || space.available / kRoomAtRest < bytes) return std::nullopt;
  return begin_merge_from(first);
}

std::optional<SealedPages::Merge> SealedPages::begin_merge_from(std::size_t first) {
  Merge merge{.index = current(), .first = first};
  merge.behind = merge.index->parts().size();
  if (merge.first + 1 >= merge.behind) return std::nullopt;
  for (std::size_t part = merge.first; part < merge.behind; ++part) {
    merge.bytes += merge.index->parts()[part]->segment.stamp().bytes;
  }
  next_segment_ = std::max(next_segment_, writer_->manifest().next_segment);
  merge.name = segment_name(next_segment_++);
  writer_->spare(merge.name);
  merged_to_ = merge.behind;
  return merge;
}

void SealedPages::write_merge(Merge& merge, const std::function<void()>& check) const {
  RunScratch scratch(options_.limits.tmp);
  const IndexChangeOptions changes{.design = {},
                                   .memory_bytes = options_.limits.memory_bytes / 2,
                                   .costs = calibrated_once,
                                   .threads = 1,
                                   .check = check};
  Manifest next = merge.index->manifest();
  next.segments.clear();
  next.next_segment = *segment_number(merge.name);
  PageBatch batch(next, changes, scratch.get());
  for (std::size_t part = merge.first; part < merge.behind; ++part) {
    merge.index->require_sound(part, check);
    batch.add_segment(*merge.index, part);
  }
  write_segment(*writer_, next, batch);
  if (!next.segments.empty()) merge.segment = next.segments.back();
}

// Returns ordinals of the new segment; its entries are those that were not deleted when the merge
// began.
std::vector<std::uint64_t> SealedPages::erased_meanwhile(const Merge& merge) const {
  const std::shared_ptr<const OpenIndex> now = current();
  std::vector<std::uint64_t> erased;
  std::uint64_t base = 0;
  for (std::size_t i = merge.first; i < merge.behind; ++i) {
    const std::vector<std::uint64_t>& before = merge.index->parts()[i]->tombstones;
    std::size_t deleted = 0;  // of those in `before`
    for (const std::uint64_t ordinal : now->parts()[i]->tombstones) {
      if (deleted < before.size() && before[deleted] == ordinal) {
        ++deleted;
      } else {
        erased.push_back(base + ordinal - deleted);
      }
    }
    base += merge.index->parts()[i]->hamming.size() - before.size();
  }
  return erased;
}

void SealedPages::finish_merge(Merge& merge) {
  catch_up();
  Manifest next = writer_->manifest();
  if (next.segments.size() < merge.behind ||
      next.segments[merge.first].name != merge.index->manifest().segments[merge.first].name) {
    throw Error{ErrorCode::damaged, "segments changed while they were merged", options_.folder};
  }
  const auto first = next.segments.begin() + static_cast<std::ptrdiff_t>(merge.first);
  const auto behind = next.segments.begin() + static_cast<std::ptrdiff_t>(merge.behind);
  const std::vector<std::uint64_t> erased = erased_meanwhile(merge);
  if (merge.segment && !erased.empty()) {
    TombstoneEntry entry;
    entry.name = tombstones_name(merge.name, next.generation + 1);
    entry.count = erased.size();
    entry.stamp = write_tombstones(writer_->path_of(entry.name), erased);
    merge.segment->tombstones = std::move(entry);
  }
  const auto at = next.segments.erase(first, behind);
  if (merge.segment) next.segments.insert(at, *merge.segment);
  next.next_segment = std::max(next.next_segment, next_segment_);
  commit(std::move(next));
  drop_merge(merge);
}

void SealedPages::drop_merge(const Merge& merge) {
  writer_->forget(merge.name);
  merged_to_ = 0;
}

void SealedPages::erase(std::span<const std::uint64_t> rows) {
  catch_up();
  const std::shared_ptr<const OpenIndex> index = current();
  Manifest next = writer_->manifest();
  bool is_changed = false;
  for (std::size_t part_number = 0; part_number < index->parts().size(); ++part_number) {
    const OpenIndex::Part& part = *index->parts()[part_number];
    std::vector<std::uint64_t> tombstones = part.tombstones;
    for (const std::uint64_t row : rows) {
      const std::uint64_t ordinal = ordinal_of(part, row);
      if (ordinal == part.hamming.size() || row_of(part, ordinal) != row) continue;
      if (!part.is_deleted(ordinal)) tombstones.push_back(ordinal);
    }
    if (tombstones.size() == part.tombstones.size()) continue;
    std::sort(tombstones.begin(), tombstones.end());
    TombstoneEntry entry;
    entry.name = tombstones_name(next.segments[part_number].name, next.generation + 1);
    entry.count = tombstones.size();
    entry.stamp = write_tombstones(writer_->path_of(entry.name), tombstones);
    next.segments[part_number].tombstones = std::move(entry);
    is_changed = true;
  }
  if (is_changed) commit(std::move(next));
}

}  // namespace facsim
