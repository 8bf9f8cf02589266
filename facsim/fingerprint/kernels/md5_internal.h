// SPDX-License-Identifier: Apache-2.0
#pragma once
// MD5 (RFC 1321) of one short message in each of many lanes.
//
// `Lanes` defines how a kernel computes with one word of every message at once: a type Words and
// the functions constant, add, rotate and the four of section 3.4. It must be a type without
// external linkage, so that the instantiated functions stay in the kernel's own object file.

#include <cstddef>
#include <cstdint>
#include <utility>

namespace facsim {

// The padded block of a message of at most 16 bytes. Of its sixteen words only these are nonzero:
// the bytes and the bit after them, and the length in bits.
template <class Lanes>
struct Md5Block {
  typename Lanes::Words words[5];
  typename Lanes::Words length;
};

template <class Lanes>
struct Md5State {
  typename Lanes::Words a, b, c, d;
};

// Section 3.4: the integer part of 2^32 |sin i|, i = 1..64.
inline constexpr std::uint32_t kMd5Sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

inline constexpr int kMd5Rotations[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// Returns the index of the block's word that a step adds.
consteval std::size_t md5_word_of(std::size_t step) {
  constexpr std::size_t kFactors[4] = {1, 5, 3, 7};
  constexpr std::size_t kOffsets[4] = {0, 1, 5, 0};
  return (kFactors[step / 16] * step + kOffsets[step / 16]) % 16;
}

template <std::size_t kStep, class Lanes>
[[gnu::always_inline]] inline void md5_step(const Md5Block<Lanes>& block, Md5State<Lanes>& s) {
  constexpr std::size_t kRound = kStep / 16;
  constexpr std::size_t kWord = md5_word_of(kStep);
  auto sum = Lanes::add(s.a, Lanes::constant(kMd5Sines[kStep]));
  if constexpr (kWord < 5) sum = Lanes::add(sum, block.words[kWord]);
  if constexpr (kWord == 14) sum = Lanes::add(sum, block.length);
  if constexpr (kRound == 0) sum = Lanes::add(sum, Lanes::f(s.b, s.c, s.d));
  if constexpr (kRound == 1) sum = Lanes::add(sum, Lanes::g(s.b, s.c, s.d));
  if constexpr (kRound == 2) sum = Lanes::add(sum, Lanes::h(s.b, s.c, s.d));
  if constexpr (kRound == 3) sum = Lanes::add(sum, Lanes::i(s.b, s.c, s.d));
  const auto next = Lanes::add(s.b, Lanes::template rotate<kMd5Rotations[kRound][kStep % 4]>(sum));
  s = {s.d, next, s.b, s.c};
}

template <class Lanes, std::size_t... kSteps>
[[gnu::always_inline]] inline void md5_steps(const Md5Block<Lanes>& block, Md5State<Lanes>& state,
                                             std::index_sequence<kSteps...>) {
  (md5_step<kSteps>(block, state), ...);
}

template <class Lanes>
[[gnu::always_inline]] inline Md5State<Lanes> md5_of(const Md5Block<Lanes>& block) {
  const Md5State<Lanes> start = {Lanes::constant(0x67452301), Lanes::constant(0xefcdab89),
                                 Lanes::constant(0x98badcfe), Lanes::constant(0x10325476)};
  Md5State<Lanes> state = start;
  md5_steps(block, state, std::make_index_sequence<64>());
  return {Lanes::add(start.a, state.a), Lanes::add(start.b, state.b), Lanes::add(start.c, state.c),
          Lanes::add(start.d, state.d)};
}

}  // namespace facsim
