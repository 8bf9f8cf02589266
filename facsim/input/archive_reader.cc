// SPDX-License-Identifier: Apache-2.0
// WARC and ARC: records that say how long they are, and mostly tell the truth.
//
// A stated length is believed where a record or the end of the file follows; else the next record
// is searched inside. Where none is found the stated length stands, and what follows up to the
// next record is one damaged record.
#include <algorithm>
#include <limits>

#include "facsim/base/limits.h"
#include "facsim/input/byte_window_internal.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/readers_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();
// How far a search goes between two looks at the source.
constexpr std::size_t kStepBytes = std::size_t{1} << 20;
// Places inside a line that are tried as the beginning of a record, in one file, and how long its
// head may then be. Bounds the work that a file made for it can cause; places at the beginning of a
// line bound themselves, because a head ends where another begins.
constexpr std::uint32_t kInlineTriesMax = 1000;
constexpr std::size_t kInlineHeadBytesMax = std::size_t{16} << 10;

constexpr bool is_break(char c) noexcept { return c == '\r' || c == '\n'; }

std::string_view without_breaks(std::string_view bytes) noexcept {
  const std::size_t first = bytes.find_first_not_of("\r\n");
  return first == kNowhere ? std::string_view() : bytes.substr(first);
}

class ArchiveReader final : public RecordReader {
 public:
  ArchiveReader(std::unique_ptr<ByteSource> source, std::unique_ptr<Framing> framing,
                std::size_t page_bytes_max, const ArchiveFacts& facts)
      : window_(std::move(source)),
        framing_(std::move(framing)),
        facts_(facts),
        held_bytes_max_(page_bytes_max + 2 * limits::kHeaderBytesMax) {}

  bool next(RawRecord& record) override {
    const std::string_view view = window_.fill(limits::kHeaderBytesMax);
    if (view.empty()) return false;
    begin_record(record);
    const std::optional<std::uint64_t> member =
        facts_.gzip ? window_.source().member_at(window_.position()) : std::nullopt;

    const RecordHead head = framing_->read_head(view);
    if (head.state == RecordHead::State::complete) {
      take_record(record, head);
    } else if (head.state == RecordHead::State::incomplete) {
      window_.consume(view.size());
      spoil(record, Skip::clipped_record);
    } else if (window_.position() == 0 && is_break(view.front())) {
      take_breaks();
    } else {
      (void)pass(kEverything, false);
      spoil(record, Skip::damaged_record);
    }
    record.extent.end = window_.position();
    // The end of the first record tells whether the members of a gzip file are its records.
    if (facts_.gzip && record.extent.begin == 0) {
      member_wise_ = window_.fill(1).empty() || window_.source().member_at(window_.position());
    }
    if (member_wise_ && member) record.offset = *member;
    return true;
  }

  std::optional<Damage> damage() const override { return window_.source().damage(); }
  std::uint64_t packed_position() const override { return window_.source().packed_position(); }

 private:
  void begin_record(RawRecord& record) const {
    record.role = RecordRole::other;
    record.extent = {window_.position(), window_.position()};
    record.offset = window_.position();
    record.skip = Skip::none;
    forget(record);
  }

  static void spoil(RawRecord& record, Skip skip) {
    record.role = RecordRole::damaged;
    record.skip = skip;
    forget(record);
  }

  static void forget(RawRecord& record) {
    record.bytes.clear();
    record.header_bytes = 0;
    record.record_key = 0;
    record.concurrent_key = 0;
    record.is_revisit = false;
    record.references = {};
  }

  void take_record(RawRecord& record, const RecordHead& head) {
    record.role = head.role;
    record.record_key = head.record_key;
    record.concurrent_key = head.concurrent_key;
    record.is_revisit = head.is_revisit;
    record.references = head.references;
    if (head.block_bytes > held_bytes_max_) {
      take_large_record(record, head);
    } else {
      take_held_record(record, head);
    }
  }

  void take_held_record(RawRecord& record, const RecordHead& head) {
    const std::size_t bytes = head.header_bytes + static_cast<std::size_t>(head.block_bytes);
    const std::string_view view = window_.fill(bytes + Framing::kLookBytes);
    const std::string_view after = without_breaks(view.substr(std::min(bytes, view.size())));
    const bool is_whole = view.size() >= bytes;
    if (!is_whole || (!after.empty() && !framing_->may_begin(after))) {
      const std::size_t end = std::min(bytes, view.size());
      const std::size_t begin = find_record(view, head.header_bytes, end, false);
      if (begin != kNowhere || !is_whole) {
        window_.consume(begin != kNowhere ? begin : end);
        spoil(record, begin != kNowhere ? Skip::damaged_record : Skip::clipped_record);
        return;
      }
    }
    record.bytes.assign(view.substr(0, bytes));
    record.header_bytes = head.header_bytes;
    window_.consume(bytes);
    take_breaks();
  }

  // Passed by, never held. A length that cannot be true, or a member of the packed file that
  // begins with a record inside this one, shows that the length is wrong.
  void take_large_record(RawRecord& record, const RecordHead& head) {
    const std::uint64_t begin = window_.position();
    const std::uint64_t room = facts_.stream_bytes.value_or(kEverything) - begin;
    const bool fits = head.block_bytes <= kEverything - head.header_bytes &&
                      head.header_bytes + head.block_bytes <= room;
    const std::uint64_t bytes = fits ? head.header_bytes + head.block_bytes : kEverything;
    if (pass(bytes, fits)) {
      spoil(record, Skip::damaged_record);
    } else if (window_.position() - begin < bytes) {
      spoil(record, Skip::clipped_record);
    } else {
      if (record.role == RecordRole::page) record.skip = Skip::too_large;
      take_breaks();
    }
  }

  // The line breaks that separate records belong to the one before; any number of them.
  void take_breaks() {
    for (;;) {
      const std::string_view view = window_.fill(1);
      const std::size_t breaks = view.size() - without_breaks(view).size();
      if (breaks == 0) return;
      window_.consume(breaks);
    }
  }

  // Moves on by `bytes_max` bytes, but no further than to the next record after the first byte.
  // True if it stopped at one.
  bool pass(std::uint64_t bytes_max, bool members_only) {
    for (;;) {
      // A place is judged with a whole head in view.
      const std::string_view view = window_.fill(kStepBytes + limits::kHeaderBytesMax);
      const bool is_last = view.size() < kStepBytes + limits::kHeaderBytesMax;
      const std::size_t end = static_cast<std::size_t>(
          std::min<std::uint64_t>(is_last ? view.size() : kStepBytes, bytes_max));
      const std::size_t begin = find_record(view, 1, end, members_only);
      if (begin != kNowhere) {
        window_.consume(begin);
        return true;
      }
      if (is_last || end == bytes_max) {
        window_.consume(end);
        return false;
      }
      // The last byte stays in view: whether it is a line break counts for the next place.
      window_.consume(end - 1);
      bytes_max -= bytes_max == kEverything ? 0 : end - 1;
    }
  }

  std::size_t find_record(std::string_view view, std::size_t from, std::size_t end,
                          bool members_only) {
    for (std::size_t at = framing_->find_begin(view, from, end); at != kNowhere;
         at = framing_->find_begin(view, at + 1, end)) {
      if (members_only && !window_.source().member_at(window_.position() + at)) continue;
      const bool is_inline = view[at - 1] != '\n';
      if (is_inline) {
        if (inline_tries_left_ == 0) continue;
        --inline_tries_left_;
      }
      const std::string_view head = view.substr(at, is_inline ? kInlineHeadBytesMax : kNowhere);
      if (framing_->read_head(head).state == RecordHead::State::complete) return at;
    }
    return kNowhere;
  }

  ByteWindow window_;
  std::unique_ptr<Framing> framing_;
  ArchiveFacts facts_;
  std::size_t held_bytes_max_;
  std::uint32_t inline_tries_left_ = kInlineTriesMax;
  bool member_wise_ = false;
};

}  // namespace

std::unique_ptr<RecordReader> warc_records(std::unique_ptr<ByteSource> source,
                                           std::size_t page_bytes_max, const ArchiveFacts& facts) {
  return std::make_unique<ArchiveReader>(std::move(source), warc_framing(), page_bytes_max, facts);
}

std::unique_ptr<RecordReader> arc_records(std::unique_ptr<ByteSource> source,
                                          std::size_t page_bytes_max, const ArchiveFacts& facts) {
  return std::make_unique<ArchiveReader>(std::move(source), arc_framing(), page_bytes_max, facts);
}

}  // namespace facsim
