// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_changes.h"

#include <algorithm>

#include "facsim/base/error.h"
#include "facsim/base/spill_sort.h"
#include "facsim/corpus/near_url.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/open_index.h"
#include "facsim/model/label.h"
#include "facsim/run/thread_executor.h"
#include "facsim/store/segment_tiers.h"
#include "facsim/store/tombstones.h"

namespace facsim {
namespace {

constexpr std::uint64_t kEntriesBetweenChecks = 4096;

struct OrdinalEntry {
  std::uint64_t ordinal = 0;
  std::uint64_t fingerprint = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return ordinal; }
  friend auto operator<=>(const OrdinalEntry&, const OrdinalEntry&) = default;
};

using VisitName = std::function<void(std::uint64_t, std::string_view)>;
using Check = std::function<void()>;

void look(std::uint64_t entry, const Check& check) {
  if (check && entry % kEntriesBetweenChecks == 0) check();
}

void for_each_id(const OpenIndex::Part& part, const Check& check, const VisitName& visit) {
  part.ids.for_each([&](std::uint64_t ordinal, std::string_view id) {
    look(ordinal, check);
    visit(ordinal, id);
  });
}

// Visits the entries of one segment in the order of their ordinals, without the deleted ones.
void for_each_of(const OpenIndex::Part& part, std::uint64_t memory_bytes, Scratch& scratch,
                 const VisitName& visit, const Check& check) {
  SpillSorter<OrdinalEntry> sorter(scratch, memory_bytes);
  std::uint64_t different = 0;
  part.hamming.for_each([&](std::uint64_t fingerprint, std::span<const std::uint64_t> ordinals) {
    look(different++, check);
    for (const std::uint64_t ordinal : ordinals) sorter.add({ordinal, fingerprint});
  });
  sorter.sort();
  OrdinalEntry entry;
  bool more = sorter.next(entry);
  for_each_id(part, check, [&](std::uint64_t ordinal, std::string_view id) {
    if (!more || entry.ordinal != ordinal) return;
    if (!part.is_deleted(ordinal)) visit(entry.fingerprint, id);
    more = sorter.next(entry);
  });
}

void for_each_url(const OpenIndex::Part& part, const Check& check, const VisitName& visit) {
  if (!part.pages) return;
  part.pages->for_each_url([&](std::uint64_t ordinal, std::string_view url) {
    look(ordinal, check);
    if (!url.empty()) visit(ordinal, url);
  });
}

using ForEachName = void (*)(const OpenIndex::Part&, const Check&, const VisitName&);

// Returns the entries of one segment that are not deleted and have one of the names, and removes
// these names from `missing`.
std::vector<std::uint64_t> entries_named(const OpenIndex::Part& part, ForEachName for_each_name,
                                         const std::unordered_set<std::string>& names,
                                         std::unordered_set<std::string>& missing,
                                         const Check& check) {
  std::vector<std::uint64_t> found;
  std::string name;
  for_each_name(part, check, [&](std::uint64_t ordinal, std::string_view its_name) {
    name.assign(its_name);
    if (!names.contains(name) || part.is_deleted(ordinal)) return;
    missing.erase(name);
    found.push_back(ordinal);
  });
  return found;
}

// Adds the pages whose URLs are among the words that are not ids.
void choose_by_url(const OpenIndex& index, std::unordered_set<std::string>& missing,
                   std::vector<std::vector<std::uint64_t>>& chosen, const Check& check) {
  const std::unordered_set<std::string> urls = missing;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto found = entries_named(*index.parts()[i], &for_each_url, urls, missing, check);
    chosen[i].insert(chosen[i].end(), found.begin(), found.end());
  }
}

// Returns the names cut as an index stores them.
std::unordered_set<std::string> cut_labels(const std::unordered_set<std::string>& names) {
  std::unordered_set<std::string> labels;
  for (const std::string& name : names) labels.insert(cut_label(name));
  return labels;
}

void remove_found(std::unordered_set<std::string>& names,
                  const std::unordered_set<std::string>& labels_missing) {
  std::erase_if(names,
                [&](const std::string& name) { return !labels_missing.contains(cut_label(name)); });
}

template <class Batch>
void write_batch(const IndexWriter& writer, Manifest& next, Batch& batch) {
  if (batch.is_empty()) return;
  SegmentEntry entry{segment_name(next.next_segment++), batch.size(), {}, {}};
  SegmentWriter file(writer.path_of(entry.name), name_of(next.kind), next.recipe);
  SegmentSink sink(file, batch.check());
  batch.write(sink);
  entry.stamp = file.commit();
  next.segments.push_back(std::move(entry));
}

template <class Batch>
void commit_batch(IndexWriter& writer, Manifest next, Batch& batch) {
  write_batch(writer, next, batch);
  // The last check: a commit that has begun cannot be stopped.
  if (batch.check()) batch.check()();
  writer.commit(std::move(next));
}

template <class Batch>
void take_small(const OpenIndex& index, std::uint64_t new_entries, Manifest& next, Batch& batch,
                const SmallSegments& small) {
  std::vector<std::uint64_t> entries;
  for (const auto& part : index.parts().subspan(small.from)) {
    entries.push_back(part->weight());
  }
  entries.push_back(new_entries);
  const std::size_t first = small.from + first_to_merge(entries, small.entries_max);
  for (std::size_t part = first; part < index.parts().size(); ++part) {
    index.require_sound(part, batch.check());
    batch.add_segment(index, part);
  }
  next.segments.resize(std::min(first, next.segments.size()));
}

template <class Batch>
void write_all(IndexWriter& writer, Manifest next, const OpenIndex& index, Batch batch) {
  for (std::size_t i = 0; i < index.parts().size(); ++i) batch.add_segment(index, i);
  add_segment(writer, std::move(next), batch);
}

}  // namespace

std::optional<std::uint64_t> id_as_number(std::string_view id) noexcept {
  constexpr std::size_t kDigitsMax = 19;
  if (id.empty() || id.size() > kDigitsMax || (id.size() > 1 && id.front() == '0')) return {};
  std::uint64_t number = 0;
  for (const char c : id) {
    if (c < '0' || c > '9') return {};
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

void require_design(const Manifest& manifest, const IndexChangeOptions& options) {
  const int max_distance = static_cast<int>(manifest.max_distance);
  if (options.design.empty()) {
    (void)designs_for(max_distance);
  } else {
    (void)design_named(options.design, max_distance);
  }
}

void require_entries(std::uint64_t entries, const std::string& folder) {
  if (entries > 0) return;
  throw Error{ErrorCode::invalid_argument,
              "the inputs have nothing for an index; the one that is there stays", folder};
}

FingerprintBatch::FingerprintBatch(const Manifest& manifest, const IndexChangeOptions& options,
                                   Scratch& scratch)
    : max_distance_(static_cast<int>(manifest.max_distance)),
      options_(options),
      scratch_(scratch),
      fingerprints_(scratch, options.memory_bytes / 8),
      missing_(scratch, options.memory_bytes / 64),
      ids_(scratch, options.memory_bytes / 8) {
  if (!manifest.codec.empty()) codec_ = codec_named(manifest.codec);
  require_design(manifest, options);
}

void FingerprintBatch::add(std::uint64_t fingerprint, std::string_view id) {
  const std::optional<std::uint64_t> number = id_as_number(id);
  fingerprints_.push_back(fingerprint);
  number ? ids_.add(*number) : ids_.add(id);
}

void FingerprintBatch::add(std::uint64_t fingerprint, std::uint64_t id) {
  fingerprints_.push_back(fingerprint);
  ids_.add(id);
}

void FingerprintBatch::add_segment(const OpenIndex& index, std::size_t segment) {
  for_each_of(
      *index.parts()[segment], options_.memory_bytes / 2, scratch_,
      [this](std::uint64_t fingerprint, std::string_view id) { add(fingerprint, id); },
      options_.check);
}

void FingerprintBatch::look(std::uint64_t entry) const { facsim::look(entry, options_.check); }

void FingerprintBatch::add_id(std::string_view id) {
  const std::optional<std::uint64_t> number = id_as_number(id);
  missing_.push_back(size());
  fingerprints_.push_back(0);
  number ? ids_.add(*number) : ids_.add(id);
}

Design FingerprintBatch::design() const {
  if (!options_.design.empty()) {
    return fitted(design_named(options_.design, max_distance_), size());
  }
  const bool is_measured = options_.costs && size() >= kCalibratedEntries &&
                           options_.memory_bytes >= kCalibratedMemoryBytes;
  const PlanChoice choice = plan({.count = size(), .max_distance = max_distance_},
                                 is_measured ? options_.costs() : usual_costs());
  return choice.pareto[choice.chosen].design;
}

void FingerprintBatch::write(SectionSink& sink) {
  HammingIndexBuilder builder({.design = design(),
                               .codec = codec_,
                               .memory_bytes = options_.memory_bytes / 4 * 3,
                               .expected = size(),
                               .check = options_.check},
                              scratch_);
  for (std::uint64_t i = 0, skipped = 0; i < size(); ++i) {
    look(i);
    if (skipped < missing_.size() && missing_.at(skipped) == i) {
      builder.skip();
      ++skipped;
    } else {
      builder.add(fingerprints_.at(i));
    }
  }
  ThreadExecutor executor(options_.threads);
  builder.build(sink, executor);
  ids_.finish(sink, kIdNames);
}

void take_small_segments(const OpenIndex& index, std::uint64_t new_entries, Manifest& next,
                         FingerprintBatch& batch) {
  take_small(index, new_entries, next, batch, {});
}

void take_small_segments(const OpenIndex& index, std::uint64_t new_entries, Manifest& next,
                         PageBatch& batch, const SmallSegments& small) {
  take_small(index, new_entries, next, batch, small);
}

void write_segment(const IndexWriter& writer, Manifest& next, FingerprintBatch& batch) {
  write_batch(writer, next, batch);
}

void write_segment(const IndexWriter& writer, Manifest& next, PageBatch& batch) {
  write_batch(writer, next, batch);
}

void add_segment(IndexWriter& writer, Manifest next, FingerprintBatch& batch) {
  commit_batch(writer, std::move(next), batch);
}

void add_segment(IndexWriter& writer, Manifest next, PageBatch& batch) {
  commit_batch(writer, std::move(next), batch);
}

Deletion delete_ids(IndexWriter& writer, const std::unordered_set<std::string>& ids,
                    const std::function<void()>& check) {
  const OpenIndex index(writer.path_of(""));
  Manifest next = writer.manifest();
  Deletion deletion;
  const std::unordered_set<std::string> wanted = cut_labels(ids);
  std::unordered_set<std::string> labels_missing = wanted;
  std::vector<std::vector<std::uint64_t>> chosen(next.segments.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    chosen[i] = entries_named(*index.parts()[i], &for_each_id, wanted, labels_missing, check);
  }
  std::unordered_set<std::string> missing = ids;
  remove_found(missing, labels_missing);
  if (!missing.empty()) {
    labels_missing = cut_labels(missing);
    choose_by_url(index, labels_missing, chosen, check);
    remove_found(missing, labels_missing);
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i].empty()) continue;
    std::vector<std::uint64_t> tombstones = index.parts()[i]->tombstones;
    tombstones.insert(tombstones.end(), chosen[i].begin(), chosen[i].end());
    std::sort(tombstones.begin(), tombstones.end());
    // An entry may be named both by its id and by its URL.
    tombstones.erase(std::unique(tombstones.begin(), tombstones.end()), tombstones.end());
    deletion.entries += tombstones.size() - index.parts()[i]->tombstones.size();
    TombstoneEntry entry;
    entry.name = tombstones_name(next.segments[i].name, next.generation + 1);
    entry.count = tombstones.size();
    entry.stamp = write_tombstones(writer.path_of(entry.name), tombstones);
    next.segments[i].tombstones = std::move(entry);
  }
  deletion.ids_missing.assign(missing.begin(), missing.end());
  std::sort(deletion.ids_missing.begin(), deletion.ids_missing.end());
  // The last check: a commit that has begun cannot be stopped.
  if (check) check();
  if (deletion.entries > 0) writer.commit(std::move(next));
  return deletion;
}

std::vector<std::string> near_urls_in(const OpenIndex& index, const std::string& word,
                                      const std::function<void()>& check) {
  NearUrls near(word, kNearUrlsMax);
  for (const auto& part : index.parts()) {
    for_each_url(*part, check, [&](std::uint64_t ordinal, std::string_view url) {
      if (!part->is_deleted(ordinal)) near.add(std::string(url));
    });
  }
  return near.found();
}

Compaction compact(IndexWriter& writer, const IndexChangeOptions& options, Scratch& scratch) {
  const OpenIndex index(writer.path_of(""));
  index.require_sound(options.check);
  Manifest next = writer.manifest();
  Compaction compaction;
  compaction.segments_before = next.segments.size();
  compaction.entries = index.entries();
  for (const auto& part : index.parts()) compaction.dropped += part->tombstones.size();
  if (next.segments.size() <= 1 && compaction.dropped == 0) return compaction;
  next.segments.clear();
  if (next.kind == IndexKind::pages) {
    write_all(writer, next, index, PageBatch(next, options, scratch));
  } else {
    write_all(writer, next, index, FingerprintBatch(next, options, scratch));
  }
  return compaction;
}

void for_each_entry(const std::string& folder, std::uint64_t memory_bytes, Scratch& scratch,
                    const std::function<void(std::uint64_t, std::string_view)>& visit,
                    const std::function<void()>& check) {
  const OpenIndex index(folder);
  index.require_sound(check);
  for (const auto& part : index.parts()) for_each_of(*part, memory_bytes, scratch, visit, check);
}

}  // namespace facsim
