// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where do the entries of each bucket begin? A look-up reads one line of memory.
//
// 56 buckets share a line of 64 bytes: the number of entries before them in 8 bytes, then one byte
// a bucket, its number of entries. So a bucket costs 9.1 bits, and its begin is a sum over part of
// a line. If some bucket of a line has more than 255 entries, the line's first 8 bytes have the
// highest bit set and hold an index into the list of *wide* begins, 57 of 8 bytes each: the begins
// of its buckets and the end of the last.
//
// Cost: building visits every bucket once. For reading see kernels/probe_loops_internal.h.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "facsim/index/kernels/raw_probe_kernels.h"
#include "facsim/index/packed_column.h"
#include "facsim/index/sections.h"

namespace facsim {

inline constexpr std::uint64_t kBucketsALine = 56;

class DirectoryBuilder {
 public:
  DirectoryBuilder(Scratch& scratch, std::size_t memory_bytes_max)
      : lines_(scratch, memory_bytes_max) {}
  // Adds the next bucket, which has `entries` entries.
  void add(std::uint64_t entries) {
    counts_[slot_] = entries;
    if (++slot_ == kBucketsALine) end_line();
  }
  // Writes the sections NAME.lines and NAME.wide.
  void finish(SectionSink& sink, std::string_view name);

 private:
  void end_line();

  std::uint64_t counts_[kBucketsALine] = {};
  std::size_t slot_ = 0;
  std::uint64_t entries_ = 0;
  SpillBytes lines_;
  std::vector<std::uint64_t> wide_;
};

// Opens the sections NAME.lines and NAME.wide of a directory of `buckets` buckets over `entries`
// entries. Throws Error{damaged} if their sizes do not match; the contents are checked when they
// are used.
[[nodiscard]] RawDirectory open_directory(const SectionSource& source, std::string_view name,
                                          std::uint64_t buckets, std::uint64_t entries);

struct EntryRange {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;
};

// The entries of a bucket. Throws Error{damaged} if the range is outside the table.
[[nodiscard]] EntryRange range_of(const RawDirectory& directory, std::uint64_t bucket);

// The begins of all buckets of a line, and the end of the last: for callers that read bucket after
// bucket. Throws Error{damaged} if they do not ascend or are outside the table.
using LineBegins = std::array<std::uint64_t, kBucketsALine + 1>;
[[nodiscard]] LineBegins begins_of_line(const RawDirectory& directory, std::uint64_t line);

// The line, of a directory of `lines` lines, whose buckets contain the entry at `place`: the last
// line that begins at or before it. Throws Error{damaged} as range_of() does.
[[nodiscard]] std::uint64_t line_of(const RawDirectory& directory, std::uint64_t lines,
                                    std::uint64_t place);

// A section. Throws Error{damaged}, with the source's name and the remedy, if it is missing.
[[nodiscard]] std::span<const std::byte> section_of(const SectionSource& source,
                                                    std::string_view name);

// The same; also throws Error{damaged} unless the section has exactly `bytes` bytes.
[[nodiscard]] std::span<const std::byte> section_of(const SectionSource& source,
                                                    std::string_view name, std::uint64_t bytes);

}  // namespace facsim
