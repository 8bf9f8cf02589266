// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds a longest chain of shingles that two stretches of text share. Only for agreement.cc.
//
// The positions of the chain ascend strictly in both stretches (Hunt, Szymanski, CACM 1977).
// Shingles that occur more than `occurrences_max` times in a stretch are left out. Shingles are
// distinguished by some 47 bits of their hashes: callers that need certainty compare the units. One
// of several longest chains is found, always the same one for the same stretches in the same order.
//
// Cost: one look-up a shingle in a table of the shorter stretch, then O(log n) for each pair of
// equal shingles; no allocation once warm. Holds 30 bytes a unit, and in the worst case (every
// shingle repeated) 12 * occurrences_max more. Use one for each thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

// Shingles with equal hashes.
struct ShinglePair {
  std::uint32_t first = 0;  // position in each stretch
  std::uint32_t second = 0;
};

class ShingleChain {
 public:
  using Units = std::span<const std::uint64_t>;

  // Returns ascending pairs, valid until the next call. The stretches have less than 2^31 units
  // each, shingle_size is at least 1, occurrences_max at most 65,534.
  [[nodiscard]] std::span<const ShinglePair> find(Units first, Units second,
                                                  std::size_t shingle_size,
                                                  std::uint32_t occurrences_max);

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // The last position of a shingle in the shorter stretch.
  struct Slot {
    std::uint32_t tag = 0;       // half of the hash
    std::uint32_t last = kNone;  // kNone: the slot is free
  };
  struct Position {
    std::uint32_t before = kNone;     // the same shingle's previous position
    std::uint16_t longer_count = 0;   // occurrences in the longer one; set at its last position
    std::uint16_t shorter_count = 0;  // occurrences in the shorter one up to here; 65,535: or more
  };
  struct Link {
    std::uint32_t longer = 0;  // position in each stretch
    std::uint32_t shorter = 0;
    std::uint32_t before = kNone;  // the link before it in the chain
  };

  void index(Units shorter, std::size_t shingle_size, std::uint64_t salt);
  void look_up(Units longer, std::size_t shingle_size);
  void link(std::uint32_t occurrences_max);
  void add_link(std::uint32_t longer, std::uint32_t shorter);
  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const;

  std::vector<Slot> slots_;  // the size is a power of two, at least 2
  std::uint64_t salt_ = 0;
  int shift_ = 0;
  std::vector<Position> positions_;  // of the shorter stretch
  struct Found {
    std::uint32_t longer = 0;  // position
    std::uint32_t last = 0;    // last position in the shorter one
  };
  std::vector<Found> found_;  // shingles of the longer one that occur in the shorter
  std::vector<Link> links_;
  std::vector<std::uint32_t> ends_;        // the link that ends the best chain of each length
  std::vector<std::uint32_t> end_places_;  // its position in the shorter stretch; ascending
  std::size_t last_length_ = 0;            // length of the chain that the last link extended
  std::vector<ShinglePair> chain_;
};

}  // namespace facsim
