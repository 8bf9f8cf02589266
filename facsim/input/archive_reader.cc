// SPDX-License-Identifier: Apache-2.0
// WARC and ARC: records that state their length, mostly correctly.
//
// A stated length is accepted if a record or the end of the file follows; else the next record is
// searched inside. If one is found, the length was too large. This record is then damaged, unless
// it began with a member of the packed file and the other record begins the next member: then it
// ends with its member. Every reader that works by members shows such a page, so it is one here. If
// all lengths are too large, each record ends where the next begins: two consecutive ones that are
// properly ended show that the lengths are wrong. A single one may have been cut anywhere, even
// after two line breaks, and stays damaged.
//
// If none is found inside, the stated length is kept. If it is too small, other bytes than the end
// of a record follow; up to the next record they are the record's own rest and are kept or removed
// with it. Without the rest, the next head would be where other readers expect the rest of a line,
// and they would stop (warcio accepts one line there, whatever it is, and stops at a second). Bytes
// after a record that was properly ended are a separate damaged record. Damaged records are named
// in skipped.jsonl and left out: most of them stop other readers, which without them reach the
// records after.
#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

#include "facsim/base/limits.h"
#include "facsim/input/byte_window_internal.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/input/stored_body.h"

namespace facsim {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();
// The distance that a search advances between two views of the source.
constexpr std::size_t kStepBytes = std::size_t{1} << 20;
// Limits of the places inside a line that are tried as the beginning of a record, per file, and of
// the length of such a head. They bound the work that a crafted file can cause. Places at the
// beginning of a line need no limit, because a head ends where another begins.
constexpr std::uint32_t kInlineTriesMax = 1000;
constexpr std::size_t kInlineHeadBytesMax = std::size_t{16} << 10;

// How far a length may reach into an ARC record's line so that the rest still looks like such a
// line: names of schemes are short.
constexpr std::size_t kSchemeBytesMax = 16;

constexpr bool is_break(char c) noexcept { return c == '\r' || c == '\n'; }

std::string_view without_breaks(std::string_view bytes) noexcept {
  const std::size_t first = bytes.find_first_not_of("\r\n");
  return first == kNowhere ? std::string_view() : bytes.substr(first);
}

class ArchiveReader final : public RecordReader {
 public:
  ArchiveReader(std::unique_ptr<ByteSource> source, std::unique_ptr<Framing> framing,
                std::size_t page_bytes_max, const ArchiveFacts& facts,
                std::uint64_t large_bytes_max, bool is_arc)
      : window_(std::move(source)),
        framing_(std::move(framing)),
        facts_(facts),
        large_bytes_max_(large_bytes_max),
        is_arc_(is_arc),
        held_bytes_max_(page_bytes_max + 2 * limits::kHeaderBytesMax) {}

  bool next(RawRecord& record) override {
    if (ahead_.empty()) {
      if (!read_one(record)) return false;
    } else {
      ahead_bytes_ -= ahead_.front().bytes.size();
      std::swap(record, ahead_.front());
      ahead_.pop_front();
    }
    const bool goes_on = record.segment.number == 1 && !record.segment.is_last;
    if (goes_on && record.role == RecordRole::page) join_segments(record);
    return true;
  }

  std::optional<Damage> damage() const override { return window_.source().damage(); }
  std::uint64_t packed_position() const override { return window_.source().packed_position(); }

 private:
  bool read_one(RawRecord& record) {
    const std::string_view view = window_.fill(limits::kHeaderBytesMax);
    if (view.empty()) return false;
    begin_record(record, RecordRole::other, window_.position());
    after_overlong_ = std::exchange(is_overlong_, false);
    member_ = facts_.has_members ? window_.source().member_at(window_.position()) : std::nullopt;

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
    // The end of the first record shows whether the members of a gzip file are its records.
    if (facts_.gzip && record.extent.begin == 0) {
      member_wise_ = window_.fill(1).empty() || window_.source().member_at(window_.position());
    }
    if (member_wise_ && member_) record.offset = *member_;
    return true;
  }

  // Appends the blocks of a page's other segments, which may come after other records of the same
  // capture. Those records and the segments are returned after the page, in their order.
  void join_segments(RawRecord& record) {
    std::uint32_t number = 1;
    for (std::size_t at = 0; !record.lacks_segments; ++at) {
      if (at == ahead_.size() && !read_ahead()) {
        record.lacks_segments = true;
        break;
      }
      RawRecord& segment = ahead_[at];
      const bool is_next = segment.segment.number == number + 1 &&
                           segment.role == RecordRole::companion &&
                           segment.segment.origin_key == record.record_key;
      if (!is_next) continue;
      ++number;
      add_segment(record, segment);
      if (segment.segment.is_last) break;
    }
    if (record.lacks_segments && record.skip != Skip::none) record.skip = Skip::split_record;
  }

  // Returns false at the end of the file, or if more than a page would be in memory.
  bool read_ahead() {
    if (ahead_bytes_ > held_bytes_max_ || ahead_.size() == limits::kSegmentsAheadMax) return false;
    RawRecord record;
    if (!read_one(record)) return false;
    ahead_bytes_ += record.bytes.size();
    ahead_.push_back(std::move(record));
    return true;
  }

  void add_segment(RawRecord& record, RawRecord& segment) {
    const std::string_view block = std::string_view(segment.bytes).substr(segment.header_bytes);
    // A segment that is too large has no bytes.
    const bool fits = record.skip == Skip::none && !segment.bytes.empty() &&
                      record.bytes.size() + block.size() <= held_bytes_max_;
    if (fits) {
      record.bytes.append(block);
    } else {
      record.skip = Skip::too_large;
      record.bytes.clear();
    }
    segment.skip = Skip::none;
    ahead_bytes_ -= segment.bytes.size();
    segment.bytes.clear();
    segment.header_bytes = 0;
  }

  static void spoil(RawRecord& record, Skip skip) {
    record.role = RecordRole::damaged;
    record.skip = skip;
    record.bytes.clear();
    record.large.clear();
    record.header_bytes = 0;
    record.record_key = 0;
    record.concurrent_key = 0;
    record.more_concurrent_keys.clear();
    record.about_key = 0;
    record.segment = {};
    record.is_revisit = false;
    record.references = {};
  }

  void take_record(RawRecord& record, const RecordHead& head) {
    record.role = head.role;
    record.record_key = head.record_key;
    record.concurrent_key = head.concurrent_key;
    record.more_concurrent_keys = head.more_concurrent_keys;
    record.about_key = head.about_key;
    record.is_revisit = head.is_revisit;
    record.references = head.references;
    record.segment = head.segment;
    if (head.block_bytes > held_bytes_max_) {
      take_large_record(record, head);
    } else {
      take_held_record(record, head);
    }
    if (record.role == RecordRole::companion) note_companion(record, head);
    if (record.role == RecordRole::other && head.has_unknown_type) note_unknown(record);
  }

  // The record may be a page or only a note, which cannot be distinguished: it is copied and
  // counted.
  static void note_unknown(RawRecord& record) {
    record.skip = Skip::not_a_page;
    record.bytes.clear();
    record.header_bytes = 0;
  }

  // Drops the bytes that are not needed. A continuation belongs to a page elsewhere until that page
  // joins it.
  static void note_companion(RawRecord& record, const RecordHead& head) {
    if (head.segment.origin_key != 0) {
      record.skip = Skip::split_record;
      return;
    }
    if (!head.is_crawlers) return;
    record.skip = Skip::crawler_record;
    record.bytes.clear();
    record.header_bytes = 0;
  }

  void take_held_record(RawRecord& record, const RecordHead& head) {
    const std::size_t bytes = head.header_bytes + static_cast<std::size_t>(head.block_bytes);
    const std::string_view view = window_.fill(bytes + Framing::kLookBytes);
    const bool is_whole = view.size() >= bytes;
    if (is_whole && is_followed_well(view.substr(bytes, Framing::kLookBytes)) &&
        !is_inside_head(view, head.header_bytes, bytes)) {
      take_bytes(record, head, view.substr(0, bytes));
      take_breaks();
      return;
    }
    const std::size_t end = std::min(bytes, view.size());
    const std::size_t begin = find_next(view, head.header_bytes, end);
    if (begin == kNowhere && is_whole) {
      take_bytes(record, head, view.substr(0, bytes));
      take_rest(record);
    } else if (ends_with_member(begin)) {
      take_member(record, head, view.substr(0, begin));
    } else if (ends_before_length(view, head, begin)) {
      take_ended(record, head, begin);
    } else {
      window_.consume(begin != kNowhere ? begin : end);
      spoil(record, begin != kNowhere ? Skip::damaged_record : Skip::clipped_record);
    }
  }

  // Skips the record without storing it. The length is wrong if it cannot be true, or if a member
  // of the packed file begins with a record inside this one.
  void take_large_record(RawRecord& record, const RecordHead& head) {
    if (member_ && take_small_member(record, head)) return;
    const std::uint64_t begin = window_.position();
    const std::uint64_t room = facts_.stream_bytes.value_or(kEverything) - begin;
    const bool fits = head.block_bytes <= kEverything - head.header_bytes &&
                      head.header_bytes + head.block_bytes <= room;
    const std::uint64_t bytes = fits ? head.header_bytes + head.block_bytes : kEverything;
    // The name of its original may be changed later.
    std::string revisit_head;
    if (record.is_revisit)
      revisit_head = window_.fill(head.header_bytes).substr(0, head.header_bytes);
    const std::optional<StoredBody> body = begin_body(record, head);
    LargeDigest digest(body ? large_bytes_max_ : 0, body ? body->begin : 0);
    if (pass(bytes, fits, digest)) {
      spoil(record, Skip::damaged_record);
    } else if (window_.position() - begin < bytes) {
      spoil(record, Skip::clipped_record);
    } else {
      if (record.role == RecordRole::page) record.skip = Skip::too_large;
      take_rest(record);
      take_digest(record, body, digest);
      if (!record.is_revisit) return;
      record.header_bytes = revisit_head.size();
      record.bytes = std::move(revisit_head);
    }
  }

  // Stores the beginning of a page whose body is compared by its digest: its heads, and enough of
  // the body to detect its kind.
  std::optional<StoredBody> begin_body(RawRecord& record, const RecordHead& head) {
    const bool is_wanted =
        large_bytes_max_ > 0 && record.role == RecordRole::page && record.segment.number == 0;
    if (!is_wanted) return std::nullopt;
    const std::size_t most = head.header_bytes + limits::kHeaderBytesMax + kSniffBytes;
    const std::string_view view = window_.fill(most).substr(0, most);
    const StoredBody body = stored_body_of(view, head.header_bytes, is_arc_);
    record.bytes.assign(view.substr(0, body.begin + kSniffBytes));
    record.header_bytes = head.header_bytes;
    return body;
  }

  static void take_digest(RawRecord& record, const std::optional<StoredBody>& body,
                          LargeDigest& digest) {
    const bool is_right = record.stated_length == StatedLength::right;
    const std::optional<LargeBytes> large = is_right ? digest.finish() : std::nullopt;
    if (large && body->is_whole(large->bytes, digest.tail())) {
      record.large = {*large};
      return;
    }
    record.bytes.clear();
    record.header_bytes = 0;
  }

  // Handles a record that claims to be large, in a member that is not.
  bool take_small_member(RawRecord& record, const RecordHead& head) {
    // Views a fixed number of bytes, so that the result does not depend on how the bytes arrive.
    const std::string_view view = window_.fill(held_bytes_max_).substr(0, held_bytes_max_);
    const std::size_t begin = find_next(view, head.header_bytes, view.size());
    if (begin == kNowhere && view.size() >= held_bytes_max_) return false;
    if (!ends_with_member(begin)) return false;
    take_member(record, head, view.substr(0, begin));
    return true;
  }

  // True if this record's member is complete and ends at `next` in the view; kNowhere is the end of
  // the file. Only the first damage is known, so there must be none before.
  bool ends_with_member(std::size_t next) {
    if (!member_) return false;
    const std::optional<Damage> damage = window_.source().damage();
    if (next == kNowhere) return !damage;
    const std::optional<MemberStart> member = first_member(next, next + 1);
    return member && (!damage || damage->packed_offset >= member->packed);
  }

  // True if the record is properly ended before its stated length, at the next record or (kNowhere)
  // with the file, and another record in a row does the same.
  bool ends_before_length(std::string_view view, const RecordHead& head, std::size_t next) {
    if (!is_ended_block(view.substr(0, next), head.header_bytes)) return false;
    if (next == kNowhere) return after_overlong_ && !window_.source().damage();
    return after_overlong_ || is_overlong_at(next);
  }

  // The same for a record that begins `at` in the window, whatever follows it.
  bool is_overlong_at(std::size_t at) {
    const std::string_view begin = window_.fill(at + limits::kHeaderBytesMax).substr(at);
    const RecordHead head = framing_->read_head(begin);
    if (head.state != RecordHead::State::complete || head.block_bytes > held_bytes_max_) {
      return false;
    }
    const std::size_t bytes = head.header_bytes + static_cast<std::size_t>(head.block_bytes);
    const std::string_view view = window_.fill(at + bytes + Framing::kLookBytes).substr(at);
    const bool is_whole = view.size() >= bytes;
    if (is_whole && is_followed_well(view.substr(bytes, Framing::kLookBytes)) &&
        !is_inside_head(view, head.header_bytes, bytes)) {
      return false;
    }
    const std::size_t next =
        find_record(view, head.header_bytes, std::min(bytes, view.size()), false);
    if (next == kNowhere && (is_whole || window_.source().damage())) return false;
    return is_ended_block(view.substr(0, next), head.header_bytes);
  }

  // True if the block ends with the line breaks that end a record.
  bool is_ended_block(std::string_view record, std::size_t header_bytes) const noexcept {
    std::string_view block = record.substr(std::min(header_bytes, record.size()));
    for (int i = 0; i < framing_->end_breaks(); ++i) {
      if (!block.ends_with('\n')) return false;
      block.remove_suffix(block.ends_with("\r\n") ? 2 : 1);
    }
    return true;
  }

  void take_ended(RawRecord& record, const RecordHead& head, std::size_t next) {
    // The window may have moved since then.
    const std::string_view view = window_.fill(1);
    take_member(record, head, view.substr(0, next));
    is_overlong_ = true;
  }

  // Takes a whole member, whose last line breaks end the record.
  void take_member(RawRecord& record, const RecordHead& head, std::string_view bytes) {
    std::string_view block = bytes.substr(head.header_bytes);
    for (int i = 0; i < framing_->end_breaks() && block.ends_with('\n'); ++i) {
      block.remove_suffix(block.ends_with("\r\n") ? 2 : 1);
    }
    record.stated_length = StatedLength::too_large;
    record.bytes.assign(bytes.substr(0, head.header_bytes + block.size()));
    record.header_bytes = head.header_bytes;
    window_.consume(bytes.size());
  }

  void take_bytes(RawRecord& record, const RecordHead& head, std::string_view bytes) {
    record.bytes.assign(bytes);
    record.header_bytes = head.header_bytes;
    window_.consume(bytes.size());
  }

  // Call at the stated length: takes the separators, or the rest of a record that is longer than
  // stated.
  void take_rest(RawRecord& record) {
    const std::string_view view = window_.fill(Framing::kLookBytes).substr(0, Framing::kLookBytes);
    if (is_followed_well(view) || is_ended(view)) {
      take_breaks();
    } else {
      (void)pass(kEverything, false);
      record.stated_length = StatedLength::too_small;
    }
  }

  // True if another record or nothing follows.
  bool is_followed_well(std::string_view behind) const noexcept {
    const std::string_view after = without_breaks(behind);
    return after.empty() || framing_->may_begin(after);
  }

  // True if `at` is in the first line of a record that begins before it: the rest of an ARC
  // record's line, `tp://example.org/ ...`, looks like another record.
  bool is_inside_head(std::string_view view, std::size_t from, std::size_t at) const {
    if (at == 0 || at >= view.size() || is_break(view[at]) || view[at - 1] == '\n') return false;
    const std::size_t near = at - std::min(at - from, kSchemeBytesMax);
    if (find_member(view, near, at) != kNowhere) return true;
    // Searches no further back than such a line is long.
    const std::size_t low = std::max(from - 1, at - std::min(at, limits::kHeaderBytesMax));
    const std::size_t line_break = view.substr(low, at - low).rfind('\n');
    return line_break != kNowhere && framing_->read_head(view.substr(low + line_break + 1)).state ==
                                         RecordHead::State::complete;
  }

  bool is_ended(std::string_view behind) const noexcept {
    for (int i = 0; i < framing_->end_breaks(); ++i) {
      if (behind.starts_with('\r')) behind.remove_prefix(1);
      if (!behind.starts_with('\n')) return false;
      behind.remove_prefix(1);
    }
    return true;
  }

  // Line breaks that separate records belong to the previous one, however many there are.
  void take_breaks() {
    for (;;) {
      const std::string_view view = window_.fill(1);
      const std::size_t breaks = view.size() - without_breaks(view).size();
      if (breaks == 0) return;
      window_.consume(breaks);
    }
  }

  // Advances by `bytes_max` bytes, but at most to the next record after the first byte. Returns
  // true if it stopped at one.
  bool pass(std::uint64_t bytes_max, bool members_only) {
    LargeDigest nothing(0);
    return pass(bytes_max, members_only, nothing);
  }
  // The same; adds the bytes it passes to the digest.
  bool pass(std::uint64_t bytes_max, bool members_only, LargeDigest& digest) {
    for (;;) {
      // A place is checked with a whole head in view.
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
        digest.add(view.substr(0, end));
        window_.consume(end);
        return false;
      }
      // The last byte stays in view: the next place depends on whether it is a line break.
      digest.add(view.substr(0, end - 1));
      window_.consume(end - 1);
      bytes_max -= bytes_max == kEverything ? 0 : end - 1;
    }
  }

  // Finds the next record inside one that claims more than it has. In a file with members it may
  // begin with a member in the middle of a line; then the line that ends in its head is not a
  // record. Members are checked first: a member is found without reading the bytes before it, and
  // lines after it are not needed. Otherwise every record of a crafted file could cost a search
  // through a whole page.
  std::size_t find_next(std::string_view view, std::size_t from, std::size_t end) {
    const std::size_t member = find_member(view, from, end);
    const std::size_t begin = find_record(view, from, std::min(member, end), false);
    if (begin == kNowhere) return member;
    const std::size_t head_end = begin + framing_->read_head(view.substr(begin)).header_bytes;
    const std::size_t inside = find_member(view, begin + 1, head_end);
    return inside != kNowhere ? inside : begin;
  }

  // The first record that begins with a member, if this record does.
  std::size_t find_member(std::string_view view, std::size_t from, std::size_t end) const {
    if (!member_) return kNowhere;
    end = std::min(end, view.size());
    while (const std::optional<MemberStart> member = first_member(from, end)) {
      const auto at = static_cast<std::size_t>(member->unpacked - window_.position());
      if (framing_->read_head(view.substr(at)).state == RecordHead::State::complete) return at;
      from = at + 1;
    }
    return kNowhere;
  }

  // Converts offsets in the view.
  std::optional<MemberStart> first_member(std::size_t from, std::size_t end) const {
    return window_.source().first_member(window_.position() + from, window_.position() + end);
  }

  std::size_t find_record(std::string_view view, std::size_t from, std::size_t end,
                          bool members_only) {
    for (std::size_t at = framing_->find_begin(view, from, end); at != kNowhere;
         at = framing_->find_begin(view, at + 1, end)) {
      if (members_only && !first_member(at, at + 1)) continue;
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
  std::uint64_t large_bytes_max_;
  bool is_arc_;
  std::size_t held_bytes_max_;
  std::uint32_t inline_tries_left_ = kInlineTriesMax;
  bool is_overlong_ = false;     // this record ends before its stated length, at the next one
  bool after_overlong_ = false;  // the previous record did
  bool member_wise_ = false;
  std::deque<RawRecord> ahead_;  // read while searching for segments, and not returned yet
  std::size_t ahead_bytes_ = 0;
  std::optional<std::uint64_t> member_;  // the member that begins with the current record
};

}  // namespace

std::unique_ptr<RecordReader> warc_records(std::unique_ptr<ByteSource> source,
                                           std::size_t page_bytes_max, const ArchiveFacts& facts,
                                           std::uint64_t large_bytes_max) {
  return std::make_unique<ArchiveReader>(std::move(source), warc_framing(), page_bytes_max, facts,
                                         large_bytes_max, false);
}

std::unique_ptr<RecordReader> arc_records(std::unique_ptr<ByteSource> source,
                                          std::size_t page_bytes_max, const ArchiveFacts& facts,
                                          std::uint64_t large_bytes_max) {
  return std::make_unique<ArchiveReader>(std::move(source), arc_framing(), page_bytes_max, facts,
                                         large_bytes_max, true);
}

}  // namespace facsim
