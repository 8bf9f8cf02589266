// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table in the form that the kernels use, and the kernels as plain functions; callers use
// probe_kernels.h.
//
// Kernels are compiled for instructions that not every machine has, so they see this header only,
// which has no functions: the linker could use an inline function compiled in a kernel for the
// whole program.

#include <cstddef>
#include <cstdint>

namespace facsim {

// The positions of the entries of each bucket (directory.h).
struct RawDirectory {
  const unsigned char* lines = nullptr;  // 64 bytes each
  const std::uint64_t* wide = nullptr;
  std::uint64_t wide_count = 0;
  std::uint64_t entries = 0;
};

// Sorted fingerprints under a mask (table.h). `low` begins at a line of 64 bytes and is readable
// for 16 numbers beyond its end, `high` for 8 bytes.
struct RawTable {
  RawDirectory directory;
  const std::uint32_t* low = nullptr;
  const unsigned char* high = nullptr;
  std::uint64_t mask = 0;
  unsigned high_bits = 0;
  unsigned radius = 0;  // bits under the mask that may differ
  // A packed column that the caller reads for the entries found; nullptr: none.
  const unsigned char* column = nullptr;
  unsigned column_bits = 0;
};

// One bucket to be searched for one query.
struct RawProbe {
  std::uint64_t bucket = 0;
  std::uint64_t suffix = 0;  // the query's bits outside the mask
  std::uint64_t begin = 0;   // filled by locate()
  std::uint64_t count = 0;
  std::uint32_t query = 0;
  std::uint16_t table = 0;
  std::uint16_t budget = 0;  // bits outside the mask that may differ
};

// An entry whose low column is within its probe's budget.
struct RawCandidate {
  std::uint64_t position = 0;
  std::size_t probe = 0;
};

// An entry within its probe's budget.
struct RawSurvivor {
  std::uint64_t value = 0;  // the fingerprint
  std::uint64_t position = 0;
  std::uint32_t query = 0;
  std::uint16_t table = 0;
  std::uint16_t distance = 0;  // filled by first_seen()
};

// How far filter() has got.
struct RawCursor {
  std::size_t probe = 0;
  std::uint64_t entry = 0;
};

struct RawProbeKernels {
  // Splits each fingerprint into its bits under the mask and those outside it, each moved together.
  void (*split)(const std::uint64_t* fingerprints, std::size_t count, std::uint64_t mask,
                std::uint64_t* keys, std::uint64_t* suffixes);
  // The inverse of split() for one fingerprint.
  std::uint64_t (*join)(std::uint64_t key, std::uint64_t suffix, std::uint64_t mask);
  // Prefetches the lines of the directories that locate() will read.
  void (*fetch)(const RawTable* tables, const RawProbe* probes, std::size_t count);
  // Fills begin and count of each probe, and prefetches the memory that filter() will read; with
  // `is_eager` also what the first entry of each bucket may lead to, which is worth it if few
  // probes are processed together. Returns false if a directory points outside the table.
  bool (*locate)(const RawTable* tables, RawProbe* probes, std::size_t count, bool is_eager);
  // Writes the entries whose low column is within budget, at most `room` (at least 16) of them,
  // from `at` on, and prefetches the memory that confirm() will read. Returns how many, and moves
  // `at` to where to continue: probe == count at the end.
  std::size_t (*filter)(const RawTable* tables, const RawProbe* probes, std::size_t count,
                        RawCursor* at, RawCandidate* candidates, std::size_t room);
  // Writes the candidates that are within budget with all their bits; returns how many.
  std::size_t (*confirm)(const RawTable* tables, const RawProbe* probes,
                         const RawCandidate* candidates, std::size_t count, RawSurvivor* survivors);
  // Moves the survivors that no earlier table than theirs sees to the front, in their order, and
  // fills their distances; returns how many. A survivor's `query` is an index into `queries`.
  std::size_t (*first_seen)(const RawTable* tables, const std::uint64_t* queries,
                            RawSurvivor* survivors, std::size_t count);
};

extern const RawProbeKernels kScalarProbeKernels;
#if defined(__x86_64__)
extern const RawProbeKernels kAvx2ProbeKernels;
extern const RawProbeKernels kAvx512ProbeKernels;
#endif

}  // namespace facsim
