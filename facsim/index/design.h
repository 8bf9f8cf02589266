// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which tables find everything within distance k?
//
// A table is sorted by the bits under a mask; a look-up in it finds all entries that differ from
// the query in at most `radius` of these bits. A design is a set of such tables that misses
// nothing: whichever bits differ, if they are at most `max_distance`, some table sees at most its
// radius of them.
//
// There are two kinds of designs. Blocks with radii: disjoint masks whose radii sum up to k - m + 1
// (the general pigeonhole of Qin et al., ICDE 2018). Overlapping masks: cut the bits into v blocks;
// the complements of the masks must be a covering design C(v, v - g, k), so far fewer masks are
// needed than all choices of blocks (Manku, Jain, Das Sarma, WWW 2007, section 3, takes them all):
// k = 3 with 5 tables of 18 bits instead of 10 of 25, 6 of 21, 8 of 24, 11 of 29, 14 of 32.
//
// A mask may be narrowed to fewer of its bits with the same radius: entries that agree on more bits
// agree on fewer. Pure functions, callable from anywhere.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/index/masks.h"

namespace facsim {

inline constexpr std::size_t kDesignNameBytesMax = 47;

// With wider keys a table's directory would be larger than any memory.
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

// True if for every set of at most `max_distance` of the low `width` bits some table sees at most
// its radius of them: this proves the design. Cost: the number of ways to distribute max_distance
// errors over the pieces that the masks cut the bits into, milliseconds for every built-in design.
// False if the proof would take 2^24 steps.
[[nodiscard]] bool misses_nothing(const Design& design);

// Every built-in design for that distance (0..12) over the low `width` bits (10..64): covering
// masks and blocks with radii, fewest tables first. Throws Error{invalid_argument} outside these
// ranges.
[[nodiscard]] std::vector<Design> designs_for(int max_distance, int width = 64);

// One of designs_for(), or a named one: "paper-4", "paper-10", "paper-16", "paper-20", "course-10"
// (all for distance 3, 64 bits). Throws Error{invalid_argument}, which lists the known names.
[[nodiscard]] Design design_named(std::string_view name, int max_distance);

// The same design with each mask cut to at most `bits` of its bits; the highest bits remain.
[[nodiscard]] Design narrowed(Design design, int bits);

// The same design with masks that put some three to six of `count` fingerprints in a bucket, or
// five to ten if flips multiply the buckets to read; more if the masks are too narrow for that.
[[nodiscard]] Design fitted(Design design, std::uint64_t count);

}  // namespace facsim
