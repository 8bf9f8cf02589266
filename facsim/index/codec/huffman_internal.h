// SPDX-License-Identifier: Apache-2.0
#pragma once
// A canonical Huffman code for how far a key lies from its predecessor.
//
// The step of a key is the position, 0..63, of the highest bit in which it differs from the key
// before, or kStepEqual. A code is told by its lengths alone: codes of one length are consecutive
// numbers in the order of their steps, and follow those of the shorter lengths (Schwartz, Kallick,
// CACM 1964). Lengths end at 12 bits, so that one table of 4,096 entries decodes any of them; with
// 65 steps that costs under .03 bit a key. The best lengths under that limit come from packages
// (Larmore, Hirschberg, JACM 1990).

#include <array>
#include <cstddef>
#include <cstdint>

namespace facsim {

inline constexpr std::size_t kSteps = 65;
inline constexpr unsigned kStepEqual = 64;
inline constexpr unsigned kCodeBitsMax = 12;

// 0 for a step that does not occur.
using CodeLengths = std::array<std::uint8_t, kSteps>;
using StepCounts = std::array<std::uint64_t, kSteps>;

// The number of bits that follow the code: all below the position.
[[nodiscard]] constexpr unsigned bits_below(unsigned step) noexcept {
  return step == kStepEqual ? 0 : step;
}

// The lengths with which steps that occur so often, at most 2^56 times in all, take the fewest
// bits. A step that is alone takes one bit.
[[nodiscard]] CodeLengths code_lengths(const StepCounts& counts);

// Whether a code of these lengths leaves no bits without a meaning; a step may be alone, and there
// may be none.
[[nodiscard]] bool is_code(const CodeLengths& lengths) noexcept;

// The code of each step. Bit 0 is the one that is written first.
[[nodiscard]] std::array<std::uint16_t, kSteps> codes_of(const CodeLengths& lengths) noexcept;

// What the next 12 bits say.
struct CodedStep {
  std::uint8_t length = 1;  // of the code
  std::uint8_t below = 0;   // bits that follow it
  std::uint8_t total = 1;   // the sum of both
  std::uint8_t flip = 0;    // 1, or 0 for a key that is equal
};

// Bits without a meaning say "equal".
using StepTable = std::array<CodedStep, std::size_t{1} << kCodeBitsMax>;

// `lengths` are a code.
void fill_table(const CodeLengths& lengths, StepTable& table) noexcept;

}  // namespace facsim
