// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/shingles.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

// Two passes of a radix sort by the highest bits after `kSkipped`, which all values share, the
// lower bits first. The hashes are uniform, so hardly two of them share all these bits, and
// insertion finishes the sort. `scratch` has the length of `values`.
template <unsigned kDigitBits, unsigned kSkipped = 0>
void sort_by_high_bits(std::span<std::uint64_t> values, std::span<std::uint64_t> scratch) {
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  constexpr unsigned kHigh = 64 - kSkipped - kDigitBits;
  constexpr unsigned kLow = kHigh - kDigitBits;
  std::array<std::uint32_t, kDigits> low{};
  std::array<std::uint32_t, kDigits> high{};
  for (const std::uint64_t value : values) {
    ++low[(value >> kLow) & (kDigits - 1)];
    ++high[(value >> kHigh) & (kDigits - 1)];
  }
  std::uint32_t low_begin = 0;
  std::uint32_t high_begin = 0;
  for (std::size_t digit = 0; digit < kDigits; ++digit) {
    low_begin += std::exchange(low[digit], low_begin);
    high_begin += std::exchange(high[digit], high_begin);
  }
  for (const std::uint64_t value : values) {
    scratch[low[(value >> kLow) & (kDigits - 1)]++] = value;
  }
  for (const std::uint64_t value : scratch)
    values[high[(value >> kHigh) & (kDigits - 1)]++] = value;
}

// Sorts values that are nearly sorted; others, which only an attacker produces, by std::sort.
void finish_by_insertion(std::span<std::uint64_t> values) {
  std::size_t moves_left = 4 * values.size();
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::uint64_t value = values[i];
    if (values[i - 1] <= value) continue;
    std::size_t at = i;
    for (; at > 0 && values[at - 1] > value; --at) values[at] = values[at - 1];
    values[at] = value;
    if (i - at > moves_left) return std::sort(values.begin(), values.end());
    moves_left -= i - at;
  }
}

// In very large arrays hundreds of values would share those bits: they are partitioned by their
// highest byte first.
void sort_in_parts(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch,
                   const Look& look) {
  constexpr unsigned kPartBits = 8;
  constexpr std::size_t kParts = std::size_t{1} << kPartBits;
  std::array<std::size_t, kParts + 1> ends{};
  for (const std::uint64_t value : values) ++ends[(value >> (64 - kPartBits)) + 1];
  for (std::size_t part = 0; part < kParts; ++part) ends[part + 1] += ends[part];
  const std::array<std::size_t, kParts + 1> begins = ends;
  if (look) look();
  for (const std::uint64_t value : values) scratch[ends[value >> (64 - kPartBits)]++] = value;
  values.swap(scratch);
  for (std::size_t part = 0; part < kParts; ++part) {
    if (look) look();
    const std::size_t size = begins[part + 1] - begins[part];
    const std::span some = std::span(values).subspan(begins[part], size);
    sort_by_high_bits<11, kPartBits>(some, std::span(scratch).first(size));
    finish_by_insertion(some);
  }
}

// Reduces to the distinct values, ascending.
void sort_distinct(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch,
                   const Look& look) {
  constexpr std::size_t kPartedMin = std::size_t{1} << 23;
  if (values.size() < 128) {
    std::sort(values.begin(), values.end());
  } else {
    scratch.resize(values.size());
    if (values.size() >= kPartedMin) {
      sort_in_parts(values, scratch, look);
    } else {
      values.size() < 4096 ? sort_by_high_bits<8>(values, scratch)
                           : sort_by_high_bits<11>(values, scratch);
      finish_by_insertion(values);
    }
  }
  // No branch on repeats: `kept` advances or not. The last value stays in a register, because
  // reading what was just written takes longer than everything else here.
  std::size_t kept = 0;
  std::uint64_t last = ~values.front();
  for (const std::uint64_t value : values) {
    values[kept] = value;
    kept += value != last ? 1 : 0;
    last = value;
  }
  values.resize(kept);
}

// Horner's rule, rolling: the unit that leaves is removed with its power of the base, one step
// late, so that a sum waits for only one multiplication.
void hash_shingles(std::span<const std::uint64_t> units, std::size_t size,
                   std::vector<std::uint64_t>& hashes) {
  std::uint64_t sum = 0;
  std::uint64_t leaving_power = 1;  // base^size
  for (std::size_t i = 0; i < size; ++i) {
    sum = sum * kShingleBase + units[i];
    leaving_power *= kShingleBase;
  }
  hashes.resize(units.size() - size + 1);
  hashes[0] = mix64(sum);
  for (std::size_t i = 1; i < hashes.size(); ++i) {
    sum = sum * kShingleBase + (units[i + size - 1] - units[i - 1] * leaving_power);
    hashes[i] = mix64(sum);
  }
}

}  // namespace

void shingle_set(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                 std::vector<std::uint64_t>& set, std::vector<std::uint64_t>& scratch,
                 const Look& look) {
  shingle_hashes(units, shingle_size, set);
  if (set.empty()) return;
  if (look) look();
  sort_distinct(set, scratch, look);
}

void shingle_hashes(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                    std::vector<std::uint64_t>& hashes) {
  assert(shingle_size > 0 && "a shingle has at least one unit");
  hashes.clear();
  if (units.empty()) return;
  hash_shingles(units, std::clamp<std::size_t>(shingle_size, 1, units.size()), hashes);
}

}  // namespace facsim
