// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a record of an archive begins and how long it says it is: what WARC and ARC do differently.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "facsim/input/record_reader.h"

namespace facsim {

struct RecordHead {
  enum class State { complete, incomplete, broken };
  State state = State::broken;    // incomplete: more bytes may complete it
  std::size_t header_bytes = 0;   // from the record's first byte to its block
  std::uint64_t block_bytes = 0;  // as stated
  RecordRole role = RecordRole::other;
  std::uint64_t record_key = 0;
  std::uint64_t concurrent_key = 0;
  std::vector<std::uint64_t> more_concurrent_keys;
  std::uint64_t about_key = 0;
  bool is_revisit = false;
  bool has_unknown_type = false;  // WARC: or none
  bool is_crawlers = false;       // a crawler's own record, see crawler_target_internal.h
  RecordSegment segment;
  ReferenceKeys references;
};

// Stateless; foreign bytes in, values out. A head is at most limits::kHeaderBytesMax long.
class Framing {
 public:
  // may_begin() wants to see as much, or all there is.
  static constexpr std::size_t kLookBytes = std::size_t{64} << 10;

  virtual ~Framing() = default;
  // Reads the head of a record that begins with the first of `bytes`.
  [[nodiscard]] virtual RecordHead read_head(std::string_view bytes) const = 0;
  // Cheaper: does it look as if a record began with the first of `bytes`?
  [[nodiscard]] virtual bool may_begin(std::string_view bytes) const noexcept = 0;
  // The first place at or after `from` (at least 1) and before `end` where may_begin() holds and
  // where the format lets a record begin; npos if there is none.
  [[nodiscard]] virtual std::size_t find_begin(std::string_view bytes, std::size_t from,
                                               std::size_t end) const noexcept = 0;
  // The line breaks that end a record: two in WARC, one in ARC; CRLF or LF, as writers had it.
  [[nodiscard]] virtual int end_breaks() const noexcept = 0;
};

[[nodiscard]] std::unique_ptr<Framing> warc_framing();
[[nodiscard]] std::unique_ptr<Framing> arc_framing();

// The line before an ARC record's block, taken apart; views into it.
struct ArcLine {
  std::string_view url;
  std::string_view date;
  std::string_view media_type;
  std::uint64_t block_bytes = 0;
};
[[nodiscard]] std::optional<ArcLine> parse_arc_line(std::string_view line) noexcept;

}  // namespace facsim
