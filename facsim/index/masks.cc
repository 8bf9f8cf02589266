// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/masks.h"

#include <algorithm>
#include <string>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr int kBits = 64;
constexpr std::uint64_t kMasksMax = 100'000;
constexpr std::uint64_t kBucketSize = 10;

void check_distance(int max_distance) {
  if (max_distance >= 0 && max_distance <= kMaxMaskDistance) return;
  throw Error{ErrorCode::invalid_argument, "max_distance " + std::to_string(max_distance) +
                                               " is outside 0.." +
                                               std::to_string(kMaxMaskDistance)};
}

// The number of choices of `taken` out of `from`, at most about `limit`.
std::uint64_t choices(int from, int taken, std::uint64_t limit) {
  std::uint64_t count = 1;
  for (int i = 1; i <= taken; ++i) {
    // Exact: the product of i consecutive binomial factors is divisible by i.
    count = count * static_cast<std::uint64_t>(from - taken + i) / static_cast<std::uint64_t>(i);
    if (count > limit) return limit + 1;
  }
  return count;
}

// Block b of m holds the bits [b * 64 / m, (b + 1) * 64 / m).
std::uint64_t block_bits(int block, int blocks) {
  const int begin = block * kBits / blocks;
  const int end = (block + 1) * kBits / blocks;
  const std::uint64_t ones =
      end - begin == kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << (end - begin)) - 1;
  return ones << begin;
}

// The width of the narrowest mask of `taken` blocks.
int narrowest(int taken, int blocks) {
  const int wide = kBits % blocks;  // the number of blocks with one more bit
  return taken * (kBits / blocks) + std::max(0, taken - (blocks - wide));
}

}  // namespace

std::vector<std::uint64_t> block_masks(int max_distance, int blocks) {
  check_distance(max_distance);
  if (blocks <= max_distance || blocks > kBits ||
      choices(blocks, max_distance, kMasksMax) > kMasksMax) {
    throw Error{ErrorCode::invalid_argument,
                std::to_string(blocks) + " blocks cannot cover max_distance " +
                    std::to_string(max_distance) + "; take more than max_distance, at most 64, " +
                    "and few enough for " + std::to_string(kMasksMax) + " masks"};
  }
  // `left_out` runs through all ascending choices of max_distance blocks.
  std::vector<int> left_out(static_cast<std::size_t>(max_distance));
  for (int i = 0; i < max_distance; ++i) left_out[static_cast<std::size_t>(i)] = i;
  std::vector<std::uint64_t> masks;
  for (;;) {
    std::uint64_t mask = ~std::uint64_t{0};
    for (const int block : left_out) mask &= ~block_bits(block, blocks);
    masks.push_back(mask);
    int place = max_distance - 1;
    while (place >= 0 && left_out[static_cast<std::size_t>(place)] == blocks - max_distance + place)
      --place;
    if (place < 0) break;
    int next = ++left_out[static_cast<std::size_t>(place)];
    for (int i = place + 1; i < max_distance; ++i) left_out[static_cast<std::size_t>(i)] = ++next;
  }
  std::reverse(masks.begin(), masks.end());
  return masks;
}

std::vector<std::uint64_t> covering_masks(int max_distance, std::uint64_t count,
                                          std::size_t tables_max) {
  check_distance(max_distance);
  if (tables_max <= static_cast<std::size_t>(max_distance)) {
    throw Error{ErrorCode::invalid_argument, "max_distance " + std::to_string(max_distance) +
                                                 " needs at least " +
                                                 std::to_string(max_distance + 1) + " tables"};
  }
  const std::uint64_t limit = std::min<std::uint64_t>(tables_max, kMasksMax);
  int blocks = max_distance + 1;
  const auto is_wide_enough = [&] {
    const int bits = narrowest(blocks - max_distance, blocks);
    return bits >= kBits || (count / kBucketSize) >> bits == 0;
  };
  while (!is_wide_enough() && blocks < kBits && choices(blocks + 1, max_distance, limit) <= limit)
    ++blocks;
  return block_masks(max_distance, blocks);
}

}  // namespace facsim
