// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/missing_units.h"

#include <algorithm>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/corpus/page_worker.h"
#include "facsim/corpus/read_in_batches.h"

namespace facsim {
namespace {

struct Item {
  RawRecord record;
  std::uint32_t page = 0;
  std::uint32_t file = 0;
  std::uint64_t expected = 0;  // units and number units
  Hash128 digest;
  std::vector<std::uint64_t> units;

  [[nodiscard]] std::size_t input_bytes() const { return record.bytes.size(); }
  [[nodiscard]] std::size_t result_bytes() const { return units.size() * sizeof(std::uint64_t); }
  void release() { release_large(units, 0); }
};

[[noreturn]] void throw_changed(const InputFile& file, std::uint64_t offset) {
  throw Error(ErrorCode::io, "changed while it was being read; run again",
              file.shown() + ":" + std::to_string(offset));
}

// Walks the wanted pages and the records of their files side by side.
class MissingReader {
 public:
  MissingReader(const Corpus& corpus, const std::vector<bool>& wanted, const ReadOptions& options,
                const Run& run)
      : corpus_(corpus), wanted_(wanted), options_(options), run_(run) {}

  void show() const { run_.progress({"read again", page_, 0, 0, corpus_.pages()}); }

  bool next(Item& item) {
    for (; page_ < corpus_.pages(); ++page_) {
      if (!wanted_[page_]) continue;
      const PageRow row = corpus_.rows.at(page_);
      if (!row.has_fingerprint || row.units_offset != kNoOffset) continue;
      if (!reader_ || file_ != row.file) {
        file_ = row.file;
        reader_ = open_records(corpus_.files[file_], options_);
      }
      do {
        if (!reader_->next(item.record)) throw_changed(corpus_.files[file_], row.offset);
      } while (item.record.extent.begin < row.extent.begin);
      if (item.record.extent.begin != row.extent.begin ||
          item.record.extent.end != row.extent.end || item.record.role != RecordRole::page) {
        throw_changed(corpus_.files[file_], row.offset);
      }
      item.page = page_++;
      item.file = file_;
      item.digest = row.digest;
      item.expected = row.units + std::uint64_t{row.numbers} + row.title_words;
      return true;
    }
    return false;
  }

 private:
  const Corpus& corpus_;
  const std::vector<bool>& wanted_;
  const ReadOptions& options_;
  const Run& run_;
  std::unique_ptr<RecordReader> reader_;
  std::uint32_t file_ = 0;
  std::uint32_t page_ = 0;
};

void process_item(Item& item, PageWorker& worker, const InputFile& file, MemoryRoom& room) {
  const Decoded decoded = worker.decode(file, item.record, room);
  release_large(item.record.bytes);
  item.units.clear();
  bool is_same = false;
  if (decoded.skip == Skip::none) {
    is_same = worker.analyzer.analyze(decoded.page, &room).digest == item.digest;
    item.units = worker.analyzer.stored_text().hashes;
  }
  if (!is_same || item.units.size() != item.expected) throw_changed(file, item.record.offset);
}

}  // namespace

std::uint64_t RereadUnits::offset_of(std::uint32_t page) const {
  std::uint64_t low = 0;
  std::uint64_t high = places_.size();
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (places_.at(middle).page <= page ? low : high) = middle;
  }
  return places_.at(low).offset;
}

RereadUnits read_missing_units(Corpus& corpus, const std::vector<bool>& wanted,
                               const ReadOptions& read, const ReadyProfile& judge, const Run& run) {
  RereadUnits reread(run.scratch(), run.memory_bytes() / 32);
  // commit() appends to the store while the reader only reads rows.
  MissingReader reader(corpus, wanted, read, run);
  read_in_batches<Item, PageWorker>(
      run, {.make_worker = [&] { return PageWorker(read, judge, run.kernel()); },
            .begin_batch = [&] { reader.show(); },
            .read = [&](Item& item) { return reader.next(item); },
            .take_apart =
                [&](Item& item, PageWorker& worker, MemoryRoom& room) {
                  process_item(item, worker, corpus.files[item.file], room);
                },
            .commit = [&](Item& item) { reread.add(item.page, corpus.units.append(item.units)); }});
  return reread;
}

}  // namespace facsim
