// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a record of an archive begins and which length it states: the differences of WARC and ARC.

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
  std::uint64_t block_bytes = 0;  // the stated length
  RecordRole role = RecordRole::other;
  std::uint64_t record_key = 0;
  std::uint64_t concurrent_key = 0;
  std::vector<std::uint64_t> more_concurrent_keys;
  std::uint64_t about_key = 0;
  bool is_revisit = false;
  bool has_unknown_type = false;  // WARC: unknown, or missing
  bool is_crawlers = false;       // a crawler's own record, see crawler_target_internal.h
  RecordSegment segment;
  ReferenceKeys references;
};

// Stateless; foreign bytes in, values out. A head is at most limits::kHeaderBytesMax long.
class Framing {
 public:
  // The number of bytes that may_begin() needs, unless fewer are left.
  static constexpr std::size_t kLookBytes = std::size_t{64} << 10;

  virtual ~Framing() = default;
  // Parses the head of a record that begins at the first of `bytes`.
  [[nodiscard]] virtual RecordHead read_head(std::string_view bytes) const = 0;
  // A cheaper test: true if a record may begin at the first of `bytes`.
  [[nodiscard]] virtual bool may_begin(std::string_view bytes) const noexcept = 0;
  // Returns the first place in [from, end), `from` being at least 1, where may_begin() is true and
  // the format allows a record to begin; npos if there is none.
  [[nodiscard]] virtual std::size_t find_begin(std::string_view bytes, std::size_t from,
                                               std::size_t end) const noexcept = 0;
  // The number of line breaks that end a record: two in WARC, one in ARC; CRLF or LF, as written.
  [[nodiscard]] virtual int end_breaks() const noexcept = 0;
};

[[nodiscard]] std::unique_ptr<Framing> warc_framing();
[[nodiscard]] std::unique_ptr<Framing> arc_framing();

// The parsed line before an ARC record's block; views into the line.
struct ArcLine {
  std::string_view url;
  std::string_view date;
  std::string_view media_type;
  std::uint64_t block_bytes = 0;
};
[[nodiscard]] std::optional<ArcLine> parse_arc_line(std::string_view line) noexcept;

}  // namespace facsim
