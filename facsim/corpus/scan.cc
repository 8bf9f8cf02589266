// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/scan.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/base/spill_sort.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/page_pipeline.h"
#include "facsim/corpus/page_worker.h"
#include "facsim/corpus/reading_notes.h"
#include "facsim/model/host.h"

namespace facsim {
namespace {

// A record on its way, then what was found in it.
struct Item {
  RawRecord record;
  Page page;  // from memory, its bytes in the record
  std::uint32_t file = 0;
  RecordNote note;
  bool has_row = false;
  bool used_fallback = false;
  bool is_cut = false;
  std::uint64_t text_bytes = 0;
  PageRow row;
  std::string id;
  std::string url;
  std::string host;
  std::vector<std::uint64_t> units;
  std::vector<std::uint64_t> anchors;

  [[nodiscard]] std::size_t result_bytes() const {
    return (units.size() + anchors.size()) * sizeof(std::uint64_t) + id.size() + url.size();
  }
  void release() {
    release_large(units, 0);
    release_large(anchors, 0);
  }
};

// A file whose pages are records of its own is copied record by record; where the file is the page,
// every file needs a row, so that it can be listed. A JSON record needs one to be annotated.
bool needs_row(FileKind kind, bool has_text) {
  return has_text || has_json_records(kind) || kind == FileKind::html || kind == FileKind::text;
}

std::string cut_label(std::string label) {
  if (label.size() <= limits::kLabelBytesMax) return label;
  std::size_t end = limits::kLabelBytesMax;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xC0) == 0x80) --end;
  label.resize(end);
  return label;
}

std::uint64_t scope_key(Scope scope, const Item& item) {
  switch (scope) {
    case Scope::all:
      return 0;
    case Scope::host:
      return host_scope_key(item.host);
    case Scope::file:
      return mix64(item.file + 1);
  }
  return 0;
}

void note_labels(Item& item) {
  RecordLabels labels = labels_of(item.record);
  item.id = cut_label(std::move(labels.id));
  item.url = cut_label(std::move(labels.url));
}

void forget(Item& item) {
  item.row = PageRow{};
  item.note = RecordNote{};
  item.has_row = item.used_fallback = item.is_cut = false;
  item.text_bytes = 0;
  item.id.clear();
  item.url.clear();
  item.host.clear();
  item.units.clear();
  item.anchors.clear();
}

// Of a page with its bytes: the facts, the units and what it is called.
void analyze(const Page& page, const Recipe& recipe, PageWorker& worker, MemoryRoom& room,
             Item& item) {
  PageRow& row = item.row;
  item.host = host_of(item.url);
  const Analysis& analysis = worker.analyzer.analyze(page, &room);
  static_cast<PageFacts&>(row) = facts_of(analysis, worker.analyzer.shingles().size());
  if (row.has_fingerprint) {
    StoredText stored = worker.analyzer.stored_text();
    item.units = std::move(stored.hashes);
    row.numbers = stored.numbers;
    row.title_words = static_cast<std::uint8_t>(stored.title_words);
  }
  if (row.has_layout) set_origin(row.witness, item.host, item.url);
  if (row.has_fingerprint && recipe.anchors.has_any()) item.anchors = worker.analyzer.anchors();
  row.keep = keep_values(page, worker.analyzer.document(), analysis.text_bytes);
  item.used_fallback = analysis.used_fallback && analysis.has_text;
  item.is_cut = worker.analyzer.document().is_cut;
  item.text_bytes = analysis.text_bytes;
  item.note.is_page = analysis.has_text;
  if (!analysis.has_text) item.note.skip = Skip::no_text;
}

// Where the record of the row is.
void place(Item& item, Scope scope) {
  const RawRecord& record = item.record;
  PageRow& row = item.row;
  row.file = item.file;
  row.extent = record.extent;
  row.offset = record.offset;
  row.record_key = record.record_key;
  row.concurrent_key = record.concurrent_key;
  row.scope_key = scope_key(scope, item);
  row.id_hash = item.id.empty() ? 0 : hash64(item.id) | 1U;
}

void process_record(Item& item, PageWorker& worker, const InputFile& file, const Recipe& recipe,
                    Scope scope, MemoryRoom& room) {
  forget(item);
  const RawRecord& record = item.record;
  Skip& skip = item.note.skip;
  skip = record.skip;
  if (record.is_revisit) note_labels(item);
  if (record.role != RecordRole::page) return;

  if (skip == Skip::none) {
    Decoded decoded = worker.decode(file, record, room);
    release_large(item.record.bytes);
    skip = decoded.skip;
    item.note.has_time = decoded.page.unix_time.has_value();
    item.note.has_damaged_body = decoded.page.is_damaged;
    item.note.has_keep_value = decoded.page.keep_value.has_value();
    item.note.field_names = std::move(decoded.field_names);
    item.note.bad_feature = std::move(decoded.bad_feature);
    item.id = cut_label(decoded.page.id);
    item.url = cut_label(decoded.page.url);
    if (has_json_records(file.kind) && skip != Skip::bad_json) {
      item.row.brace_offset = decoded.brace_offset;
      item.row.object_is_empty = decoded.object_is_empty;
    }
    if (skip == Skip::none) analyze(decoded.page, recipe, worker, room, item);
  }
  if (item.id.empty() && (file.kind == FileKind::html || file.kind == FileKind::text)) {
    item.id = file.name;
  }
  place(item, scope);
  item.has_row = needs_row(file.kind, item.row.has_text);
}

// A page from memory came with its bytes in the record, where the budget counts them.
void process_page(Item& item, PageWorker& worker, const Recipe& recipe, Scope scope,
                  MemoryRoom& room) {
  forget(item);
  item.note.skip = item.record.skip;
  item.id = cut_label(item.page.id);
  item.url = cut_label(item.page.url);
  if (item.note.skip == Skip::none) {
    std::swap(item.page.bytes, item.record.bytes);
    room.need(page_bytes_in_flight(item.page.bytes.size()));
    analyze(item.page, recipe, worker, room, item);
    std::swap(item.page.bytes, item.record.bytes);
  }
  place(item, scope);
  item.has_row = true;  // each has a number
}

// Reads the files one after the other.
class FileReader {
 public:
  FileReader(const Corpus& corpus, const ReadOptions& options, Run& run)
      : corpus_(corpus), options_(options), run_(run) {
    for (const InputFile& file : corpus.files) total_ += file.bytes;
  }

  void begin_batch() {
    run_.throw_if_cancelled();
    const std::uint64_t here = reader_ ? reader_->packed_position() : 0;
    run_.progress({"read", records_, done_ + here, total_, 0});
  }

  bool read(Item& item) {
    if (!next(item.record)) return false;
    item.file = file_;
    ++records_;
    return true;
  }

  [[nodiscard]] std::uint64_t damaged_files() const noexcept { return damaged_files_; }

 private:
  bool next(RawRecord& record) {
    for (;;) {
      if (!reader_) {
        if (opened_ == corpus_.files.size()) return false;
        file_ = static_cast<std::uint32_t>(opened_);
        reader_ = open_records(corpus_.files[opened_++], options_);
      }
      if (reader_->next(record)) {
        ++file_records_;
        return true;
      }
      const InputFile& file = corpus_.files[file_];
      if (const auto damage = reader_->damage()) {
        ++damaged_files_;
        run_.warn(file.name + ":" + std::to_string(damage->packed_offset) + ": " + damage->what +
                  (file_records_ == 0 ? "; nothing could be read of this file" : ""));
      }
      done_ += file.bytes;
      file_records_ = 0;
      reader_.reset();
    }
  }

  const Corpus& corpus_;
  const ReadOptions& options_;
  Run& run_;
  std::unique_ptr<RecordReader> reader_;
  std::size_t opened_ = 0;
  std::uint32_t file_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t file_records_ = 0;
  std::uint64_t damaged_files_ = 0;
};

// Numbers the pages of a source as if they were the records of one file.
class SourceReader {
 public:
  SourceReader(PageSource& pages, const ReadOptions& options, Run& run)
      : pages_(pages), options_(options), run_(run) {}

  void begin_batch() {
    run_.throw_if_cancelled();
    run_.progress({"read", number_, bytes_, 0, 0});
  }

  bool read(Item& item) {
    if (!pages_.next(item.page)) return false;
    RawRecord& record = item.record;
    record.role = RecordRole::page;
    record.offset = number_++;
    record.extent.begin = bytes_;
    bytes_ += item.page.bytes.size();
    record.extent.end = bytes_;
    record.skip = item.page.bytes.size() > options_.page_bytes_max ? Skip::too_large : Skip::none;
    if (record.skip != Skip::none) release_large(item.page.bytes, 0);
    std::swap(item.page.bytes, record.bytes);
    return true;
  }

 private:
  PageSource& pages_;
  const ReadOptions& options_;
  Run& run_;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
};

// A flag that asks for something which no page has decided nothing; silence would hide a misspelt
// name.
void warn_of_unused_field(const ReadingNotes& notes, const ReadOptions& options, Run& run) {
  if (notes.pages() == 0) return;
  if (!options.time_field.empty() && notes.json_pages_with_time() == 0) {
    run.warn("no record has a time in field '" + options.time_field +
             "'; --time-field decided nothing");
  }
}

// Takes items in input order: numbers the pages, stores their rows, counts.
class Committer {
 public:
  Committer(Corpus& corpus, const ReadOptions& options, Run& run)
      : corpus_(corpus),
        options_(options),
        run_(run),
        notes_(corpus.files, options),
        ids_(run.scratch(), run.memory_bytes() / 16) {
    counts_.files = corpus.files.size();
  }

  [[nodiscard]] const ReadCounts& counts() const noexcept { return counts_; }

  void commit(Item& item) {
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
    }
    commit_references(item);
    if (item.has_row) commit_row(item);
  }

  // Says what there is to say; why the run ends, where nothing could be read.
  [[nodiscard]] std::optional<std::string> finish(std::string_view skips_name,
                                                  std::uint64_t damaged_files) {
    begin_file(static_cast<std::uint32_t>(corpus_.files.size()));
    counts_.skipped[static_cast<std::size_t>(Skip::none)] = 0;
    counts_.repeated_ids = repeated_ids();
    corpus_.revisits.resolve(corpus_.pages(), run_.memory_bytes() / 4);
    notes_.finish(damaged_files);
    const std::optional<std::string> refusal = notes_.refusal();
    const std::string faults = notes_.faults();
    if (!faults.empty() && !refusal) {
      std::string warning = "left out: " + faults;
      if (!skips_name.empty()) warning.append("; all are in ").append(skips_name);
      run_.warn(std::move(warning));
    }
    run_.warn(notes_.warnings());
    warn_of_unused_field(notes_, options_, run_);
    return refusal;
  }

 private:
  // Notes where the rows of each file begin, also of files without records.
  void begin_file(std::uint32_t file) {
    while (corpus_.first_page.size() <= file) {
      corpus_.first_page.push_back(corpus_.pages());
      corpus_.first_non_page.push_back(corpus_.non_pages.size());
    }
  }

  void commit_references(const Item& item) {
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
      corpus_.revisits.add(revisit, record.references);
    } else if (record.references.id != 0 || record.references.place != 0 ||
               record.references.payload != 0) {
      corpus_.revisits.add_original(record.references, item.has_row ? corpus_.pages() : kNotAPage);
    }
  }

  std::uint64_t append_labels(const Item& item) {
    const std::uint64_t offset = corpus_.labels.append(std::as_bytes(std::span(item.id)));
    corpus_.labels.append(std::as_bytes(std::span(item.url)));
    return offset;
  }

  void commit_row(Item& item) {
    PageRow& row = item.row;
    if (corpus_.rows.size() >= limits::kPagesMax) {
      throw Error(ErrorCode::invalid_argument,
                  "more than 4,294,967,294 pages in one run; split the input");
    }
    if (row.has_fingerprint && corpus_.units.has_room(item.units.size())) {
      row.units_offset = corpus_.units.append(item.units);
    }
    corpus_.append_anchors(item.anchors, row);
    row.id_bytes = static_cast<std::uint32_t>(item.id.size());
    row.url_bytes = static_cast<std::uint32_t>(item.url.size());
    row.labels_offset = append_labels(item);
    corpus_.note_damaged(row.keep, corpus_.pages());
    corpus_.rows.push_back(row);
    if (row.id_hash != 0) ids_.add(row.id_hash);
    if (!row.has_text) return;
    ++counts_.pages_read;
    counts_.text_bytes += item.text_bytes;
    if (item.used_fallback) ++counts_.fallback_text;
    if (item.is_cut) ++counts_.cut_pages;
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
  const ReadOptions& options_;
  Run& run_;
  ReadCounts counts_;
  ReadingNotes notes_;
  SpillSorter<std::uint64_t> ids_;
};

}  // namespace

ReadCounts scan(Corpus& corpus, const ReadOptions& read, const ReadyProfile& judge, Run& run,
                const ScanOptions& options) {
  PageBudget budget(run.memory_bytes(), run.threads());
  PageWorkers workers = make_page_workers(read, judge, run.kernel(), budget.threads());
  FileReader reader(corpus, read, run);
  Committer committer(corpus, read, run);
  PagePipeline<Item> pipeline(budget);
  pipeline.run({
      .begin_batch = [&] { reader.begin_batch(); },
      .read = [&](Item& item) { return reader.read(item); },
      .take_apart =
          [&](Item& item, std::size_t worker, PageBudget::Hold& hold) {
            process_record(item, workers[worker], corpus.files[item.file], judge.profile.recipe,
                           options.scope, hold);
            workers[worker].keep_at_most(budget.kept_bytes_max());
          },
      .commit = [&](Item& item) { committer.commit(item); },
  });
  if (const auto refusal = committer.finish(options.skips_name, reader.damaged_files())) {
    run.say_warnings();
    throw Error(ErrorCode::not_found, *refusal);
  }
  return committer.counts();
}

ReadCounts scan(Corpus& corpus, PageSource& pages, const ReadOptions& read,
                const ReadyProfile& judge, Run& run, Scope scope) {
  corpus.files.assign(1, InputFile{});
  PageBudget budget(run.memory_bytes(), run.threads());
  PageWorkers workers = make_page_workers(read, judge, run.kernel(), budget.threads());
  SourceReader reader(pages, read, run);
  Committer committer(corpus, read, run);
  PagePipeline<Item> pipeline(budget);
  pipeline.run({
      .begin_batch = [&] { reader.begin_batch(); },
      .read = [&](Item& item) { return reader.read(item); },
      .take_apart =
          [&](Item& item, std::size_t worker, PageBudget::Hold& hold) {
            process_page(item, workers[worker], judge.profile.recipe, scope, hold);
            workers[worker].keep_at_most(budget.kept_bytes_max());
          },
      .commit = [&](Item& item) { committer.commit(item); },
  });
  (void)committer.finish({}, 0);
  return committer.counts();
}

}  // namespace facsim
