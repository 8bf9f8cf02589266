// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file of fingerprints that somebody else has made: which are in it, and what are they called?
//
// hex: a line each, 16 hexadecimal digits, and behind a tab or blanks an id if there is one. u64: a
// column of 8 bytes each, the lowest first. Packed files are unpacked. A line that is neither empty
// nor a fingerprint is counted and left out; lines are numbered from 1 all the same. Memory: a
// block. One thread reads; blocks may be looked into by others.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/files/byte_source.h"

namespace facsim {

enum class FingerprintForm { hex, u64 };
// "hex", "u64".
[[nodiscard]] std::optional<FingerprintForm> fingerprint_form_named(std::string_view name) noexcept;
// By the end of the name: .hex and .u64, also packed (.hex.gz).
[[nodiscard]] std::optional<FingerprintForm> fingerprint_form_of(std::string_view path) noexcept;

struct FingerprintRecord {
  std::uint64_t fingerprint = 0;
  std::string_view id;     // empty: none
  std::uint64_t line = 0;  // or number of the value, from 1
};

// Whole lines, or whole values.
struct FingerprintBlock {
  FingerprintForm form = FingerprintForm::hex;
  std::string bytes;
  std::uint64_t first_line = 1;
  // Of lines that are no fingerprint, filled by for_each_record().
  std::uint64_t bad_lines = 0;
  std::uint64_t first_bad_line = 0;
};

// Calls visit for every fingerprint of the block; ids are views into it.
void for_each_record(FingerprintBlock& block,
                     const std::function<void(const FingerprintRecord&)>& visit);

class FingerprintFile {
 public:
  // Throws Error{not_found, io}.
  FingerprintFile(const std::string& path, FingerprintForm form);
  // Reads the next block; false at the end. Throws Error{io}, and Error{damaged} for a column that
  // ends within a value, a packed file that is damaged, and a line of more than a megabyte.
  [[nodiscard]] bool next(FingerprintBlock& block);
  // Packed bytes read so far.
  [[nodiscard]] std::uint64_t position() const { return source_->packed_position(); }

 private:
  void read_more();

  std::string path_;
  FingerprintForm form_;
  std::unique_ptr<ByteSource> source_;
  std::string rest_;  // read, but not yet given
  std::uint64_t next_line_ = 1;
  bool ended_ = false;
};

}  // namespace facsim
