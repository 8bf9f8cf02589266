// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/record_walk.h"

#include <utility>

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
    if (!reader_->next(record)) {
      if (!take_tail(record)) continue;
      return true;
    }
    ++file_records_;
    ++records_;
    return true;
  }
}

bool RecordWalk::take_tail(RawRecord& record) {
  // The copy of a file that is one page is the whole file.
  if (std::exchange(tail_taken_, true) || is_whole_file(files_[file_].kind)) return false;
  const std::optional<Damage> damage = reader_->damage();
  if (!damage || !damage->outside_members) return false;
  const std::uint64_t end = reader_->packed_position();
  if (end <= damage->packed_offset) return false;
  record = {};
  record.skip = Skip::damaged_record;
  record.offset = damage->packed_offset;
  record.extent = {damage->packed_offset, end};
  return true;
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
  tail_taken_ = false;
  reader_.reset();
}

}  // namespace facsim
