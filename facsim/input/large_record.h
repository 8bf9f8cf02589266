// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record that is too large to be held: the digests of its texts, and what is left without them.
//
// Of JSON lines and rows of tables, texts of more than kHeldTextBytes are passed by, and each
// leaves a stand-in: letters x, more of them than a shorter text can have, whose number says which
// text it stands for. So the decoder finds the page's text, id and other fields in what is left as
// in any record, and no text can be taken for a stand-in. Digests are of the bytes as they are
// written, in JSON with its escapes, in CSV with its quotes.
//
// Memory: 256 KiB and 16 stand-ins of 6 KiB; a record that has more beside its long texts has no
// digest. Cost: that of SHA-256, about 0.5 ns a byte where the processor has instructions for it.

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
  std::size_t at = 0;              // where in the record's bytes its stand-in begins
  std::size_t stand_in_bytes = 0;  // 0: none
};

inline constexpr std::size_t kHeldTextBytes = 2048;
// Repairs write three bytes for one that is not UTF-8.
inline constexpr std::size_t kStandInBytes = 3 * kHeldTextBytes + 1;

// True if the decoded text is a stand-in, or what a label keeps of one.
[[nodiscard]] inline bool is_stand_in(std::string_view text) noexcept {
  return text.size() >= kStandInBytes;
}
// What a decoded text stands for; null if it is not one of the record's.
[[nodiscard]] const LargeBytes* stands_for(std::string_view text,
                                           std::span<const LargeBytes> large) noexcept;
// Where in the record a byte stands that is at `at` in what is left of it: texts before it were
// longer.
[[nodiscard]] std::uint64_t original_place(std::uint64_t at,
                                           std::span<const LargeBytes> large) noexcept;

// Up to how many bytes readers take the digest of a record above the limit; 0: of none.
[[nodiscard]] std::uint64_t large_bytes_max_of(const ReadOptions& options) noexcept;

// The digest of bytes that come in pieces.
class LargeDigest {
 public:
  // Without the first `passed`, and of `bytes_max` at most; of none if that is 0.
  explicit LargeDigest(std::uint64_t bytes_max, std::uint64_t passed = 0)
      : bytes_max_(bytes_max), passed_(passed) {}

  void add(std::string_view bytes);
  // Nothing if there were more, or none.
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

// What is left of a record whose values come one after the other.
class LargeRecord {
 public:
  explicit LargeRecord(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  // Counts a piece of the record; false if nothing can be made of it any more.
  [[nodiscard]] bool takes(std::string_view piece) noexcept;
  void keep(std::string_view bytes);
  // Some of a text, which may be long.
  void add_text(std::string_view bytes);
  void end_text();
  // Moves what is left to where a record has it. Nothing is set if no text was long or there was
  // too much.
  void move_into(std::string& bytes, std::vector<LargeBytes>& large);

 private:
  std::uint64_t bytes_max_;
  std::uint64_t seen_ = 0;
  std::size_t kept_ = 0;
  bool has_failed_ = false;
  std::string left_;
  std::vector<LargeBytes> large_;
  std::string text_;
  std::optional<LargeDigest> digest_;  // of a text that is long
};

// A JSON line, without its line break, in pieces.
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

// A row of CSV that is well formed, in pieces; its line break may come too.
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
  bool may_quote_ = true;    // at the beginning of a cell, and behind a quote in a quoted one
  bool has_return_ = false;  // a CR that may be one of the line break
  bool has_ended_ = false;
};

}  // namespace facsim
