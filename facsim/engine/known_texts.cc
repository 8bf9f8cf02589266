// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/known_texts.h"

#include <memory>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/engine/ordered_pipeline.h"
#include "facsim/engine/page_worker_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchPages = 32;
constexpr std::size_t kBatchBytes = std::size_t{256} << 10;

struct Item {
  RawRecord record;
  std::shared_ptr<const InputFile> file;
  std::size_t number = 0;  // in `texts`
  PageFacts facts;         // what the index remembers
  bool is_same = false;
  StoredText text;
};

struct Batch {
  std::vector<Item> items = std::vector<Item>(kBatchPages);
  std::size_t count = 0;
};

// Walks the wanted pages and the records of their files side by side.
class KnownReader {
 public:
  KnownReader(const OpenIndex& index, std::span<const KnownText> texts, const DedupOptions& options,
              const DedupHooks& hooks)
      : index_(index), texts_(texts), options_(read_options(options)), hooks_(hooks) {}

  bool produce(Batch& batch) {
    throw_if_cancelled(hooks_);
    batch.count = 0;
    std::size_t bytes = 0;
    while (batch.count < kBatchPages && bytes < kBatchBytes) {
      Item& item = batch.items[batch.count];
      if (!next(item)) break;
      bytes += item.record.bytes.size();
      ++batch.count;
    }
    if (hooks_.progress) hooks_.progress({"read known", at_, 0, 0, texts_.size()});
    return batch.count > 0;
  }

 private:
  bool next(Item& item) {
    for (; at_ < texts_.size(); ++at_) {
      if (!texts_[at_].is_wanted) continue;
      const IndexPlace place = texts_[at_].place;
      const PageSections& pages = *index_.parts()[place.segment]->pages;
      const FileNumber file{place.segment, pages.file_of(place.ordinal)};
      if (!is_open_ || file != current_) open(file, pages.path(file.number));
      if (!reader_ || !find(pages.offset_of(place.ordinal), item.record)) continue;
      item.file = file_;
      item.facts = pages.facts(place.ordinal);
      item.number = at_++;
      return true;
    }
    return false;
  }

  void open(FileNumber file, const std::string& path) {
    current_ = file;
    is_open_ = true;
    reader_.reset();
    if (path.empty()) return;
    try {
      InputFiles found = find_inputs({path}, {});
      if (found.files.size() != 1) return;
      file_ = std::make_shared<const InputFile>(std::move(found.files.front()));
      reader_ = open_records(*file_, options_);
      has_ahead_ = reader_->next(ahead_);
    } catch (const Error&) {
      reader_.reset();  // gone, or of another format: the sketch decides
    }
  }

  // The record at this offset; pages that other offsets were asked for before may share it.
  bool find(std::uint64_t offset, RawRecord& record) {
    try {
      while (has_ahead_ && (ahead_.offset < offset || ahead_.role != RecordRole::page)) {
        has_ahead_ = reader_->next(ahead_);
      }
    } catch (const Error&) {
      has_ahead_ = false;
    }
    if (!has_ahead_ || ahead_.offset != offset || ahead_.skip != Skip::none) return false;
    record = ahead_;
    return true;
  }

  const OpenIndex& index_;
  std::span<const KnownText> texts_;
  ReadOptions options_;
  const DedupHooks& hooks_;
  std::size_t at_ = 0;
  FileNumber current_;
  bool is_open_ = false;  // or was tried
  std::shared_ptr<const InputFile> file_;
  std::unique_ptr<RecordReader> reader_;
  RawRecord ahead_;
  bool has_ahead_ = false;
};

void process_item(Item& item, PageWorker& worker) {
  const Decoded decoded = worker.decoder.decode(*item.file, item.record);
  item.is_same = false;
  item.text = {};
  if (decoded.skip != Skip::none) return;
  const Analysis& analysis = worker.analyzer.analyze(decoded.page);
  item.is_same = analysis.has_text && analysis.digest == item.facts.digest &&
                 worker.analyzer.shingles().size() == item.facts.shingles;
  if (item.is_same) item.text = worker.analyzer.stored_text();
  release_large(item.record.bytes);
}

}  // namespace

std::uint64_t read_known_texts(const OpenIndex& index, std::span<KnownText> texts, Corpus& corpus,
                               const DedupOptions& options, const DedupHooks& hooks) {
  PageWorkers workers = make_page_workers(options);
  KnownReader reader(index, texts, options, hooks);
  std::uint64_t read = 0;
  OrderedPipeline<Batch> pipeline(options.threads);
  pipeline.run({
      .produce = [&](Batch& batch) { return reader.produce(batch); },
      .process =
          [&](Batch& batch, std::size_t worker) {
            for (std::size_t i = 0; i < batch.count; ++i) {
              process_item(batch.items[i], workers[worker]);
            }
          },
      .commit =
          [&](Batch& batch) {
            for (std::size_t i = 0; i < batch.count; ++i) {
              Item& item = batch.items[i];
              if (!item.is_same) continue;
              KnownText& text = texts[item.number];
              text.units_offset = corpus.units.append(item.text.hashes);
              text.slots = item.text.slots;
              text.title_words = static_cast<std::uint8_t>(item.text.title_words);
              ++read;
              release_large(item.text.hashes);
            }
          },
  });
  return read;
}

}  // namespace facsim
