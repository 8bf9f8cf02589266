// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join_masks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>

#include "facsim/index/design.h"
#include "facsim/index/low_bits_internal.h"

namespace facsim {
namespace {

constexpr int kKeyBits = 64;
constexpr int kErrorsMax = 4;  // that a single part tolerates
constexpr int kMaskBitsMax = 34;
constexpr int kDesignWidthMin = 10;

// Masks over the low bits of a part; the part's number of errors leaves at least one untouched.
struct PartMasks {
  int bits = 0;  // of the narrowest mask
  std::vector<std::uint64_t> masks;
};

PartMasks part_masks(std::vector<std::uint64_t> masks) {
  int bits = kKeyBits;
  for (const std::uint64_t mask : masks) bits = std::min(bits, std::popcount(mask));
  return {bits, std::move(masks)};
}

std::uint64_t block_of(int block, int blocks, int width) {
  return low_bits((block + 1) * width / blocks) & ~low_bits(block * width / blocks);
}

// Sets of blocks which, with all their cyclic shifts, contain every group of `errors` blocks once:
// projective planes of the orders 2, 3 and 4 (any two points lie on one line), and Steiner systems
// on 10 and 17 points (any three lie in one block).
struct CyclicSystem {
  int errors;
  int blocks;
  std::vector<std::vector<int>> sets;
};

const std::vector<CyclicSystem>& cyclic_systems() {
  static const std::vector<CyclicSystem> systems = {
      {2, 7, {{0, 1, 3}}},
      {2, 13, {{0, 1, 3, 9}}},
      {2, 21, {{0, 1, 4, 14, 16}}},
      {3, 10, {{0, 1, 2, 6}, {0, 1, 3, 4}, {0, 2, 4, 7}}},
      {3, 17, {{0, 1, 2, 6, 13}, {0, 1, 3, 9, 15}, {0, 1, 4, 7, 8}, {0, 2, 4, 9, 12}}},
  };
  return systems;
}

// The masks of the complements of all sets of the system.
PartMasks complements(const CyclicSystem& system, int width) {
  std::vector<std::uint64_t> masks;
  for (const std::vector<int>& set : system.sets) {
    for (int shift = 0; shift < system.blocks; ++shift) {
      std::uint64_t mask = low_bits(width);
      for (const int block : set)
        mask &= ~block_of((block + shift) % system.blocks, system.blocks, width);
      masks.push_back(mask);
    }
  }
  return part_masks(std::move(masks));
}

// The masks of all ways to leave out `errors` of the blocks.
PartMasks masks_leaving_out(int errors, int blocks, int width) {
  std::vector<std::uint64_t> masks;
  for (std::uint64_t chosen = 0; chosen >> blocks == 0; ++chosen) {
    if (std::popcount(chosen) != errors) continue;
    std::uint64_t mask = low_bits(width);
    for (int block = 0; block < blocks; ++block) {
      if ((chosen >> block & 1U) != 0) mask &= ~block_of(block, blocks, width);
    }
    masks.push_back(mask);
  }
  return part_masks(std::move(masks));
}

std::vector<PartMasks> masks_for_part(int errors, int width) {
  std::vector<PartMasks> all;
  if (errors == 0) return {part_masks({low_bits(width)})};
  for (int blocks = errors + 1; blocks <= std::min(9, width); ++blocks)
    all.push_back(masks_leaving_out(errors, blocks, width));
  for (const CyclicSystem& system : cyclic_systems()) {
    if (system.errors == errors && system.blocks <= width)
      all.push_back(complements(system, width));
  }
  if (width < kDesignWidthMin) return all;
  for (const Design& design : designs_for(errors, width)) {
    std::vector<std::uint64_t> masks;
    for (const TableMask& table : design.tables) {
      if (table.radius == 0) masks.push_back(table.mask);
    }
    if (masks.size() == design.tables.size()) all.push_back(part_masks(std::move(masks)));
  }
  return all;
}

// Indexed by errors and width.
using PartTable = std::array<std::array<std::vector<PartMasks>, kKeyBits + 1>, kErrorsMax + 1>;

const PartTable& part_table() {
  static const PartTable table = [] {
    PartTable all;
    for (int errors = 0; errors <= kErrorsMax; ++errors) {
      for (int width = 1; width <= kKeyBits; ++width) {
        all[static_cast<std::size_t>(errors)][static_cast<std::size_t>(width)] =
            masks_for_part(errors, width);
      }
    }
    return all;
  }();
  return table;
}

// Deals the bits to parts so that all masks have at least `bits` bits and are as few as possible.
class Dealer {
 public:
  explicit Dealer(int bits) {
    for (int errors = 0; errors <= kErrorsMax; ++errors) {
      // Only the narrowest part for each number of masks is useful.
      std::size_t fewest = std::numeric_limits<std::size_t>::max();
      for (int width = 1; width <= kKeyBits; ++width) {
        const PartMasks* best = nullptr;
        for (const PartMasks& masks :
             part_table()[static_cast<std::size_t>(errors)][static_cast<std::size_t>(width)]) {
          if (masks.bits >= bits && masks.masks.size() < fewest) {
            fewest = masks.masks.size();
            best = &masks;
          }
        }
        if (best != nullptr) parts_.push_back({errors, width, best});
      }
    }
  }

  // The masks over the low `width` bits; empty if there is no solution.
  std::vector<std::uint64_t> deal(int max_distance, int width) {
    // best[bearing][w]: the fewest masks of parts within w bits, whose errors and number of parts
    // sum up to `bearing`.
    std::array<std::array<Best, kKeyBits + 1>, kMaxMaskDistance + 2> best{};
    for (int bearing = 1; bearing <= max_distance + 1; ++bearing) {
      for (int w = 0; w <= width; ++w) {
        Best& here = best[static_cast<std::size_t>(bearing)][static_cast<std::size_t>(w)];
        here.masks = kNone;
        for (const Part& part : parts_) {
          if (part.errors + 1 > bearing || part.width > w) continue;
          const std::size_t masks =
              part.masks->masks.size() + best[static_cast<std::size_t>(bearing - part.errors - 1)]
                                             [static_cast<std::size_t>(w - part.width)]
                                                 .masks;
          if (masks < here.masks) here = {masks, &part};
        }
      }
    }
    std::vector<std::uint64_t> masks;
    int begin = 0;
    for (int bearing = max_distance + 1; bearing > 0;) {
      const Best& here =
          best[static_cast<std::size_t>(bearing)][static_cast<std::size_t>(width - begin)];
      if (here.masks >= kNone) return {};
      for (const std::uint64_t mask : here.part->masks->masks) masks.push_back(mask << begin);
      begin += here.part->width;
      bearing -= here.part->errors + 1;
    }
    return masks;
  }

 private:
  static constexpr std::size_t kNone = 1'000'000;
  struct Part {
    int errors;
    int width;
    const PartMasks* masks;
  };
  struct Best {
    std::size_t masks = 0;
    const Part* part = nullptr;
  };
  std::vector<Part> parts_;
};

// Moves the low bits of `mask` to where `varying` has its bits.
std::uint64_t spread(std::uint64_t mask, std::uint64_t varying) {
  std::uint64_t to = 0;
  for (; varying != 0; varying &= varying - 1, mask >>= 1) {
    if ((mask & 1U) != 0) to |= varying & (~varying + 1);
  }
  return to;
}

}  // namespace

JoinCosts join_costs(int max_distance) {
  JoinCosts costs;
  if (max_distance > 3) costs.pair = 0.16;
  if (max_distance > 8) costs.pair = 0.26;
  return costs;
}

const std::vector<JoinMasks::Choice>& JoinMasks::choices(int width) {
  assert(width >= 1 && width <= kKeyBits && max_distance_ >= 0 &&
         max_distance_ <= kMaxMaskDistance);
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = choices_.try_emplace(width);
  if (!is_new) return place->second;
  for (int bits = 1; bits <= std::min(width, kMaskBitsMax); ++bits) {
    std::vector<std::uint64_t> masks = Dealer(bits).deal(max_distance_, width);
    if (masks.empty()) break;
    // No more masks than before, but with more bits: the previous choice is useless.
    if (!place->second.empty() && place->second.back().masks.size() >= masks.size())
      place->second.pop_back();
    place->second.push_back({bits, std::move(masks)});
  }
  return place->second;
}

std::vector<std::uint64_t> JoinMasks::choose(std::uint64_t varying, std::uint64_t count,
                                             const JoinCosts& costs, bool must_part) {
  const auto keys = static_cast<double>(count);
  const Choice* best = nullptr;
  double least = keys * keys / 2 * costs.pair;
  if (varying == 0 || (least < 2 * keys * costs.pass && !must_part)) return {0};
  if (must_part) least = std::numeric_limits<double>::infinity();
  for (const Choice& choice : choices(std::popcount(varying))) {
    const double in_bucket = keys / static_cast<double>(std::uint64_t{1} << choice.bits);
    const double cost =
        static_cast<double>(choice.masks.size()) * keys * (costs.pass + in_bucket / 2 * costs.pair);
    if (cost >= least) continue;
    least = cost;
    best = &choice;
  }
  if (best == nullptr) return {0};
  std::vector<std::uint64_t> masks;
  for (const std::uint64_t mask : best->masks) masks.push_back(spread(mask, varying));
  return masks;
}

}  // namespace facsim
