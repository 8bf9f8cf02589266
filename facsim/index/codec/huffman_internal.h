// SPDX-License-Identifier: Apache-2.0
#pragma once
// A canonical Huffman code for the distance of a key from its predecessor.
//
// The step of a key is the position, 0..63, of the highest bit in which it differs from the key
// before, or kStepEqual. The code lengths define the code: codes of one length are consecutive
// numbers in the order of their steps, and follow those of the shorter lengths (Schwartz, Kallick,
// CACM 1964). Lengths are at most 12 bits, so that one table of 4,096 entries decodes every code;
// with 65 steps that costs under .03 bit a key. The best lengths under that limit are found by
// package-merge (Larmore, Hirschberg, JACM 1990).

#include <array>
#include <cstddef>
#include <cstdint>

namespace facsim {

inline constexpr std::size_t kSteps = 65;
inline constexpr unsigned kStepEqual = 64;
inline constexpr unsigned kCodeBitsMax = 12;

// 0 for a step that never occurs.
using CodeLengths = std::array<std::uint8_t, kSteps>;
using StepCounts = std::array<std::uint64_t, kSteps>;

// The number of bits that follow the code: all bits below the position.
[[nodiscard]] constexpr unsigned bits_below(unsigned step) noexcept {
  return step == kStepEqual ? 0 : step;
}

// The code lengths that take the fewest bits for steps with these counts (their sum is at most
// 2^56). If only one step occurs, its code has one bit.
[[nodiscard]] CodeLengths code_lengths(const StepCounts& counts);

// True if every sequence of bits decodes under a code of these lengths. Also true for a single step
// of length 1, and for no steps at all.
[[nodiscard]] bool is_code(const CodeLengths& lengths) noexcept;

// The code of each step. Bit 0 is the one that is written first.
[[nodiscard]] std::array<std::uint16_t, kSteps> codes_of(const CodeLengths& lengths) noexcept;

// How the next 12 bits decode.
struct CodedStep {
  std::uint8_t length = 1;  // of the code
  std::uint8_t below = 0;   // bits that follow it
  std::uint8_t total = 1;   // the sum of both
  std::uint8_t flip = 0;    // 1, or 0 for a key that is equal
};

// Bits that belong to no code decode as "equal".
using StepTable = std::array<CodedStep, std::size_t{1} << kCodeBitsMax>;

// `lengths` must satisfy is_code().
void fill_table(const CodeLengths& lengths, StepTable& table) noexcept;

}  // namespace facsim
