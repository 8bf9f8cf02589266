// SPDX-License-Identifier: Apache-2.0
// ARC 1 and 2 (Burner and Kahle, Internet Archive, 1996): a line, then a block whose length is the
// line's last word. `URL IP date media-type length`, in version 2 with more words before the
// length. The first record describes the file.
#include <algorithm>
#include <optional>

#include "facsim/base/limits.h"
#include "facsim/input/crawler_target_internal.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/header_fields_internal.h"

namespace facsim {
namespace {

// A longer URL-record line is damage.
constexpr std::size_t kArcLineBytesMax = Framing::kLookBytes;

bool is_scheme(std::string_view url) noexcept {
  const std::size_t colon = url.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(url.front())) return false;
  return std::all_of(url.begin(), url.begin() + static_cast<long>(colon), [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  });
}

bool is_address(std::string_view word) noexcept {
  return word == "-" || (!word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
           return is_digit(c) || c == '.' || c == ':' || (lower(c) >= 'a' && lower(c) <= 'f');
         }));
}

bool is_date(std::string_view word) noexcept {
  return word.size() >= 8 && word.size() <= 17 && std::all_of(word.begin(), word.end(), is_digit);
}

// Removes the last word from `text`, with the space before it, and returns it.
std::string_view take_last_word(std::string_view& text) noexcept {
  const std::size_t space = text.rfind(' ');
  const std::string_view word = space == std::string_view::npos ? text : text.substr(space + 1);
  text = space == std::string_view::npos ? std::string_view() : text.substr(0, space);
  return word;
}

class ArcFraming final : public Framing {
 public:
  RecordHead read_head(std::string_view bytes) const override {
    RecordHead head;
    const std::size_t line_end = bytes.substr(0, kArcLineBytesMax).find('\n');
    if (line_end == std::string_view::npos) {
      const bool may_complete = bytes.size() < kArcLineBytesMax && may_begin(bytes);
      if (may_complete) head.state = RecordHead::State::incomplete;
      return head;
    }
    std::string_view rest = bytes;
    const std::optional<ArcLine> line = parse_arc_line(take_line(rest));
    if (!line) return head;
    head.state = RecordHead::State::complete;
    head.header_bytes = line_end + 1;
    head.block_bytes = line->block_bytes;
    head.is_crawlers = is_crawler_target(line->url);
    head.role = RecordRole::page;
    if (head.is_crawlers) head.role = RecordRole::companion;
    if (line->url.starts_with("filedesc:")) head.role = RecordRole::other;
    return head;
  }

  bool may_begin(std::string_view bytes) const noexcept override {
    const std::string_view line = bytes.substr(0, std::min(bytes.find('\n'), kArcLineBytesMax));
    const bool is_whole = line.size() < bytes.size();
    return is_scheme(line) && (!is_whole || parse_arc_line(trimmed(line)).has_value());
  }

  std::size_t find_begin(std::string_view bytes, std::size_t from,
                         std::size_t end) const noexcept override {
    for (std::size_t at = bytes.find('\n', from - 1); at != std::string_view::npos && at + 1 < end;
         at = bytes.find('\n', at + 1)) {
      if (at + 1 >= from && may_begin(bytes.substr(at + 1))) return at + 1;
    }
    return std::string_view::npos;
  }

  int end_breaks() const noexcept override { return 1; }
};

}  // namespace

// Parses from the right, because URLs and media types may contain spaces.
std::optional<ArcLine> parse_arc_line(std::string_view line) noexcept {
  ArcLine result;
  if (!is_scheme(line)) return {};
  const std::optional<std::uint64_t> length = parse_whole(take_last_word(line));
  if (!length) return {};
  result.block_bytes = *length;
  // Between date and length is one word or, in version 2, up to five more, some of which may look
  // like a date: the leftmost date after an address counts.
  const char* const fields_end = line.data() + line.size();
  while (!line.empty()) {
    const std::string_view date = take_last_word(line);
    std::string_view before = line;
    if (!is_date(date) || !is_address(take_last_word(before)) || before.empty()) continue;
    result.date = date;
    result.url = before;
    const char* const type = date.data() + date.size();
    result.media_type = trimmed({type, static_cast<std::size_t>(fields_end - type)});
    result.media_type = result.media_type.substr(0, result.media_type.find(' '));
  }
  if (result.url.empty()) return {};
  return result;
}

std::unique_ptr<Framing> arc_framing() { return std::make_unique<ArcFraming>(); }

}  // namespace facsim
