// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/eval_corpus.h"

#include <utility>

#include "facsim/base/error.h"
#include "facsim/engine/ordered_pipeline.h"
#include "facsim/engine/page_worker_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchPages = 32;

struct Item {
  RawRecord record;
  std::uint32_t page = 0;
  std::uint32_t file = 0;
  std::uint32_t expected = 0;  // units
  std::vector<std::uint64_t> units;
};

struct Batch {
  std::vector<Item> items = std::vector<Item>(kBatchPages);
  std::size_t count = 0;
};

// Walks the wanted pages and the records of their files side by side.
class WantedReader {
 public:
  WantedReader(const EvalCorpus& corpus, const std::vector<bool>& wanted,
               const DedupOptions& options, const DedupHooks& hooks)
      : corpus_(corpus), wanted_(wanted), options_(read_options(options)), hooks_(hooks) {}

  bool produce(Batch& batch) {
    throw_if_cancelled(hooks_);
    batch.count = 0;
    while (batch.count < kBatchPages && next(batch.items[batch.count])) ++batch.count;
    if (hooks_.progress) hooks_.progress({"read again", page_, 0, 0, corpus_.pages()});
    return batch.count > 0;
  }

 private:
  bool next(Item& item) {
    while (page_ < corpus_.pages() && !wanted_[page_]) ++page_;
    if (page_ == corpus_.pages()) return false;
    const PageRow row = corpus_.row(page_);
    const InputFile& file = corpus_.corpus().files[row.file];
    if (!reader_ || file_ != row.file) {
      file_ = row.file;
      reader_ = open_records(file, options_);
    }
    bool found = reader_->next(item.record);
    while (found && item.record.extent.begin < row.extent.begin) {
      found = reader_->next(item.record);
    }
    if (!found || item.record.extent.begin != row.extent.begin ||
        item.record.extent.end != row.extent.end || item.record.role != RecordRole::page) {
      throw_changed(file, row.offset);
    }
    item.page = page_++;
    item.file = file_;
    item.expected = row.units;
    return true;
  }

 public:
  [[noreturn]] static void throw_changed(const InputFile& file, std::uint64_t offset) {
    throw Error(ErrorCode::io, "changed while it was being read; run again",
                file.name + ":" + std::to_string(offset));
  }

 private:
  const EvalCorpus& corpus_;
  const std::vector<bool>& wanted_;
  ReadOptions options_;
  const DedupHooks& hooks_;
  std::unique_ptr<RecordReader> reader_;
  std::uint32_t file_ = 0;
  std::uint32_t page_ = 0;
};

void process_item(Item& item, PageWorker& worker, const InputFile& file) {
  const Decoded decoded = worker.decoder.decode(file, item.record);
  item.units.clear();
  if (decoded.skip == Skip::none) {
    (void)worker.analyzer.analyze(decoded.page);
    item.units = worker.analyzer.units();
  }
  if (item.units.size() != item.expected) WantedReader::throw_changed(file, item.record.offset);
  release_large(item.record.bytes);
}

}  // namespace

EvalCorpus::EvalCorpus(const std::vector<InputFile>& files, const DedupOptions& options,
                       const DedupHooks& hooks, Scratch& scratch)
    : options_(options), corpus_(scratch, options.memory_bytes) {
  corpus_.files = files;
  DedupOptions all = options;
  all.profile.units_min = 1;
  Summary summary;
  scan(corpus_, all, hooks, scratch, summary);
  warnings_ = std::move(summary.warnings);

  SpillArray<PageRow> rows(scratch, options.memory_bytes / 4);
  for (std::uint32_t page = 0; page < pages(); ++page) {
    PageRow row = corpus_.rows.at(page);
    if (row.shingles > 0 && row.shingles_offset == kNoOffset) {
      throw Error(ErrorCode::invalid_argument,
                  "the shingle sets of all documents do not fit; raise --memory or give fewer");
    }
    if (is_short(row)) {
      row.has_fingerprint = false;
      row.anchors = 0;
    }
    rows.push_back(row);
  }
  corpus_.rows = std::move(rows);
}

void EvalCorpus::shingles(const PageRow& row, std::vector<std::uint64_t>& set) const {
  set.clear();
  if (row.shingles > 0) corpus_.shingles.read(row.shingles_offset, row.shingles, set);
}

PageUnits::PageUnits(const EvalCorpus& corpus, const std::vector<bool>& wanted,
                     const DedupOptions& options, const DedupHooks& hooks, Scratch& scratch)
    : units_(scratch, options.memory_bytes / 4), starts_(corpus.pages()), counts_(corpus.pages()) {
  PageWorkers workers = make_page_workers(options);
  WantedReader reader(corpus, wanted, options, hooks);
  OrderedPipeline<Batch> pipeline(options.threads);
  pipeline.run({
      .produce = [&](Batch& batch) { return reader.produce(batch); },
      .process =
          [&](Batch& batch, std::size_t worker) {
            for (std::size_t i = 0; i < batch.count; ++i) {
              Item& item = batch.items[i];
              process_item(item, workers[worker], corpus.corpus().files[item.file]);
            }
          },
      .commit =
          [&](Batch& batch) {
            for (std::size_t i = 0; i < batch.count; ++i) {
              Item& item = batch.items[i];
              starts_[item.page] = units_.append(std::as_bytes(std::span(item.units)));
              counts_[item.page] = static_cast<std::uint32_t>(item.units.size());
              release_large(item.units);
            }
          },
  });
}

std::vector<std::uint64_t> PageUnits::of(std::uint32_t page) const {
  std::vector<std::uint64_t> units(counts_[page]);
  units_.read(starts_[page], std::as_writable_bytes(std::span(units)));
  return units;
}

}  // namespace facsim
