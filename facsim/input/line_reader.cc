// SPDX-License-Identifier: Apache-2.0
// JSON lines: a record is a line, and its extent includes the line break.
#include <algorithm>
#include <cstring>

#include "facsim/input/byte_window_internal.h"
#include "facsim/input/json_page_internal.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

bool is_blank_line(std::string_view line) noexcept {
  return std::all_of(line.begin(), line.end(), is_space);
}

class LineReader final : public RecordReader {
 public:
  LineReader(std::unique_ptr<ByteSource> source, std::size_t line_bytes_max,
             std::uint64_t large_bytes_max)
      : window_(std::move(source)),
        line_bytes_max_(line_bytes_max),
        large_bytes_max_(large_bytes_max) {}

  bool next(RawRecord& record) override {
    // Bytes scanned so far without a line break; they are not scanned again.
    std::size_t scanned = 0;
    for (;;) {
      const std::string_view view =
          scanned < left_.size() ? left_ : left_ = window_.fill(scanned + 1);
      if (view.size() == scanned) return last_line(record, view);
      const void* const found = std::memchr(view.data() + scanned, '\n', view.size() - scanned);
      if (found != nullptr) {
        const auto line_bytes =
            static_cast<std::size_t>(static_cast<const char*>(found) - view.data());
        begin_record(record, RecordRole::page, window_.position());
        take_line(record, view.substr(0, line_bytes));
        consume(line_bytes + 1);
        record.extent.end = window_.position();
        return true;
      }
      scanned = view.size();
      // One byte more than the limit may be the carriage return of the line break.
      if (scanned > line_bytes_max_ + 1) return skip_line(record);
    }
  }

  std::optional<Damage> damage() const override { return window_.source().damage(); }
  std::uint64_t packed_position() const override { return window_.source().packed_position(); }

 private:
  void take_line(RawRecord& record, std::string_view line) const {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > line_bytes_max_) {
      record.skip = Skip::too_large;
      LargeLine large(large_bytes_max_);
      large.add(line);
      large.finish(record.bytes, record.large);
    } else if (is_blank_line(line) ||
               (record.extent.begin == 0 && is_blank_line(without_utf8_mark(line)))) {
      record.role = RecordRole::other;
    } else {
      // Reserves the padding that the parser needs, so that it need not copy the line again.
      record.bytes.reserve(line.size() + kJsonPadding);
      record.bytes.assign(line);
    }
  }

  bool last_line(RawRecord& record, std::string_view line) {
    if (line.empty()) return false;
    begin_record(record, RecordRole::page, window_.position());
    take_line(record, line);
    consume(line.size());
    finish_last(record);
    return true;
  }

  // Skips a line that is too long without storing it.
  bool skip_line(RawRecord& record) {
    begin_record(record, RecordRole::page, window_.position());
    record.skip = Skip::too_large;
    LargeLine large(large_bytes_max_);
    for (;;) {
      const std::string_view view = left_ = window_.fill(1);
      if (view.empty()) {
        large.finish(record.bytes, record.large);
        finish_last(record);
        return true;
      }
      const std::size_t line_end = view.find('\n');
      large.add(view.substr(0, line_end));
      if (line_end != std::string_view::npos) {
        large.finish(record.bytes, record.large);
        consume(line_end + 1);
        record.extent.end = window_.position();
        return true;
      }
      consume(view.size());
    }
  }

  // The last line has no line break; if the source was damaged, it may be cut. A line that ends
  // like an object is left to the decoder.
  void finish_last(RawRecord& record) {
    record.extent.end = window_.position();
    if (!window_.source().damage() || record.role == RecordRole::other) return;
    if (record.skip == Skip::none && trimmed(record.bytes).ends_with('}')) return;
    record.role = RecordRole::damaged;
    record.skip = Skip::clipped_record;
    record.bytes.clear();
    record.large.clear();
  }

  void consume(std::size_t bytes) {
    window_.consume(bytes);
    left_.remove_prefix(bytes);
  }

  ByteWindow window_;
  std::string_view left_;  // shown by the window and not consumed
  std::size_t line_bytes_max_;
  std::uint64_t large_bytes_max_;
};

}  // namespace

std::unique_ptr<RecordReader> line_records(std::unique_ptr<ByteSource> source,
                                           std::size_t page_bytes_max,
                                           std::uint64_t large_bytes_max) {
  return std::make_unique<LineReader>(std::move(source), page_bytes_max, large_bytes_max);
}

}  // namespace facsim
