// SPDX-License-Identifier: Apache-2.0
#include "apps/inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "apps/interrupt.h"
#include "facsim/base/error.h"
#include "facsim/engine/ordered_pipeline.h"
#include "facsim/engine/spool.h"
#include "facsim/report/summary.h"

namespace facsim {
namespace {

// Enough records to be worth a hand-over between threads, few enough to keep memory small.
constexpr std::size_t kBatchRecords = 64;
constexpr std::size_t kBatchBytes = std::size_t{4} << 20;

struct Batch {
  std::size_t file = 0;
  std::size_t count = 0;  // of `records` in use; the others keep their buffers
  std::vector<RawRecord> records;
  std::array<std::uint64_t, kSkipCount> skipped{};
  std::string text;
};

// The records of all files, one batch of one file at a time.
class BatchReader {
 public:
  BatchReader(const std::vector<InputFile>& files, const ReadOptions& options)
      : files_(files), options_(options) {}

  bool next(Batch& batch) {
    throw_if_interrupted();
    batch.count = 0;
    while (batch.count == 0) {
      if (!reader_) {
        if (file_ == files_.size()) return false;
        reader_ = open_records(files_[file_], options_);
      }
      batch.file = file_;
      if (!fill(batch)) end_file();
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

 private:
  // False at the end of the file.
  bool fill(Batch& batch) {
    for (std::size_t bytes = 0; batch.count < kBatchRecords && bytes < kBatchBytes;) {
      if (batch.records.size() == batch.count) batch.records.emplace_back();
      RawRecord& record = batch.records[batch.count];
      if (!reader_->next(record)) return false;
      if (record.role != RecordRole::page && record.role != RecordRole::damaged) continue;
      bytes += record.bytes.size();
      ++batch.count;
    }
    return true;
  }

  void end_file() {
    if (const auto damage = reader_->damage()) {
      warnings_.push_back(files_[file_].name + ":" + std::to_string(damage->packed_offset) + ": " +
                          damage->what);
    }
    reader_.reset();
    ++file_;
  }

  const std::vector<InputFile>& files_;
  const ReadOptions& options_;
  std::size_t file_ = 0;
  std::unique_ptr<RecordReader> reader_;
  std::vector<std::string> warnings_;
};

// One a thread.
struct Worker {
  PageDecoder decoder;
  PrintPage print;
};

void print_batch(Batch& batch, Worker& worker, const InputFile& file) {
  batch.text.clear();
  batch.skipped = {};
  for (std::size_t i = 0; i < batch.count; ++i) {
    RawRecord& record = batch.records[i];
    Skip skip = record.skip;
    if (skip == Skip::none) {
      const Decoded decoded = worker.decoder.decode(file, record);
      skip = decoded.skip;
      if (skip == Skip::none || skip == Skip::no_text) {
        const PageName name{.id = decoded.page.id,
                            .url = decoded.page.url,
                            .file = file.name,
                            .offset = record.offset};
        worker.print(name, decoded.page, batch.text);
        continue;
      }
    }
    ++batch.skipped[static_cast<std::size_t>(skip)];
  }
}

void warn_of_skipped(const std::array<std::uint64_t, kSkipCount>& skipped) {
  std::string reasons;
  for (std::size_t i = 1; i < skipped.size(); ++i) {
    if (skipped[i] == 0) continue;
    if (!reasons.empty()) reasons += ", ";
    reasons.append(name_of(static_cast<Skip>(i))).append(1, ' ').append(human_count(skipped[i]));
  }
  if (!reasons.empty()) print_warning("left out what is no page: " + reasons);
}

}  // namespace

void require_tmp(const Settings& settings) {
  std::error_code ignored;
  if (std::filesystem::is_directory(settings.dedup.tmp, ignored)) return;
  throw Error(ErrorCode::invalid_argument,
              "--tmp: '" + settings.dedup.tmp +
                  "' is not a folder; name one that exists, by --tmp or TMPDIR");
}

const std::string& SpooledStdin::path() {
  if (!folder_) {
    require_tmp(*settings_);
    folder_ = std::make_unique<TempFolder>(settings_->dedup.tmp);
    path_ = spool_stdin(folder_->path(), &interrupted());
  }
  return path_;
}

void print_pages(const std::vector<std::string>& inputs, const Settings& settings,
                 SpooledStdin& standard_input, const MakePrinter& make_printer, Output& output) {
  FindOptions find;
  if (std::count(inputs.begin(), inputs.end(), "-") > 0) find.stdin_path = standard_input.path();
  const InputFiles found = find_inputs(inputs, find);
  for (const std::string& warning : found.warnings) print_warning(warning);

  const ReadOptions options = settings.read_options();
  BatchReader reader(found.files, options);
  std::vector<Worker> workers;
  for (int i = 0; i < settings.dedup.threads; ++i) {
    workers.push_back({PageDecoder(options), make_printer(found.files)});
  }
  std::array<std::uint64_t, kSkipCount> skipped{};
  OrderedPipeline<Batch> pipeline(settings.dedup.threads);
  pipeline.run({
      .produce = [&](Batch& batch) { return reader.next(batch); },
      .process =
          [&](Batch& batch, std::size_t worker) {
            print_batch(batch, workers[worker], found.files[batch.file]);
          },
      .commit =
          [&](Batch& batch) {
            output.write(batch.text);
            for (std::size_t i = 0; i < skipped.size(); ++i) skipped[i] += batch.skipped[i];
          },
  });
  for (const std::string& warning : reader.warnings()) print_warning(warning);
  warn_of_skipped(skipped);
}

}  // namespace facsim
