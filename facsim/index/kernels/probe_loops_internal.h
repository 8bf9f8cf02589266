// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loops of a probe, the same for all kernels. Private to the kernels.
//
// `Lanes` provides the parts that differ between kernels: gather and scatter of bits, the sum of a
// line's number and its first counts, and the filter of some entries at once. It must be a type
// without external linkage, so that its instantiations stay in the kernel's own object file.

#include <cstddef>
#include <cstdint>

#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {

template <class Lanes>
struct ProbeLoops {
  static constexpr std::uint64_t kBucketsALine = 56;
  static constexpr std::uint64_t kWide = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kEntriesALine = 16;  // of the low column
  // The number of entries of a bucket that are prefetched; after that, the processor detects the
  // sequential reads by itself.
  static constexpr std::uint64_t kEntriesAhead = 12 * kEntriesALine;

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

  static bool look_up_wide(const RawDirectory& directory, std::uint64_t first, std::uint64_t slot,
                           RawProbe& probe) {
    if (directory.wide_count <= slot + 1 || first >= directory.wide_count - slot - 1) return false;
    probe.begin = directory.wide[first + slot];
    probe.count = directory.wide[first + slot + 1] - probe.begin;
    return true;
  }

  // Returns false if the directory points outside.
  static bool look_up(const RawDirectory& directory, RawProbe& probe) {
    const std::uint64_t number = probe.bucket / kBucketsALine;
    const std::uint64_t slot = probe.bucket - number * kBucketsALine;
    const unsigned char* const line = directory.lines + 64 * number;
    const std::uint64_t base = word_at(line);
    if ((base & kWide) == 0) [[likely]] {
      probe.begin = Lanes::sum_of_line(line, static_cast<unsigned>(slot));
      probe.count = line[8 + slot];
    } else if (!look_up_wide(directory, base & ~kWide, slot, probe)) {
      return false;
    }
    return probe.begin <= directory.entries && probe.count <= directory.entries - probe.begin;
  }

  static void fetch(const RawTable* tables, const RawProbe* probes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned char* const lines = tables[probes[i].table].directory.lines;
      __builtin_prefetch(lines + 64 * (probes[i].bucket / kBucketsALine));
    }
  }

  static void fetch_column(const std::uint32_t* low, std::uint64_t count) {
    __builtin_prefetch(low);
    __builtin_prefetch(low + (count == 0 ? 0 : count - 1));
    if (count <= 2 * kEntriesALine) [[likely]]
      return;
    const std::uint64_t end = count < kEntriesAhead ? count : kEntriesAhead;
    for (std::uint64_t i = kEntriesALine; i < end; i += kEntriesALine) __builtin_prefetch(low + i);
  }

  static void fetch_rest(const RawTable& table, std::uint64_t entry) {
    __builtin_prefetch(table.high + (entry * table.high_bits >> 3));
    if (table.column != nullptr)
      __builtin_prefetch(table.column + (entry * table.column_bits >> 3));
  }

  static bool locate(const RawTable* tables, RawProbe* probes, std::size_t count, bool is_eager) {
    bool is_whole = true;
    for (std::size_t i = 0; i < count; ++i) {
      const RawTable& table = tables[probes[i].table];
      if (!look_up(table.directory, probes[i])) [[unlikely]] {
        is_whole = false;
        probes[i].begin = probes[i].count = 0;
      }
      fetch_column(table.low + probes[i].begin, probes[i].count);
    }
    for (std::size_t i = 0; is_eager && i < count; ++i) {
      fetch_rest(tables[probes[i].table], probes[i].begin);
    }
    return is_whole;
  }

  static std::uint64_t high_of(const RawTable& table, std::uint64_t entry) {
    if (table.high_bits == 0) return 0;
    const std::uint64_t bit = entry * table.high_bits;
    return word_at(table.high + (bit >> 3)) >> (bit & 7U) &
           ((std::uint64_t{1} << table.high_bits) - 1);
  }

  // A mask of the entries within budget among the next `left` (at most kLanes) from `low` on.
  static std::uint32_t within_rest(const std::uint32_t* low, std::uint64_t left,
                                   typename Lanes::Query query, unsigned budget) {
    // If the entries end in this line, the load begins earlier: a load into the next line would
    // wait for that line. There is no branch because it would be mispredicted every other time.
    const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(low) / 4 % kEntriesALine;
    const auto is_last = static_cast<std::uint64_t>((offset > kEntriesALine - Lanes::kLanes) &
                                                    (offset + left <= kEntriesALine));
    const std::uint64_t back = offset % Lanes::kLanes & (0 - is_last);
    const std::uint32_t within = Lanes::within(low - back, query, budget) >> back;
    return within & ((1U << left) - 1);
  }

  static std::size_t list(const RawTable& table, std::uint32_t within, std::uint64_t first,
                          std::size_t probe, RawCandidate* candidates) {
    std::size_t found = 0;
    for (; within != 0; within &= within - 1) {
      const std::uint64_t entry = first + static_cast<unsigned>(__builtin_ctz(within));
      __builtin_prefetch(table.high + (entry * table.high_bits >> 3));
      candidates[found++] = {entry, probe};
    }
    return found;
  }

  // Filters probes of at most kLanes entries each, and stops at one that has more.
  static std::size_t filter_short(const RawTable* tables, const RawProbe* probes, std::size_t count,
                                  RawCursor* at, RawCandidate* candidates, std::size_t room) {
    std::size_t found = 0;
    std::size_t i = at->probe;
    for (; i < count && probes[i].count <= Lanes::kLanes && room - found >= Lanes::kLanes; ++i) {
      const RawProbe& probe = probes[i];
      const RawTable& table = tables[probe.table];
      const std::uint32_t within =
          within_rest(table.low + probe.begin, probe.count,
                      Lanes::spread(static_cast<std::uint32_t>(probe.suffix)), probe.budget);
      if (within != 0) [[unlikely]] {
        found += list(table, within, probe.begin, i, candidates + found);
      }
    }
    at->probe = i;
    return found;
  }

  // Filters one probe, from at->entry on.
  static std::size_t filter_long(const RawTable& table, const RawProbe& probe, RawCursor* at,
                                 RawCandidate* candidates, std::size_t room) {
    const auto query = Lanes::spread(static_cast<std::uint32_t>(probe.suffix));
    const unsigned budget = probe.budget;
    const std::uint64_t count = probe.count;
    const std::uint32_t* const low = table.low + probe.begin;
    std::size_t found = 0;
    std::uint64_t entry = at->entry;
    for (; entry < count && room - found >= Lanes::kLanes; entry += Lanes::kLanes) {
      const std::uint64_t left = count - entry;
      const std::uint32_t within = left < Lanes::kLanes
                                       ? within_rest(low + entry, left, query, budget)
                                       : Lanes::within(low + entry, query, budget);
      if (within != 0) [[unlikely]] {
        found += list(table, within, probe.begin + entry, at->probe, candidates + found);
      }
    }
    at->probe += entry < count ? 0 : 1;
    at->entry = entry < count ? entry : 0;
    return found;
  }

  static std::size_t filter(const RawTable* tables, const RawProbe* probes, std::size_t count,
                            RawCursor* at, RawCandidate* candidates, std::size_t room) {
    std::size_t found = 0;
    while (at->probe < count && room - found >= Lanes::kLanes) {
      const RawProbe& probe = probes[at->probe];
      found += probe.count <= Lanes::kLanes
                   ? filter_short(tables, probes, count, at, candidates + found, room - found)
                   : filter_long(tables[probe.table], probe, at, candidates + found, room - found);
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

  static std::size_t first_seen(const RawTable* tables, const std::uint64_t* queries,
                                RawSurvivor* survivors, std::size_t count) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      RawSurvivor survivor = survivors[i];
      const std::uint64_t differ = survivor.value ^ queries[survivor.query];
      bool is_seen = false;
      for (std::size_t table = 0; table < survivor.table; ++table) {
        is_seen |= Lanes::ones(differ & tables[table].mask) <= tables[table].radius;
      }
      survivor.distance = static_cast<std::uint16_t>(Lanes::ones(differ));
      survivors[kept] = survivor;
      kept += is_seen ? 0 : 1;
    }
    return kept;
  }

  static constexpr RawProbeKernels kernels() {
    return {split, join, fetch, locate, filter, confirm, first_seen};
  }
};

}  // namespace facsim
