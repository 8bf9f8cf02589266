// SPDX-License-Identifier: Apache-2.0
#pragma once
// The records of many files, one after the other, in the order of the files.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "facsim/input/record_reader.h"

namespace facsim {

class RecordWalk {
 public:
  // Both must outlive this.
  RecordWalk(std::span<const InputFile> files, const ReadOptions& options);

  // Fills `record` (reusing its buffer) and returns true; false after the last file. Bytes after
  // the last member of a packed file are a damaged_record, whose place and extent are those in the
  // packed file.
  [[nodiscard]] bool next(RawRecord& record);
  // The file of the last record.
  [[nodiscard]] std::uint32_t file() const noexcept { return file_; }
  // The number of records so far.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  // Bytes of the files as stored on disk.
  [[nodiscard]] std::uint64_t bytes_done() const;
  [[nodiscard]] std::uint64_t bytes_total() const noexcept { return bytes_total_; }

  // A file that could not be read to its end.
  struct Damaged {
    std::string place_and_what;  // "FILE:OFFSET: what"
    bool is_lost = false;        // no record of it was read
  };
  // Damaged files among those already read.
  [[nodiscard]] const std::vector<Damaged>& damaged() const noexcept { return damaged_; }

 private:
  [[nodiscard]] bool take_tail(RawRecord& record);
  void end_file();

  std::span<const InputFile> files_;
  const ReadOptions& options_;
  std::unique_ptr<RecordReader> reader_;
  std::size_t opened_ = 0;
  std::uint32_t file_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t bytes_total_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t file_records_ = 0;
  bool tail_taken_ = false;
  std::vector<Damaged> damaged_;
};

}  // namespace facsim
