// SPDX-License-Identifier: Apache-2.0
// Bulk files: a record is an action line with the line of its document. `bytes` has both lines, and
// `header_bytes` is the offset of the document.
//
// If an action is found where a document should be, the action before has no document; a document
// in the place of an action is a document of its own. So one missing line does not misalign all
// later pairs.
#include <algorithm>
#include <utility>

#include "facsim/input/bulk_internal.h"
#include "facsim/input/json_page_internal.h"
#include "facsim/input/readers_internal.h"

namespace facsim {
namespace {

class BulkReader final : public RecordReader {
 public:
  explicit BulkReader(std::unique_ptr<RecordReader> lines) : lines_(std::move(lines)) {}

  bool next(RawRecord& record) override {
    if (!take_line(record)) return false;
    if (record.role != RecordRole::page || record.skip != Skip::none) return true;
    const auto action = bulk_action(record.bytes);
    if (!action) return true;
    if (action->kind == BulkAction::Kind::remove) {
      record.role = RecordRole::other;
      record.bytes.clear();
      return true;
    }
    RawRecord& document = ahead_;
    has_ahead_ = lines_->next(document);
    const bool is_document = has_ahead_ && document.role != RecordRole::other &&
                             (document.skip != Skip::none || !bulk_action(document.bytes));
    if (!is_document) {
      record.skip = Skip::clipped_record;
      record.bytes.clear();
      return true;
    }
    join(record, document);
    return true;
  }

  std::optional<Damage> damage() const override { return lines_->damage(); }
  std::uint64_t packed_position() const override { return lines_->packed_position(); }

 private:
  bool take_line(RawRecord& record) {
    if (!has_ahead_) return lines_->next(record);
    std::swap(record, ahead_);
    has_ahead_ = false;
    return true;
  }

  void join(RawRecord& record, RawRecord& document) {
    record.extent.end = document.extent.end;
    record.role = document.role;
    record.skip = document.skip;
    has_ahead_ = false;
    if (document.skip != Skip::none && document.large.empty()) return record.bytes.clear();
    // The line break between them, as in the file.
    const std::size_t begin = document.extent.begin - record.extent.begin;
    if (record.bytes.size() + 1 < begin) record.bytes += '\r';
    record.bytes += '\n';
    record.header_bytes = record.bytes.size();
    record.bytes.reserve(record.bytes.size() + document.bytes.size() + kJsonPadding);
    record.bytes += document.bytes;
    record.large = std::move(document.large);
    for (LargeBytes& large : record.large) large.at += record.header_bytes;
  }

  std::unique_ptr<RecordReader> lines_;
  RawRecord ahead_;
  bool has_ahead_ = false;
};

}  // namespace

std::unique_ptr<RecordReader> bulk_records(std::unique_ptr<ByteSource> source,
                                           std::size_t page_bytes_max,
                                           std::uint64_t large_bytes_max) {
  return std::make_unique<BulkReader>(
      line_records(std::move(source), page_bytes_max, large_bytes_max));
}

}  // namespace facsim
