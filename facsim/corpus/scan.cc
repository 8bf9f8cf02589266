// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/scan.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/base/limits.h"
#include "facsim/base/spill_sort.h"
#include "facsim/corpus/about_pages.h"
#include "facsim/corpus/large_pages.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/read_in_batches.h"
#include "facsim/corpus/reading_notes.h"
#include "facsim/corpus/record_walk.h"
#include "facsim/corpus/scan_item_internal.h"
#include "facsim/model/summary.h"

namespace facsim {
namespace {

// The run warns if at least one page of this many is judged by little text.
constexpr std::uint64_t kPagesPerLittleJudged = 10;

// Numbers the pages of a source as if they were the records of one file.
class SourceReader {
 public:
  SourceReader(PageSource& pages, const ReadOptions& options, const Run& run)
      : pages_(pages),
        options_(options),
        run_(run),
        large_bytes_max_(large_bytes_max_of(options)) {}

  void show() const { run_.progress({"read", number_, bytes_, 0, 0}); }

  bool read(ScanItem& item) {
    RawRecord& record = item.record;
    // The source receives an empty page, with a buffer that may be large enough.
    item.page = Page{};
    record.bytes.clear();
    std::swap(item.page.bytes, record.bytes);
    if (!pages_.next(item.page)) return false;
    record = RawRecord{};
    record.role = RecordRole::page;
    record.offset = number_++;
    record.extent.begin = bytes_;
    bytes_ += item.page.bytes.size();
    record.extent.end = bytes_;
    record.skip = bytes_of(item.page) > options_.page_bytes_max ? Skip::too_large : Skip::none;
    if (record.skip != Skip::none) {
      if (const auto large = digest_of(item.page, large_bytes_max_)) record.large = {*large};
      release_large(item.page.bytes, 0);
      item.page.fields.clear();
      item.page.given.clear();
    }
    std::swap(item.page.bytes, record.bytes);
    return true;
  }

 private:
  PageSource& pages_;
  const ReadOptions& options_;
  const Run& run_;
  std::uint64_t large_bytes_max_;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
};

// Warns if many pages were judged by little of their text.
void warn_of_little_judged(const ReadCounts& counts, Run& run) {
  std::uint64_t pages = 0;
  std::string kinds;
  for (int why = 1; why < kLeftOutCount; ++why) {
    const std::uint64_t count = counts.little_judged[static_cast<std::size_t>(why)];
    if (count == 0) continue;
    pages += count;
    kinds += (kinds.empty() ? "" : ", ") + std::string(name_of(static_cast<LeftOut>(why))) + " " +
             human_count(count);
  }
  if (pages * kPagesPerLittleJudged < counts.pages_read || pages == 0) return;
  run.warn("of " + human_count(pages) + (pages == 1 ? " page" : " pages") + " little was judged (" +
           kinds + "); they repeat a page of their site only where the rest agrees too");
}

// Such pages are removed without examining their text.
void warn_of_large_pages(const ReadCounts& counts, Run& run) {
  const std::uint64_t pages = counts.compared_by_bytes.value_or(0);
  if (counts.equal_by_bytes == 0) return;
  run.warn(human_count(pages) + (pages == 1 ? " page" : " pages") + " larger than " +
           Named::page_max + (pages == 1 ? " was" : " were") + " compared by raw bytes alone; " +
           human_count(counts.equal_by_bytes) + (counts.equal_by_bytes == 1 ? " has" : " have") +
           " an equal" +
           (counts.equal_by_bytes == pages ? "" : ", the others are left out as too_large"));
}

// Takes items in input order: numbers the pages, stores their rows, counts.
class Committer {
 public:
  Committer(Corpus& corpus, const ReadOptions& options, Run& run)
      : corpus_(corpus),
        run_(run),
        notes_(corpus.files, options),
        about_(run.scratch(), run.memory_bytes() / 64),
        large_(run.scratch(), run.memory_bytes() / 32),
        is_status_asked_for_(!options.judged_statuses.empty()),
        ids_(run.scratch(), run.memory_bytes() / 16) {
    counts_.files = corpus.files.size();
    corpus.keep_fields = options.keep_fields;
    corpus.counts_values = !options.count_field.empty();
    corpus.skipped_of_file.assign(corpus.files.size(), 0);
    if (corpus.counts_values) corpus.skipped_of_value.assign(SourceNames::kOthers + 1, 0);
  }

  [[nodiscard]] const ReadCounts& counts() const noexcept { return counts_; }
  // True if some record had a value to count by; otherwise one row of a table would have all pages.
  [[nodiscard]] bool can_count() const {
    return !corpus_.counts_values || has_value_ || corpus_.pages() == 0;
  }

  void commit(ScanItem& item) {
    begin_file(item.file);
    ++counts_.records_read;
    counts_.bytes_read += item.record.extent.end - item.record.extent.begin;
    ++counts_.skipped[static_cast<std::size_t>(item.note.skip)];
    const RawRecord& record = item.record;
    notes_.add(item.file, record, item.note);
    if (is_fault(item.note.skip)) {
      const std::uint64_t bytes = record.extent.end - record.extent.begin;
      corpus_.skips.push_back({record.offset, bytes, item.file, item.note.skip});
    }
    if (record.role == RecordRole::companion || record.role == RecordRole::damaged) {
      corpus_.non_pages.push_back({record.extent, record.record_key, record.concurrent_key,
                                   item.file, record.role == RecordRole::damaged});
      for (const std::uint64_t key : record.more_concurrent_keys) {
        const Extent behind{record.extent.end, record.extent.end};
        corpus_.non_pages.push_back({behind, 0, key, item.file, false});
      }
    }
    commit_references(item);
    count_source(item);
    note_status(item);
    if (item.has_row) commit_row(item);
  }

  // Reports all warnings; returns why the run ends, if nothing could be read.
  [[nodiscard]] std::optional<Sentence> finish(std::string_view skips_name,
                                               std::uint64_t damaged_files) {
    begin_file(static_cast<std::uint32_t>(corpus_.files.size()));
    counts_.skipped[static_cast<std::size_t>(Skip::none)] = 0;
    take_large_pages();
    counts_.repeated_ids = repeated_ids();
    take_back_about_pages();
    corpus_.revisits.resolve(corpus_.pages(), run_.memory_bytes() / 4);
    notes_.finish(damaged_files);
    const std::optional<Sentence> refusal = notes_.refusal();
    const Sentence faults = notes_.faults();
    if (!faults.empty() && !refusal) {
      Sentence warning = "left out: " + faults;
      if (!skips_name.empty()) warning += "; all are in " + std::string(skips_name);
      run_.warn(warning);
    }
    run_.warn(notes_.warnings());
    warn_of_no_status();
    warn_of_large_pages(counts_, run_);
    warn_of_little_judged(counts_, run_);
    return refusal;
  }

 private:
  // Records skipped as too large become pages if another has the same bytes.
  void take_large_pages() {
    counts_.compared_by_bytes = large_.size();
    const auto take = [this](std::uint32_t page, const PageRow& row) {
      --corpus_.skipped_of_file[row.file];
      if (corpus_.counts_values) --corpus_.skipped_of_value[corpus_.value_of_page.at(page)];
      if (row.id_hash != 0) ids_.add(row.id_hash);
    };
    const std::uint64_t equal = large_.resolve(corpus_, run_.memory_bytes() / 4, take);
    counts_.equal_by_bytes = equal;
    counts_.skipped[static_cast<std::size_t>(Skip::too_large)] -= equal;
    counts_.pages_read += equal;
    if (equal > 0) notes_.take_large_pages(equal, first_too_large());
  }

  // The first record skipped as too large, with its id.
  [[nodiscard]] std::optional<ReadingNotes::Place> first_too_large() const {
    for (std::uint64_t i = 0; i < corpus_.skips.size(); ++i) {
      const SkipRow skip = corpus_.skips.at(i);
      if (skip.reason != Skip::too_large) continue;
      ReadingNotes::Place place{.offset = skip.offset, .file = skip.file, .page_label = {}};
      if (corpus_.files[skip.file].name.empty()) {
        const auto page = static_cast<std::uint32_t>(skip.offset);
        place.page_label = page_label(corpus_.name_of(corpus_.rows.at(page)).id, skip.offset);
      }
      return place;
    }
    return std::nullopt;
  }

  // Records about a page among the inputs are not pages beside it; their rows keep their numbers.
  void take_back_about_pages() {
    SpillSorter<AboutPage> about = about_.resolve(corpus_.rows, run_.memory_bytes() / 8);
    AboutPage next;
    bool has_next = about.next(next);
    if (!has_next) return;
    SpillArray<PageRow> rows(run_.scratch(), run_.memory_bytes() / 4);
    for (std::uint32_t page = 0; page < corpus_.pages(); ++page) {
      PageRow row = corpus_.rows.at(page);
      if (has_next && next.page == page) {
        // A record that is too large was already skipped.
        if (row.has_text) take_back(next, row);
        has_next = about.next(next);
        static_cast<PageFacts&>(row) = PageFacts{};
      }
      rows.push_back(row);
    }
    corpus_.rows = std::move(rows);
  }

  void take_back(const AboutPage& about, const PageRow& row) {
    ++counts_.skipped[static_cast<std::size_t>(Skip::crawler_record)];
    ++corpus_.skipped_of_file[row.file];
    if (corpus_.counts_values) {
      ++corpus_.skipped_of_value[corpus_.value_of_page.at(about.page)];
    }
    --counts_.pages_read;
    counts_.text_bytes -= about.text_bytes;
    counts_.fallback_text -= about.used_fallback ? 1U : 0U;
    counts_.cut_pages -= about.is_cut ? 1U : 0U;
    counts_.equal_by_bytes -= row.is_by_bytes() ? 1U : 0U;
    counts_.too_short -= row.has_fingerprint || row.is_by_bytes() ? 0U : 1U;
    if (row.coverage.is_little()) {
      --counts_.little_judged[static_cast<std::size_t>(row.coverage.mostly)];
    }
  }

  void note_status(const ScanItem& item) {
    has_status_ = has_status_ || item.row.status != 0;
    if (item.note.skip == Skip::other_status && item.record.record_key != 0) {
      about_.add_not_judged(item.record.record_key);
    }
  }

  void warn_of_no_status() const {
    if (!is_status_asked_for_ || has_status_ || counts_.pages_read == 0) return;
    run_.warn(
        "no page says its HTTP status, so all were judged, whatever statuses were asked for; of "
        "records, name the field that has it (" +
        Named::status_field + ")");
  }

  void count_source(const ScanItem& item) {
    const bool is_skipped = item.note.skip != Skip::none;
    if (is_skipped) ++corpus_.skipped_of_file[item.file];
    if (!corpus_.counts_values || !(is_skipped || item.has_row)) return;
    const std::uint32_t value = corpus_.values.number_of(item.count_value);
    has_value_ = has_value_ || !item.count_value.empty();
    if (is_skipped) ++corpus_.skipped_of_value[value];
    if (item.has_row) corpus_.value_of_page.push_back(value);
  }

  // Notes where the rows of each file begin, even for files without records.
  void begin_file(std::uint32_t file) {
    while (corpus_.first_page.size() <= file) {
      corpus_.first_page.push_back(corpus_.pages());
      corpus_.first_non_page.push_back(corpus_.non_pages.size());
    }
  }

  void commit_references(const ScanItem& item) {
    const RawRecord& record = item.record;
    if (corpus_.files[item.file].kind != FileKind::warc) return;
    if (record.is_revisit) {
      RevisitRow revisit;
      revisit.offset = record.offset;
      revisit.file = item.file;
      revisit.original_id = record.references.id;
      revisit.original_url = record.references.url;
      revisit.id_bytes = static_cast<std::uint32_t>(item.id.size());
      revisit.url_bytes = static_cast<std::uint32_t>(item.url.size());
      revisit.labels_offset = append_labels(item);
      if (corpus_.revisits.keeps_keys()) {
        revisit.original_id_bytes = append_label(item.original_id);
        revisit.original_url_bytes = append_label(item.original_url);
      }
      corpus_.revisits.add(revisit, record.references);
    } else if (record.references.id != 0 || record.references.place != 0 ||
               record.references.payload != 0) {
      corpus_.revisits.add_original(record.references, item.has_row ? corpus_.pages() : kNotAPage);
    }
  }

  std::uint64_t append_labels(const ScanItem& item) {
    const std::uint64_t offset = corpus_.labels.append(std::as_bytes(std::span(item.id)));
    corpus_.labels.append(std::as_bytes(std::span(item.url)));
    return offset;
  }

  std::uint32_t append_label(const std::string& label) {
    corpus_.labels.append(std::as_bytes(std::span(label)));
    return static_cast<std::uint32_t>(label.size());
  }

  void commit_row(ScanItem& item) {
    PageRow& row = item.row;
    if (corpus_.rows.size() >= limits::kPagesMax) {
      throw Error(ErrorCode::invalid_argument,
                  "more than 4,294,967,294 pages in one run; split the input");
    }
    if (row.has_fingerprint && corpus_.units.takes_any() &&
        corpus_.units.has_room(item.units.size())) {
      row.units_offset = corpus_.units.append(item.units);
    }
    corpus_.append_anchors(item.anchors, row);
    row.id_bytes = static_cast<std::uint32_t>(item.id.size());
    row.url_bytes = static_cast<std::uint32_t>(item.url.size());
    row.labels_offset = append_labels(item);
    corpus_.places.add(corpus_.pages(), item.page.place);
    corpus_.note_worth(row, corpus_.pages());
    corpus_.rows.push_back(row);
    if (corpus_.payloads) corpus_.payloads->add(item.payload);
    if (item.large) {
      large_.add(*item.large, row.scope_key, corpus_.pages() - 1, corpus_.skips.size() - 1);
    } else if (row.id_hash != 0) {
      ids_.add(row.id_hash);
    }
    if (!row.has_text && !item.large) return;
    if (item.record.about_key != 0) {
      about_.add({.page = corpus_.pages() - 1,
                  .used_fallback = item.used_fallback,
                  .is_cut = item.is_cut,
                  .about_key = item.record.about_key,
                  .text_bytes = item.text_bytes});
    }
    if (item.large) return;
    ++counts_.pages_read;
    counts_.text_bytes += item.text_bytes;
    if (item.used_fallback) ++counts_.fallback_text;
    if (item.is_cut) ++counts_.cut_pages;
    if (row.coverage.is_little()) {
      ++counts_.little_judged[static_cast<std::size_t>(row.coverage.mostly)];
    }
    if (!row.has_fingerprint) ++counts_.too_short;
  }

  std::uint64_t repeated_ids() {
    ids_.sort();
    std::uint64_t repeated = 0;
    std::uint64_t last = 0;
    for (std::uint64_t id = 0; ids_.next(id); last = id) {
      if (id == last) ++repeated;
    }
    return repeated;
  }

  Corpus& corpus_;
  Run& run_;
  ReadCounts counts_;
  ReadingNotes notes_;
  AboutPages about_;
  LargePages large_;
  bool is_status_asked_for_;
  bool has_status_ = false;  // some page has one
  bool has_value_ = false;   // some record has a value to count by
  SpillSorter<std::uint64_t> ids_;
};

}  // namespace

ReadCounts scan(Corpus& corpus, const ReadOptions& read, const ReadyProfile& judge, Run& run,
                const ScanOptions& options) {
  RecordWalk walk(corpus.files, read);
  Committer committer(corpus, read, run);
  const Recipe& recipe = judge.profile.recipe;
  read_in_batches<ScanItem, PageWorker>(
      run, {.make_worker = [&] { return PageWorker(read, judge, run.kernel()); },
            .begin_batch =
                [&] {
                  run.progress({"read", walk.records(), walk.bytes_done(), walk.bytes_total(), 0});
                },
            .read =
                [&](ScanItem& item) {
                  if (!walk.next(item.record)) return false;
                  item.file = walk.file();
                  return true;
                },
            .take_apart =
                [&](ScanItem& item, PageWorker& worker, MemoryRoom& room) {
                  if (corpus.payloads) note_payload(item, corpus.files[item.file]);
                  take_apart_record(item, worker, corpus.files[item.file], recipe, options.scope,
                                    room);
                },
            .commit = [&](ScanItem& item) { committer.commit(item); }});
  for (const RecordWalk::Damaged& file : walk.damaged()) {
    run.warn(file.place_and_what + (file.is_lost ? "; nothing could be read of this file" : ""));
  }
  if (const auto refusal = committer.finish(options.skips_name, walk.damaged().size())) {
    run.say_warnings();
    throw Error(ErrorCode::not_found, *refusal);
  }
  return committer.counts();
}

ReadCounts scan(Corpus& corpus, PageSource& pages, const ReadOptions& read,
                const ReadyProfile& judge, Run& run, Scope scope) {
  corpus.files.assign(1, InputFile{});
  SourceReader reader(pages, read, run);
  Committer committer(corpus, read, run);
  const Recipe& recipe = judge.profile.recipe;
  const bool with_units = corpus.units.takes_any();
  read_in_batches<ScanItem, PageWorker>(
      run, {.make_worker = [&] { return PageWorker(read, judge, run.kernel()); },
            .begin_batch = [&] { reader.show(); },
            .read = [&](ScanItem& item) { return reader.read(item); },
            .take_apart =
                [&](ScanItem& item, PageWorker& worker, MemoryRoom& room) {
                  take_apart_page(item, worker, recipe, scope, with_units, room);
                },
            .commit = [&](ScanItem& item) { committer.commit(item); }});
  (void)committer.finish({}, 0);
  // Pages that come only once cannot be checked in advance.
  if (!committer.can_count()) {
    throw Error(ErrorCode::invalid_argument, never_a_value(read.count_field));
  }
  return committer.counts();
}

}  // namespace facsim
