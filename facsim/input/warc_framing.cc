// SPDX-License-Identifier: Apache-2.0
// WARC (ISO 28500): a version line, named fields, an empty line, a block of Content-Length bytes.
#include <algorithm>

#include "facsim/base/limits.h"
#include "facsim/input/crawler_target_internal.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/reference_fields_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kMagic = "WARC/";

// Limit of the fields WARC-Concurrent-To after the first; a crawler writes a few for each capture.
constexpr std::size_t kMoreNamesMax = 1000;
constexpr std::uint64_t kNobodysKey = 1;  // the key of no record

bool begins_version(std::string_view bytes) noexcept {
  return bytes.size() > kMagic.size() && bytes.starts_with(kMagic) &&
         is_digit(bytes[kMagic.size()]);
}

RecordRole role_of(std::string_view type) noexcept {
  if (equal_nocase(type, "response") || equal_nocase(type, "resource") ||
      equal_nocase(type, "conversion")) {
    return RecordRole::page;
  }
  if (equal_nocase(type, "request") || equal_nocase(type, "metadata") ||
      equal_nocase(type, "continuation")) {
    return RecordRole::companion;
  }
  return RecordRole::other;
}

// Other types may or may not hold a page, which facsim cannot know: their records are counted.
bool is_known_type(std::string_view type) noexcept {
  return role_of(type) != RecordRole::other || equal_nocase(type, "warcinfo") ||
         equal_nocase(type, "revisit");
}

// True if revisits may refer to it. A conversion has the URL and date of the record it was made
// from.
bool may_be_original(std::string_view type) noexcept {
  return equal_nocase(type, "response") || equal_nocase(type, "resource");
}

// True if it may be a text or picture made from a response, which it names.
bool may_be_about_another(std::string_view type) noexcept {
  return equal_nocase(type, "resource") || equal_nocase(type, "conversion");
}

// A number that is too large is clamped: no segment that follows has it.
std::uint32_t segment_number(std::string_view value) noexcept {
  constexpr std::uint64_t kMost = 0xffffffffU;
  return static_cast<std::uint32_t>(std::min(parse_whole(value).value_or(0), kMost));
}

void read_header_fields(std::string_view lines, RecordHead& head) {
  std::string_view length;
  std::string_view concurrent;
  std::string_view refers;
  std::string_view record_type;
  std::string_view target;
  std::string_view origin;
  ReferenceFields references;
  int types = 0;
  int ids = 0;
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    references.see(name, value);
    if (equal_nocase(name, "Content-Length")) {
      length = value;
    } else if (equal_nocase(name, "WARC-Type")) {
      record_type = value;
      head.role = role_of(value);
      ++types;
    } else if (equal_nocase(name, "WARC-Record-ID")) {
      head.record_key = record_key_of(value);
      ++ids;
    } else if (equal_nocase(name, "WARC-Concurrent-To")) {
      if (concurrent.empty()) {
        concurrent = value;
      } else if (head.more_concurrent_keys.size() < kMoreNamesMax) {
        head.more_concurrent_keys.push_back(record_key_of(value));
      } else if (head.more_concurrent_keys.size() == kMoreNamesMax) {
        // With more names than stored, it is unknown whether all named records are removed, so this
        // one is kept.
        head.more_concurrent_keys.push_back(kNobodysKey);
      }
    } else if (equal_nocase(name, "WARC-Refers-To")) {
      refers = value;
    } else if (equal_nocase(name, "WARC-Target-URI")) {
      target = value;
    } else if (equal_nocase(name, "WARC-Segment-Number")) {
      head.segment.number = segment_number(value);
    } else if (equal_nocase(name, "WARC-Segment-Origin-ID")) {
      origin = value;
    } else if (equal_nocase(name, "WARC-Segment-Total-Length")) {
      head.segment.is_last = true;
    }
  });
  // Two heads in one: a record was cut in the middle of a field, and another follows directly.
  if ((types > 1 || ids > 1) && lines.find(kMagic) != std::string_view::npos) return;
  if (may_be_about_another(record_type)) {
    head.about_key = record_key_of(concurrent.empty() ? refers : concurrent);
  }
  if (head.role == RecordRole::page && is_crawler_target(without_brackets(target))) {
    head.role = RecordRole::companion;
    head.is_crawlers = true;
  }
  if (head.role == RecordRole::companion && concurrent.empty()) concurrent = refers;
  head.concurrent_key = record_key_of(concurrent);
  if (equal_nocase(record_type, "continuation")) {
    head.segment.origin_key = head.concurrent_key = record_key_of(origin);
  } else if (head.role != RecordRole::page) {
    head.segment = {};
  }
  head.is_revisit = equal_nocase(record_type, "revisit");
  head.has_unknown_type = !is_known_type(record_type);
  if (head.is_revisit) head.references = references.of_revisit();
  if (may_be_original(record_type)) head.references = references.of_original();
  if (const std::optional<std::uint64_t> bytes = parse_whole(length)) {
    head.block_bytes = *bytes;
    head.state = RecordHead::State::complete;
  }
}

class WarcFraming final : public Framing {
 public:
  RecordHead read_head(std::string_view bytes) const override {
    RecordHead head;
    const bool is_cut = bytes.size() < limits::kHeaderBytesMax;
    bytes = bytes.substr(0, limits::kHeaderBytesMax);
    if (!begins_version(bytes)) return head;
    std::string_view rest = bytes;
    const std::string_view version = trimmed(take_line(rest));
    if (version.find_first_not_of("0123456789.", kMagic.size()) != std::string_view::npos) {
      return head;
    }
    const std::string_view lines = rest;
    // Line by line: a record that begins among the fields shows that this one was cut off.
    for (;;) {
      if (rest.find('\n') == std::string_view::npos) {
        if (is_cut) head.state = RecordHead::State::incomplete;
        return head;
      }
      if (begins_version(rest)) return head;
      if (take_line(rest).empty()) break;
    }
    head.header_bytes = bytes.size() - rest.size();
    read_header_fields(lines.substr(0, lines.size() - rest.size()), head);
    return head;
  }

  bool may_begin(std::string_view bytes) const noexcept override { return begins_version(bytes); }

  // Not only at the beginning of a line: the bytes before may have been cut anywhere.
  std::size_t find_begin(std::string_view bytes, std::size_t from,
                         std::size_t end) const noexcept override {
    std::size_t at = bytes.find(kMagic, from);
    while (at < end && !begins_version(bytes.substr(at))) at = bytes.find(kMagic, at + 1);
    return at < end ? at : std::string_view::npos;
  }

  int end_breaks() const noexcept override { return 2; }
};

}  // namespace

std::unique_ptr<Framing> warc_framing() { return std::make_unique<WarcFraming>(); }

}  // namespace facsim
