// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loops of a probe, the same for all kernels. Private to the kernels.
//
// `Lanes` says how a kernel does the parts that differ: gather and scatter of bits, the sum of the
// first bytes of a line, and the filter of some entries at once. It must be a type without external
// linkage, so that what is instantiated here stays in the kernel's own object file.

#include <cstddef>
#include <cstdint>

#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {

template <class Lanes>
struct ProbeLoops {
  static constexpr std::uint64_t kBucketsALine = 56;
  static constexpr std::uint64_t kWide = std::uint64_t{1} << 63;

  static std::uint64_t word_at(const void* at) {
    std::uint64_t word;
    __builtin_memcpy(&word, at, sizeof word);
    return word;
  }

  static void split(const std::uint64_t* fingerprints, std::size_t count, std::uint64_t mask,
                    std::uint64_t* keys, std::uint64_t* suffixes) {
    for (std::size_t i = 0; i < count; ++i) {
      keys[i] = Lanes::gather(fingerprints[i], mask);
      suffixes[i] = Lanes::gather(fingerprints[i], ~mask);
    }
  }

  static std::uint64_t join(std::uint64_t key, std::uint64_t suffix, std::uint64_t mask) {
    return Lanes::scatter(key, mask) | Lanes::scatter(suffix, ~mask);
  }

  // False where the directory points outside.
  static bool look_up(const RawDirectory& directory, RawProbe& probe) {
    const std::uint64_t slot = probe.bucket % kBucketsALine;
    const unsigned char* const line = directory.lines + 64 * (probe.bucket / kBucketsALine);
    const std::uint64_t base = word_at(line);
    if ((base & kWide) == 0) {
      probe.begin = base + Lanes::sum_of_first(line + 8, static_cast<unsigned>(slot));
      probe.count = line[8 + slot];
    } else {
      const std::uint64_t first = base & ~kWide;
      if (directory.wide_count <= slot + 1 || first >= directory.wide_count - slot - 1)
        return false;
      probe.begin = directory.wide[first + slot];
      probe.count = directory.wide[first + slot + 1] - probe.begin;
    }
    return probe.begin <= directory.entries && probe.count <= directory.entries - probe.begin;
  }

  static bool locate(const RawTable* tables, RawProbe* probes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const RawDirectory& directory = tables[probes[i].table].directory;
      __builtin_prefetch(directory.lines + 64 * (probes[i].bucket / kBucketsALine));
    }
    bool whole = true;
    for (std::size_t i = 0; i < count; ++i) {
      const RawTable& table = tables[probes[i].table];
      if (!look_up(table.directory, probes[i])) {
        whole = false;
        probes[i].begin = probes[i].count = 0;
      }
      const std::uint32_t* const low = table.low + probes[i].begin;
      __builtin_prefetch(low);
      if (probes[i].count > 1) __builtin_prefetch(low + probes[i].count - 1);
    }
    return whole;
  }

  static std::uint64_t high_of(const RawTable& table, std::uint64_t entry) {
    if (table.high_bits == 0) return 0;
    const std::uint64_t bit = entry * table.high_bits;
    return word_at(table.high + (bit >> 3)) >> (bit & 7U) &
           ((std::uint64_t{1} << table.high_bits) - 1);
  }

  static std::size_t filter(const RawTable* tables, const RawProbe* probes, std::size_t count,
                            RawCursor* at, RawCandidate* candidates, std::size_t room) {
    std::size_t found = 0;
    for (; at->probe < count; ++at->probe, at->entry = 0) {
      const RawProbe& probe = probes[at->probe];
      const RawTable& table = tables[probe.table];
      const auto query = Lanes::spread(static_cast<std::uint32_t>(probe.suffix));
      for (; at->entry < probe.count; at->entry += Lanes::kLanes) {
        if (room - found < Lanes::kLanes) return found;
        const std::uint64_t first = probe.begin + at->entry;
        std::uint32_t within = Lanes::within(table.low + first, query, probe.budget);
        const std::uint64_t left = probe.count - at->entry;
        if (left < Lanes::kLanes) within &= (1U << left) - 1;
        for (; within != 0; within &= within - 1) {
          const std::uint64_t entry = first + static_cast<unsigned>(__builtin_ctz(within));
          __builtin_prefetch(table.high + (entry * table.high_bits >> 3));
          candidates[found++] = {entry, at->probe};
        }
      }
    }
    return found;
  }

  static std::size_t confirm(const RawTable* tables, const RawProbe* probes,
                             const RawCandidate* candidates, std::size_t count,
                             RawSurvivor* survivors) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const RawProbe& probe = probes[candidates[i].probe];
      const RawTable& table = tables[probe.table];
      const std::uint64_t entry = candidates[i].position;
      const std::uint64_t suffix = high_of(table, entry) << 32 | table.low[entry];
      if (Lanes::ones(suffix ^ probe.suffix) > probe.budget) continue;
      survivors[found++] = {join(probe.bucket, suffix, table.mask), entry, probe.query, probe.table,
                            0};
    }
    return found;
  }

  static constexpr RawProbeKernels kernels() { return {split, join, locate, filter, confirm}; }
};

}  // namespace facsim
