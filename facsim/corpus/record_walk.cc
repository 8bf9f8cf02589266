// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/record_walk.h"

namespace facsim {

RecordWalk::RecordWalk(std::span<const InputFile> files, const ReadOptions& options)
    : files_(files), options_(options) {
  for (const InputFile& file : files) bytes_total_ += file.bytes;
}

bool RecordWalk::next(RawRecord& record) {
  for (;; end_file()) {
    if (!reader_) {
      if (opened_ == files_.size()) return false;
      file_ = static_cast<std::uint32_t>(opened_);
      reader_ = open_records(files_[opened_++], options_);
    }
    if (!reader_->next(record)) continue;
    ++file_records_;
    ++records_;
    return true;
  }
}

std::uint64_t RecordWalk::bytes_done() const {
  return done_ + (reader_ ? reader_->packed_position() : 0);
}

void RecordWalk::end_file() {
  const InputFile& file = files_[file_];
  if (const auto damage = reader_->damage()) {
    damaged_.push_back(
        {file.shown() + ":" + std::to_string(damage->packed_offset) + ": " + damage->what,
         file_records_ == 0});
  }
  done_ += file.bytes;
  file_records_ = 0;
  reader_.reset();
}

}  // namespace facsim
