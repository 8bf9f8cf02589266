// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/huffman_internal.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace facsim {
namespace {

// One or more steps, and the sum of their counts.
struct Package {
  std::uint64_t count = 0;
  CodeLengths members{};  // how often each step is in it
};

Package joined(const Package& left, const Package& right) {
  Package both{left.count + right.count, left.members};
  for (std::size_t step = 0; step < kSteps; ++step) {
    both.members[step] = static_cast<std::uint8_t>(both.members[step] + right.members[step]);
  }
  return both;
}

bool is_rarer(const Package& left, const Package& right) { return left.count < right.count; }

// The rarest step first. Equal counts are ordered by step: otherwise the same counts could give
// other lengths on another machine.
std::vector<Package> single_steps(const StepCounts& counts) {
  std::vector<std::size_t> steps;
  for (std::size_t step = 0; step < kSteps; ++step) {
    if (counts[step] > 0) steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end(), [&counts](std::size_t left, std::size_t right) {
    return counts[left] != counts[right] ? counts[left] < counts[right] : left < right;
  });
  std::vector<Package> singles;
  for (const std::size_t step : steps) {
    singles.push_back({counts[step], {}});
    singles.back().members[step] = 1;
  }
  return singles;
}

std::array<std::uint16_t, kCodeBitsMax + 2> first_codes(const CodeLengths& lengths) noexcept {
  std::array<std::uint16_t, kCodeBitsMax + 2> number{};
  for (const std::uint8_t length : lengths) {
    if (length > 0) ++number[length];
  }
  std::array<std::uint16_t, kCodeBitsMax + 2> first{};
  for (std::size_t length = 1; length <= kCodeBitsMax; ++length) {
    first[length + 1] = static_cast<std::uint16_t>((first[length] + number[length]) << 1U);
  }
  return first;
}

}  // namespace

CodeLengths code_lengths(const StepCounts& counts) {
  const std::vector<Package> singles = single_steps(counts);
  CodeLengths lengths{};
  if (singles.size() < 2) {
    if (!singles.empty()) lengths = singles.front().members;
    return lengths;
  }
  // Each round joins neighbouring packages to pairs and merges the pairs with the single steps. The
  // length of a step's code is how many of the last round's 2n - 2 cheapest packages contain it.
  std::vector<Package> packages = singles;
  for (unsigned round = 1; round < kCodeBitsMax; ++round) {
    std::vector<Package> pairs;
    for (std::size_t i = 0; i + 1 < packages.size(); i += 2) {
      pairs.push_back(joined(packages[i], packages[i + 1]));
    }
    packages.clear();
    std::merge(singles.begin(), singles.end(), pairs.begin(), pairs.end(),
               std::back_inserter(packages), is_rarer);
  }
  for (std::size_t i = 0; i < 2 * singles.size() - 2; ++i) {
    for (std::size_t step = 0; step < kSteps; ++step) {
      lengths[step] = static_cast<std::uint8_t>(lengths[step] + packages[i].members[step]);
    }
  }
  return lengths;
}

bool is_code(const CodeLengths& lengths) noexcept {
  std::size_t used = 0;
  std::uint64_t filled = 0;
  for (const std::uint8_t length : lengths) {
    if (length > kCodeBitsMax) return false;
    if (length == 0) continue;
    ++used;
    filled += std::uint64_t{1} << (kCodeBitsMax - length);
  }
  if (used < 2) return used == 0 || filled == std::uint64_t{1} << (kCodeBitsMax - 1);
  return filled == std::uint64_t{1} << kCodeBitsMax;
}

std::array<std::uint16_t, kSteps> codes_of(const CodeLengths& lengths) noexcept {
  auto next = first_codes(lengths);
  std::array<std::uint16_t, kSteps> codes{};
  for (std::size_t step = 0; step < kSteps; ++step) {
    const unsigned length = lengths[step];
    if (length == 0) continue;
    const unsigned code = next[length]++;
    unsigned turned = 0;
    for (unsigned bit = 0; bit < length; ++bit) turned |= (code >> bit & 1U) << (length - 1 - bit);
    codes[step] = static_cast<std::uint16_t>(turned);
  }
  return codes;
}

void fill_table(const CodeLengths& lengths, StepTable& table) noexcept {
  table.fill({});
  const auto codes = codes_of(lengths);
  for (unsigned step = 0; step < kSteps; ++step) {
    const unsigned length = lengths[step];
    if (length == 0) continue;
    const CodedStep coded{static_cast<std::uint8_t>(length),
                          static_cast<std::uint8_t>(bits_below(step)),
                          static_cast<std::uint8_t>(length + bits_below(step)),
                          static_cast<std::uint8_t>(step == kStepEqual ? 0 : 1)};
    for (std::size_t i = codes[step]; i < table.size(); i += std::size_t{1} << length) {
      table[i] = coded;
    }
  }
}

}  // namespace facsim
