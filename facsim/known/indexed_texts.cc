// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/indexed_texts.h"

#include <memory>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/corpus/page_worker.h"
#include "facsim/corpus/read_in_batches.h"

namespace facsim {
namespace {

struct Item {
  RawRecord record;
  std::shared_ptr<const InputFile> file;
  std::size_t number = 0;  // its index in `texts`
  PageFacts facts;         // from the index
  bool is_same = false;
  StoredText text;

  [[nodiscard]] std::size_t input_bytes() const { return record.bytes.size(); }
  [[nodiscard]] std::size_t result_bytes() const {
    return text.hashes.size() * sizeof(std::uint64_t);
  }
  void release() { text = {}; }
};

// Walks through the wanted pages and the records of their files in parallel.
class IndexedReader {
 public:
  IndexedReader(const OpenIndex& index, std::span<const IndexedText> texts,
                const ReadOptions& options, const Run& run)
      : index_(index), texts_(texts), options_(options), run_(run) {}

  void show() const { run_.progress({"read known", at_, 0, 0, texts_.size()}); }

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

 private:
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

  // Finds the record at this offset; several wanted pages may share it.
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
  std::span<const IndexedText> texts_;
  const ReadOptions& options_;
  const Run& run_;
  std::size_t at_ = 0;
  FileNumber current_;
  bool is_open_ = false;  // or opening it failed
  std::shared_ptr<const InputFile> file_;
  std::unique_ptr<RecordReader> reader_;
  RawRecord ahead_;
  bool has_ahead_ = false;
};

void process_item(Item& item, PageWorker& worker, MemoryRoom& room) {
  const Decoded decoded = worker.decode(*item.file, item.record, room);
  release_large(item.record.bytes);
  item.is_same = false;
  item.text = {};
  if (decoded.skip != Skip::none) return;
  const Analysis& analysis = worker.analyzer.analyze(decoded.page, &room);
  item.is_same = analysis.has_text && analysis.digest == item.facts.digest &&
                 worker.analyzer.shingles().size() == item.facts.shingles;
  if (item.is_same) item.text = worker.analyzer.stored_text();
}

}  // namespace

std::uint64_t read_indexed_texts(const OpenIndex& index, std::span<IndexedText> texts,
                                 Corpus& corpus, const ReadOptions& read_options,
                                 const ReadyProfile& judge, const Run& run) {
  IndexedReader reader(index, texts, read_options, run);
  std::uint64_t read = 0;
  read_in_batches<Item, PageWorker>(
      run, {.make_worker = [&] { return PageWorker(read_options, judge, run.kernel()); },
            .begin_batch = [&] { reader.show(); },
            .read = [&](Item& item) { return reader.next(item); },
            .take_apart = process_item,
            .commit =
                [&](Item& item) {
                  if (!item.is_same) return;
                  IndexedText& text = texts[item.number];
                  text.units_offset = corpus.units.append(item.text.hashes);
                  text.numbers = item.text.numbers;
                  text.title_words = static_cast<std::uint8_t>(item.text.title_words);
                  ++read;
                }});
  return read;
}

}  // namespace facsim
