// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where do the shingles of one page stand in another? For agreement.cc only.
//
// Cost: one look-up a shingle in a table that is dropped once both pages are read; 12 bytes a unit
// are kept. Shingles are told apart by some 47 bits of their hashes: who needs certainty compares
// the units.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {

inline constexpr std::uint32_t kNone = 0xffffffffU;

// Of the polynomial that hashes a shingle, and of the hash's place in a table.
inline constexpr std::uint64_t kPolynomialBase = 0x9e3779b97f4a7c15U;

inline std::size_t shingle_count(std::span<const std::uint64_t> units, std::size_t shingle_size) {
  return units.size() < shingle_size ? 0 : units.size() - shingle_size + 1;
}

// Calls visit(position, hash) for every shingle. The hash is a polynomial in the units, which are
// hashes already; it rolls.
template <class Visit>
void each_shingle(std::span<const std::uint64_t> units, std::size_t shingle_size,
                  const Visit& visit) {
  const std::size_t count = shingle_count(units, shingle_size);
  if (count == 0) return;
  std::uint64_t power = 1;  // of the unit that leaves
  std::uint64_t hash = 0;
  for (const std::uint64_t unit : units.first(shingle_size)) {
    hash = hash * kPolynomialBase + unit;
    power *= kPolynomialBase;
  }
  visit(std::uint32_t{0}, hash);
  for (std::uint32_t i = 1; i < count; ++i) {
    hash = hash * kPolynomialBase + units[i + shingle_size - 1] - units[i - 1] * power;
    visit(i, hash);
  }
}

// The last position of every shingle, by hash.
class LastPositions {
 public:
  // The place of a hash depends on the salt, and the salt on all units, so nobody can write a page
  // that fills one corner of the table.
  LastPositions(std::size_t shingles, std::uint64_t salt)
      : slots_(std::bit_ceil(2 * shingles + 2)),
        salt_(salt),
        shift_(64 - std::countr_zero(slots_.size())) {}

  // Of this hash, or kNone to be filled in.
  [[nodiscard]] std::uint32_t& operator[](std::uint64_t hash) {
    const auto tag = static_cast<std::uint32_t>(hash);
    std::size_t place = (hash ^ salt_) * kPolynomialBase >> shift_;
    while (slots_[place].last != kNone && slots_[place].tag != tag) {
      place = (place + 1) & (slots_.size() - 1);
    }
    slots_[place].tag = tag;
    return slots_[place].last;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;       // half of the hash: who needs certainty compares units
    std::uint32_t last = kNone;  // kNone: the slot is free
  };
  std::vector<Slot> slots_;  // a power of two, 2 at least
  std::uint64_t salt_;
  int shift_;
};

// Where each shingle of the second page stands in it, and how often each occurs in both pages.
class Occurrences {
 public:
  Occurrences(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second,
              std::size_t shingle_size)
      : in_second_(shingle_count(second, shingle_size)),
        in_first_(shingle_count(first, shingle_size), kNone) {
    std::uint64_t salt = 0;
    for (const std::uint64_t unit : first) salt += unit;
    salt = mix64(salt);
    for (const std::uint64_t unit : second) salt += unit;
    LastPositions last_positions(in_second_.size(), mix64(salt));
    each_shingle(second, shingle_size, [&](std::uint32_t i, std::uint64_t hash) {
      const std::uint32_t before = std::exchange(last_positions[hash], i);
      in_second_[i].before = before;
      in_second_[i].second_count = before == kNone ? 1 : more(in_second_[before].second_count);
    });
    each_shingle(first, shingle_size, [&](std::uint32_t i, std::uint64_t hash) {
      const std::uint32_t last = last_positions[hash];
      if (last == kNone) return;
      in_first_[i] = last;
      in_second_[last].first_count = more(in_second_[last].first_count);
    });
  }

  // Shingles of the first page.
  [[nodiscard]] std::uint32_t positions() const {
    return static_cast<std::uint32_t>(in_first_.size());
  }

  // Calls visit(j) for the positions in the second page of the shingle at `position` in the first,
  // descending; for none if it occurs more than `occurrences_max` times in either.
  template <class Visit>
  void each_in_second(std::size_t position, std::uint32_t occurrences_max,
                      const Visit& visit) const {
    const std::uint32_t last = in_first_[position];
    if (last == kNone) return;
    if (std::max(in_second_[last].first_count, in_second_[last].second_count) > occurrences_max) {
      return;
    }
    for (std::uint32_t j = last; j != kNone; j = in_second_[j].before) visit(j);
  }

 private:
  struct Position {
    std::uint32_t before = kNone;    // the same shingle's previous position
    std::uint16_t first_count = 0;   // how often it stands in the first page; at its last position
    std::uint16_t second_count = 0;  // and in the second, up to here; 65,535: or more
  };
  static std::uint16_t more(std::uint16_t count) {
    return static_cast<std::uint16_t>(std::min(count + 1, 0xffff));
  }

  std::vector<Position> in_second_;
  std::vector<std::uint32_t> in_first_;  // last position in the second page of each shingle
};

}  // namespace facsim
