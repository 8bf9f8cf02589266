// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/design.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <numeric>

#include "facsim/base/error.h"
#include "facsim/index/design_families_internal.h"
#include "facsim/index/low_bits_internal.h"

namespace facsim {
namespace {

constexpr int kWidthMin = 10;
constexpr int kWidthMax = 64;

void check_distance_and_width(int max_distance, int width) {
  if (max_distance < 0 || max_distance > kMaxMaskDistance) {
    throw Error{ErrorCode::invalid_argument, "max_distance " + std::to_string(max_distance) +
                                                 " is outside 0.." +
                                                 std::to_string(kMaxMaskDistance)};
  }
  if (width < kWidthMin || width > kWidthMax) {
    throw Error{ErrorCode::invalid_argument,
                "width " + std::to_string(width) + " is outside 10..64 bits"};
  }
}

// The masks of blocks with the given widths from the lowest bit on.
std::vector<std::uint64_t> blocks_of(const std::vector<int>& widths) {
  std::vector<std::uint64_t> blocks;
  int begin = 0;
  for (const int width : widths) {
    blocks.push_back(low_bits(begin + width) & ~low_bits(begin));
    begin += width;
  }
  return blocks;
}

std::vector<std::uint64_t> equal_blocks(int count, int width) {
  std::vector<int> widths;
  for (int block = 0; block < count; ++block) {
    widths.push_back((block + 1) * width / count - block * width / count);
  }
  return blocks_of(widths);
}

std::uint64_t united(const std::vector<std::uint64_t>& blocks, std::uint64_t chosen) {
  std::uint64_t mask = 0;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    if ((chosen >> block & 1U) != 0) mask |= blocks[block];
  }
  return mask;
}

// The masks of all choices of `taken` blocks.
std::vector<TableMask> masks_of_choices(const std::vector<std::uint64_t>& blocks, int taken) {
  std::vector<TableMask> tables;
  for (std::uint64_t chosen = 0; chosen >> blocks.size() == 0; ++chosen) {
    if (std::popcount(chosen) == taken) tables.push_back({united(blocks, chosen), 0});
  }
  return tables;
}

int narrowest_mask_bits(const std::vector<TableMask>& tables) {
  int bits = kWidthMax;
  for (const TableMask& table : tables) bits = std::min(bits, std::popcount(table.mask));
  return bits;
}

Design from_family(const MaskFamily& family, int max_distance, int width) {
  const std::vector<std::uint64_t> blocks = equal_blocks(family.blocks, width);
  Design design;
  design.max_distance = max_distance;
  design.width = width;
  for (const char* at = family.masks.data(); at < family.masks.data() + family.masks.size();) {
    std::uint64_t chosen = 0;
    at = std::from_chars(at, family.masks.data() + family.masks.size(), chosen, 16).ptr + 1;
    design.tables.push_back({united(blocks, chosen), family.radius});
  }
  design.name = "cover-" + std::to_string(design.tables.size()) + "x" +
                std::to_string(narrowest_mask_bits(design.tables));
  if (family.radius > 0) design.name += "-r" + std::to_string(family.radius);
  return design;
}

// `count` disjoint blocks whose radii sum up to max_distance - count + 1, as even as possible.
Design blocks_with_radii(int max_distance, int count, int width) {
  Design design;
  design.max_distance = max_distance;
  design.width = width;
  design.name = "blocks";
  const std::vector<std::uint64_t> blocks = equal_blocks(count, width);
  const int sum = max_distance - count + 1;
  for (int block = 0; block < count; ++block) {
    const int radius = sum / count + (block < sum % count ? 1 : 0);
    design.tables.push_back({blocks[static_cast<std::size_t>(block)], radius});
    design.name += "-" + std::to_string(radius);
  }
  return design;
}

// All choices of `taken` of `count` blocks: any count - taken errors leave one choice untouched.
Design choose(int count, int taken, int width) {
  Design design;
  design.max_distance = count - taken;
  design.width = width;
  design.tables = masks_of_choices(equal_blocks(count, width), taken);
  design.name = "choose-" + std::to_string(count) + "-" + std::to_string(taken);
  return design;
}

// Masks of one of four blocks of 16 bits and one of four blocks of the remaining 48 bits.
std::vector<TableMask> nested_blocks() {
  std::vector<TableMask> tables;
  const std::vector<std::uint64_t> outer = equal_blocks(4, 64);
  for (const std::uint64_t first : outer) {
    std::uint64_t rest = ~first;
    for (int inner = 0; inner < 4; ++inner) {
      std::uint64_t mask = first;
      for (int bit = 0; bit < 12; ++bit) {
        mask |= rest & (~rest + 1);
        rest &= rest - 1;
      }
      tables.push_back({mask, 0});
    }
  }
  return tables;
}

const std::map<std::string, std::vector<TableMask>, std::less<>>& named_tables() {
  static const std::map<std::string, std::vector<TableMask>, std::less<>> tables = {
      {"paper-4", masks_of_choices(equal_blocks(4, 64), 1)},
      {"paper-10", masks_of_choices(equal_blocks(5, 64), 2)},
      {"paper-16", nested_blocks()},
      {"paper-20", masks_of_choices(blocks_of({11, 11, 11, 11, 10, 10}), 3)},
      {"course-10", masks_of_choices(blocks_of({12, 12, 12, 12, 16}), 2)},
  };
  return tables;
}

// Proves a design by distributing errors over the pieces that its masks cut the bits into.
class Prover {
 public:
  explicit Prover(const Design& design) : design_(design) {
    // Bits that the same masks contain are one piece: only its number of errors matters.
    std::map<std::vector<bool>, int> sizes;
    for (int bit = 0; bit < design.width; ++bit) {
      std::vector<bool> holders;
      for (const TableMask& table : design.tables) holders.push_back((table.mask >> bit & 1U) != 0);
      ++sizes[holders];
    }
    for (const auto& [holders, size] : sizes) {
      pieces_.push_back({size, {}, {}});
      for (std::size_t table = 0; table < holders.size(); ++table) {
        if (holders[table]) pieces_.back().tables.push_back(table);
      }
    }
    // A table is decided by its last piece.
    std::vector<bool> settled(design.tables.size());
    for (std::size_t piece = pieces_.size(); piece-- > 0;) {
      for (const std::size_t table : pieces_[piece].tables) {
        if (!settled[table]) pieces_[piece].settles.push_back(table);
        settled[table] = true;
      }
    }
    errors_.assign(design.tables.size(), 0);
  }

  // True if, for every distribution of at most `errors` errors over the pieces from `piece` on,
  // some table sees at most its radius of them.
  bool holds(std::size_t piece, int errors) {
    if (piece == pieces_.size() || steps_left_ == 0) return false;
    --steps_left_;
    // A table that accepts many errors here also accepts fewer.
    for (int here = std::min(errors, pieces_[piece].bits); here >= 0; --here) {
      for (const std::size_t table : pieces_[piece].tables) errors_[table] += here;
      const bool held = is_settled(piece) || holds(piece + 1, errors - here);
      for (const std::size_t table : pieces_[piece].tables) errors_[table] -= here;
      if (!held) return false;
    }
    return true;
  }

 private:
  struct Piece {
    int bits = 0;
    std::vector<std::size_t> tables;
    std::vector<std::size_t> settles;
  };

  [[nodiscard]] bool is_settled(std::size_t piece) const {
    return std::any_of(
        pieces_[piece].settles.begin(), pieces_[piece].settles.end(),
        [this](std::size_t table) { return errors_[table] <= design_.tables[table].radius; });
  }

  const Design& design_;
  std::vector<Piece> pieces_;
  std::vector<int> errors_;
  std::uint64_t steps_left_ = std::uint64_t{1} << 24;
};

}  // namespace

bool misses_nothing(const Design& design) {
  check_distance_and_width(design.max_distance, design.width);
  return Prover(design).holds(0, design.max_distance);
}

std::vector<Design> designs_for(int max_distance, int width) {
  check_distance_and_width(max_distance, width);
  std::vector<Design> designs;
  for (int count = 1; count <= max_distance + 1; ++count) {
    designs.push_back(blocks_with_radii(max_distance, count, width));
  }
  // All choices of blocks, if they are few: for one and two errors hardly more than needed.
  if (max_distance == 1) designs.push_back(choose(3, 2, width));
  if (max_distance == 2) designs.push_back(choose(4, 2, width));
  // Families exist for some distances; for the others the family of the next higher one is used.
  int served = kMaxMaskDistance + 1;
  for (const MaskFamily& family : mask_families()) {
    if (family.max_distance >= max_distance && max_distance > 0) {
      served = std::min(served, family.max_distance);
    }
  }
  for (const MaskFamily& family : mask_families()) {
    if (family.max_distance != served || family.blocks > width) continue;
    Design design = from_family(family, max_distance, width);
    const auto same = [&](const Design& other) { return other.name == design.name; };
    if (std::none_of(designs.begin(), designs.end(), same)) designs.push_back(std::move(design));
  }
  std::sort(designs.begin(), designs.end(), [](const Design& a, const Design& b) {
    return a.tables.size() != b.tables.size() ? a.tables.size() < b.tables.size() : a.name < b.name;
  });
  return designs;
}

Design design_named(std::string_view name, int max_distance) {
  std::string known;
  for (Design& design : designs_for(max_distance)) {
    if (design.name == name) return std::move(design);
    known += (known.empty() ? "" : ", ") + design.name;
  }
  if (max_distance <= 3) {
    for (const auto& [paper, tables] : named_tables()) {
      if (paper == name) return {paper, max_distance, tables, kWidthMax};
      known += ", " + paper;
    }
  }
  throw Error{ErrorCode::invalid_argument,
              "no design '" + std::string(name) + "' for max_distance " +
                  std::to_string(max_distance) + "; there are " + known};
}

namespace {

std::uint64_t highest_bits(std::uint64_t mask, int bits) {
  while (std::popcount(mask) > bits) mask &= mask - 1;
  return mask;
}

}  // namespace

Design narrowed(Design design, int bits) {
  for (TableMask& table : design.tables) table.mask = highest_bits(table.mask, bits);
  return design;
}

Design fitted(Design design, std::uint64_t count) {
  constexpr std::uint64_t kBucket = 3;
  constexpr std::uint64_t kBucketWithFlips = 5;
  for (TableMask& table : design.tables) {
    const std::uint64_t buckets = count / (table.radius == 0 ? kBucket : kBucketWithFlips);
    const int bits = std::clamp(static_cast<int>(std::bit_width(buckets)) - 1, 1, kKeyBitsMax);
    table.mask = highest_bits(table.mask, bits);
  }
  return design;
}

}  // namespace facsim
