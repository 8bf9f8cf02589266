// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which tables find everything within distance k?
//
// A table is sorted by the bits under a mask, and is asked for all entries that differ from the
// query in at most `radius` of these bits. A design is a set of such tables that misses nothing:
// whichever at most `max_distance` bits differ, some table sees at most its radius of them.
//
// Two ways to get there. Blocks with radii: disjoint masks whose radii sum up to k - m + 1 (the
// general pigeonhole of Qin et al., ICDE 2018). Overlapping masks: cut the bits into v blocks; the
// complements of the masks must be a covering design C(v, v - g, k), so far fewer masks are needed
// than all choices of blocks (Manku, Jain, Das Sarma, WWW 2007, section 3, takes them all): k = 3
// with 5 tables of 18 bits instead of 10 of 25, 6 of 21, 8 of 24, 11 of 29, 14 of 32.
//
// A mask may be narrowed to fewer of its bits, radius kept: what agreed on more bits agrees on
// fewer. Pure functions, callable from anywhere.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/index/masks.h"

namespace facsim {

inline constexpr std::size_t kDesignNameBytesMax = 47;

// Keys wider than this would make a table's directory larger than any memory.
inline constexpr int kKeyBitsMax = 40;

struct TableMask {
  std::uint64_t mask = 0;
  int radius = 0;
  friend bool operator==(const TableMask&, const TableMask&) = default;
};

struct Design {
  std::string
      name;  // "cover-6", "blocks-1-1", "paper-10": a-z, 0-9 and '-', at most kDesignNameBytesMax
  int max_distance = 0;
  std::vector<TableMask> tables;
  int width = 64;  // fingerprints differ in the low `width` bits only
  friend bool operator==(const Design&, const Design&) = default;
};

// Whether every set of at most `max_distance` of the low width bits leaves some table with at most
// its radius of them: the proof of the design. Cost: the ways to deal max_distance errors to
// the pieces that the masks cut the bits into, milliseconds for every design compiled in; a design
// whose proof would take 2^24 steps counts as one that misses something.
[[nodiscard]] bool misses_nothing(const Design& design);

// Every design that is compiled in for that distance (0..12), over the low `width` bits (10..64):
// covering masks and blocks with radii, fewest tables first. Throws Error{invalid_argument}.
[[nodiscard]] std::vector<Design> designs_for(int max_distance, int width = 64);

// One of designs_for(), or a named one: "paper-4", "paper-10", "paper-16", "paper-20", "course-10"
// (all for distance 3, 64 bits). Throws Error{invalid_argument} with the names there are.
[[nodiscard]] Design design_named(std::string_view name, int max_distance);

// The same with each mask cut to at most `bits` of its bits, the highest kept.
[[nodiscard]] Design narrowed(Design design, int bits);

// The same with masks that leave some three to six of `count` fingerprints a bucket, or five to ten
// where flips multiply the buckets that are looked at; fuller ones where the masks are too narrow.
[[nodiscard]] Design fitted(Design design, std::uint64_t count);

}  // namespace facsim
