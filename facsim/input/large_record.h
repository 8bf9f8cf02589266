// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record that is too large for memory: the digests of its texts, and the rest without them.
//
// In JSON lines and rows of tables, each text longer than kHeldTextBytes is skipped and replaced by
// a stand-in: letters x, more than a shorter text can have, whose number identifies the text. So
// the decoder finds the page's text, id and other fields in the rest as in any record, and no real
// text is taken for a stand-in. Digests are of the bytes as written, in JSON with escapes, in CSV
// with quotes.
//
// Memory: 256 KiB and 16 stand-ins of 6 KiB; a record with more data besides its long texts has no
// digest. Cost: that of SHA-256, about 0.5 ns a byte if the processor has instructions for it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/sha.h"
#include "facsim/model/read_options.h"

namespace facsim {

struct LargeBytes {
  Sha256 digest{};
  std::uint64_t bytes = 0;
  std::size_t at = 0;              // offset of its stand-in in the record's bytes
  std::size_t stand_in_bytes = 0;  // 0: no stand-in
};

inline constexpr std::size_t kHeldTextBytes = 2048;
// A repair writes three bytes for one that is not UTF-8.
inline constexpr std::size_t kStandInBytes = 3 * kHeldTextBytes + 1;

// True if the decoded text is a stand-in, or the part of one that a label holds.
[[nodiscard]] inline bool is_stand_in(std::string_view text) noexcept {
  return text.size() >= kStandInBytes;
}
// Returns what a decoded text stands for; null if it is not a stand-in of the record.
[[nodiscard]] const LargeBytes* stands_for(std::string_view text,
                                           std::span<const LargeBytes> large) noexcept;
// Converts an offset in the rest of a record to the offset in the original, where earlier texts are
// longer.
[[nodiscard]] std::uint64_t original_place(std::uint64_t at,
                                           std::span<const LargeBytes> large) noexcept;

// The size up to which readers take the digest of a record above the limit; 0: no digests.
[[nodiscard]] std::uint64_t large_bytes_max_of(const ReadOptions& options) noexcept;

// The digest of bytes that arrive in pieces.
class LargeDigest {
 public:
  // Skips the first `passed` bytes, and accepts at most `bytes_max`; no digest if that is 0.
  explicit LargeDigest(std::uint64_t bytes_max, std::uint64_t passed = 0)
      : bytes_max_(bytes_max), passed_(passed) {}

  void add(std::string_view bytes);
  // Returns nullopt if there were more bytes than `bytes_max`, or none.
  [[nodiscard]] std::optional<LargeBytes> finish();
  // The last few bytes.
  [[nodiscard]] std::string_view tail() const noexcept { return tail_; }

 private:
  std::uint64_t bytes_max_;
  std::uint64_t passed_;
  std::uint64_t bytes_ = 0;
  std::optional<Sha256Stream> stream_;
  std::string tail_;
};

// Builds the rest of a record whose values arrive one after the other.
class LargeRecord {
 public:
  explicit LargeRecord(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  // Counts a piece of the record; false if the record has become unusable.
  [[nodiscard]] bool takes(std::string_view piece) noexcept;
  void keep(std::string_view bytes);
  // Adds a part of a text, which may be long.
  void add_text(std::string_view bytes);
  void end_text();
  // Moves the rest into `bytes` and the digests into `large`. Sets neither if no text was long or
  // there was too much data.
  void move_into(std::string& bytes, std::vector<LargeBytes>& large);

 private:
  std::uint64_t bytes_max_;
  std::uint64_t seen_ = 0;
  std::size_t kept_ = 0;
  bool has_failed_ = false;
  std::string left_;
  std::vector<LargeBytes> large_;
  std::string text_;
  std::optional<LargeDigest> digest_;  // of a long text
};

// A JSON line that arrives in pieces, without its line break.
class LargeLine {
 public:
  explicit LargeLine(std::uint64_t bytes_max) : left_(bytes_max) {}
  void add(std::string_view piece);
  void finish(std::string& bytes, std::vector<LargeBytes>& large) { left_.move_into(bytes, large); }

 private:
  std::string_view take_string(std::string_view piece);

  LargeRecord left_;
  bool in_string_ = false;
  bool is_escaped_ = false;
};

// A well-formed row of CSV that arrives in pieces, with or without its line break.
class LargeRow {
 public:
  LargeRow(char separator, std::uint64_t bytes_max) : left_(bytes_max), separator_(separator) {}
  void add(std::string_view piece);
  void finish(std::string& bytes, std::vector<LargeBytes>& large);

 private:
  std::string_view take_quoted(std::string_view piece);
  std::string_view take_plain(std::string_view piece);

  LargeRecord left_;
  char separator_;
  bool is_quoted_ = false;
  bool may_quote_ = true;    // at the beginning of a cell, and after a quote in a quoted one
  bool has_return_ = false;  // the last byte was a CR that may belong to the line break
  bool has_ended_ = false;
};

}  // namespace facsim
