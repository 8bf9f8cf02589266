// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a file of fingerprints made by another program: the fingerprints and their ids.
//
// hex: one line each, 16 hexadecimal digits, then a tab or blanks and an optional id. u64: a column
// of 8 bytes each, lowest byte first. Packed files are unpacked. A line that is neither empty nor a
// fingerprint is counted and skipped; line numbers start at 1 and count all lines. Memory: one
// block. One thread reads; other threads may process blocks.

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
// By the end of the name: .hex and .u64, also if packed (.hex.gz).
[[nodiscard]] std::optional<FingerprintForm> fingerprint_form_of(std::string_view path) noexcept;

struct FingerprintRecord {
  std::uint64_t fingerprint = 0;
  std::string_view id;     // empty: none
  std::uint64_t line = 0;  // or the number of the value, from 1
};

// A block of whole lines or whole values.
struct FingerprintBlock {
  FingerprintForm form = FingerprintForm::hex;
  std::string bytes;
  std::uint64_t first_line = 1;
  // Lines that are not a fingerprint; set by for_each_record().
  std::uint64_t bad_lines = 0;
  std::uint64_t first_bad_line = 0;
};

// Calls visit for every fingerprint of the block; ids are views into the block.
void for_each_record(FingerprintBlock& block,
                     const std::function<void(const FingerprintRecord&)>& visit);

class FingerprintFile {
 public:
  // Throws Error{not_found, io}.
  FingerprintFile(const std::string& path, FingerprintForm form);
  // Reads the next block; false at the end. Throws Error{io}, and Error{damaged} if a column ends
  // within a value, a packed file is damaged, or a line is longer than a megabyte.
  [[nodiscard]] bool next(FingerprintBlock& block);
  // Packed bytes read so far.
  [[nodiscard]] std::uint64_t position() const { return source_->packed_position(); }

 private:
  void read_more();

  std::string path_;
  FingerprintForm form_;
  std::unique_ptr<ByteSource> source_;
  std::string rest_;  // read, but not yet returned
  std::uint64_t next_line_ = 1;
  bool ended_ = false;
};

}  // namespace facsim
