// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where do the entries of each bucket begin? A look-up reads one line of memory.
//
// 56 buckets share a line of 64 bytes: the number of entries before them in 8 bytes, then one byte
// a bucket, its number of entries. So a bucket costs 9.1 bits, and its begin is a sum over part of
// a line. Where some bucket of a line has more than 255 entries, the line's first 8 bytes have the
// highest bit set and give a place in the list of *wide* begins, 57 of 8 bytes each: the begins of
// its buckets and the end of the last.
//
// Cost: building looks once at every bucket. Reading: kernels/probe_loops_internal.h, range_of().

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
  // The number of entries of the next bucket.
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
// entries. Throws Error{damaged} where their sizes do not fit; what stands in them is looked at
// when it is used.
[[nodiscard]] RawDirectory open_directory(const SectionSource& source, std::string_view name,
                                          std::uint64_t buckets, std::uint64_t entries);

struct EntryRange {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;
};

// The entries of a bucket. Throws Error{damaged} where they are not there.
[[nodiscard]] EntryRange range_of(const RawDirectory& directory, std::uint64_t bucket);

// For whoever reads bucket after bucket: where the buckets of a line begin, and the end of the
// last. Throws Error{damaged} where they do not ascend, or are not there.
using LineBegins = std::array<std::uint64_t, kBucketsALine + 1>;
[[nodiscard]] LineBegins begins_of_line(const RawDirectory& directory, std::uint64_t line);

// The line of a directory of `lines` lines in which the entry at a place is to be sought: the last
// one that begins at it or before. Throws Error{damaged} as range_of() does.
[[nodiscard]] std::uint64_t line_of(const RawDirectory& directory, std::uint64_t lines,
                                    std::uint64_t place);

// A section, or Error{damaged} with the source's name and the remedy.
[[nodiscard]] std::span<const std::byte> section_of(const SectionSource& source,
                                                    std::string_view name);

// The same of exactly so many bytes.
[[nodiscard]] std::span<const std::byte> section_of(const SectionSource& source,
                                                    std::string_view name, std::uint64_t bytes);

}  // namespace facsim
