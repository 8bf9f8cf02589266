// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table: fingerprints sorted by the bits under a mask, to be searched bucket by bucket.
//
// The bits under the mask, moved together, are an entry's *key*, and each key has a bucket; the
// other bits are its *suffix*. Stored are a directory of the buckets (directory.h), the low 32 bits
// of the suffix in a column that vector instructions filter, and the rest of it in a packed column
// that is read only for entries that passed the filter: (64 - b) / 8 bytes an entry and 1.1 a
// bucket.
//
// Sections NAME.lines, NAME.wide, NAME.low, NAME.high; docs/formats/hamming-index.md defines the
// bytes.

#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "facsim/base/cpu.h"
#include "facsim/base/spill_array.h"
#include "facsim/index/design.h"
#include "facsim/index/directory.h"
#include "facsim/index/kernels/raw_probe_kernels.h"
#include "facsim/index/packed_column.h"
#include "facsim/index/partition.h"
#include "facsim/index/sections.h"

namespace facsim {

// The number of bits outside the mask that the packed column holds.
[[nodiscard]] constexpr unsigned high_bits_of(std::uint64_t mask) noexcept {
  const int suffix_bits = 64 - std::popcount(mask);
  return suffix_bits > 32 ? static_cast<unsigned>(suffix_bits - 32) : 0;
}

class TableBuilder {
 public:
  // The mask has 1..40 bits. Columns beyond the memory go to scratch.
  TableBuilder(std::uint64_t mask, Scratch& scratch, std::size_t memory_bytes_max);
  // Entries must be added in ascending order of (key, suffix).
  void add(std::uint64_t key, std::uint64_t suffix) {
    for (; bucket_ < key; ++bucket_, in_bucket_ = 0) directory_.add(in_bucket_);
    ++in_bucket_;
    low_.add(suffix & 0xffffffffU);
    if (high_bits_ > 0) high_.add(suffix >> 32);
  }
  void finish(SectionSink& sink, std::string_view name);

 private:
  std::uint64_t buckets_;
  unsigned high_bits_;
  std::uint64_t bucket_ = 0;
  std::uint64_t in_bucket_ = 0;
  DirectoryBuilder directory_;
  PackedColumnBuilder low_;
  PackedColumnBuilder high_;
};

// Opens the sections of a table of `entries` entries; the source must outlive the result. Throws
// Error{damaged} if sizes do not match.
[[nodiscard]] RawTable open_table(const SectionSource& source, std::string_view name,
                                  std::uint64_t mask, std::uint64_t entries);

// Reads the entries of a table in order, in blocks. Throws Error{damaged} if the directory does not
// count up to the entries. Cost: 7 ns an entry.
class TableWalk {
 public:
  // Begins with the entry at `place`, which must exist; 0 is allowed for an empty table.
  explicit TableWalk(const RawTable& table, std::uint64_t place = 0, Kernel kernel = best_kernel());
  // Fills `values` with the next fingerprints and returns how many; 0 at the end.
  [[nodiscard]] std::size_t next(std::span<std::uint64_t> values);

 private:
  void next_bucket();

  RawTable table_;
  const PartitionKernels& kernels_;
  BitOrder order_;
  std::uint64_t buckets_;
  std::uint64_t bucket_ = 0;  // the one after that of entry_
  std::uint64_t entry_ = 0;
  std::uint64_t bucket_end_ = 0;
  LineBegins begins_{};  // of the line of bucket_ - 1
};

}  // namespace facsim
