// SPDX-License-Identifier: Apache-2.0
#pragma once
// MD5 of as many messages as two vectors have words. There are two vectors because each step waits
// for the one before it, and the other vector's step fills the time.
//
// `Lanes` is a kernel's vector of words, as in md5_internal.h, with kWords words and
//
//   row(at)                    the vector of kWords / 4 times 16 bytes
//   transpose(rows, columns)   4 x 4 words in each 128 bits
//   store_big_endian(v, at)    the words with their bytes turned

#include <cstddef>
#include <cstdint>

#include "facsim/fingerprint/kernels/md5_internal.h"
#include "facsim/fingerprint/kernels/raw_kernels.h"

namespace facsim {

// Two of everything in `Lanes`.
template <class Lanes>
struct Pair {
  using One = typename Lanes::Words;
  struct Words {
    One first, second;
  };
  [[gnu::always_inline]] static Words constant(std::uint32_t value) {
    return {Lanes::constant(value), Lanes::constant(value)};
  }
  [[gnu::always_inline]] static Words add(Words x, Words y) {
    return {Lanes::add(x.first, y.first), Lanes::add(x.second, y.second)};
  }
  template <int kBitsLeft>
  [[gnu::always_inline]] static Words rotate(Words x) {
    return {Lanes::template rotate<kBitsLeft>(x.first),
            Lanes::template rotate<kBitsLeft>(x.second)};
  }
  [[gnu::always_inline]] static Words f(Words x, Words y, Words z) {
    return {Lanes::f(x.first, y.first, z.first), Lanes::f(x.second, y.second, z.second)};
  }
  [[gnu::always_inline]] static Words g(Words x, Words y, Words z) {
    return {Lanes::g(x.first, y.first, z.first), Lanes::g(x.second, y.second, z.second)};
  }
  [[gnu::always_inline]] static Words h(Words x, Words y, Words z) {
    return {Lanes::h(x.first, y.first, z.first), Lanes::h(x.second, y.second, z.second)};
  }
  [[gnu::always_inline]] static Words i(Words x, Words y, Words z) {
    return {Lanes::i(x.first, y.first, z.first), Lanes::i(x.second, y.second, z.second)};
  }
};

// For a message of `size` bytes, the tables at 16 - size: a mask of the valid bytes, and the bit
// after them.
struct Md5Padding {
  consteval Md5Padding() {
    for (unsigned i = 0; i < 16; ++i) keep[i] = 0xff;
    bit[16] = 0x80;
  }
  unsigned char keep[32] = {};
  unsigned char bit[32] = {};
};
inline constexpr Md5Padding kMd5Padding;

// Loads kWords messages as the words of their blocks.
template <class Lanes>
[[gnu::always_inline]] inline Md5Block<Lanes> md5_block(const Md5Message* messages) {
  constexpr std::size_t kLanes = Lanes::kWords / 4;  // of 128 bits
  using Bytes = unsigned char __attribute__((vector_size(16)));
  alignas(64) unsigned char rows[4][16 * kLanes];
  alignas(64) std::uint32_t sizes[Lanes::kWords];
  for (std::size_t i = 0; i < Lanes::kWords; ++i) {
    Bytes bytes;
    Bytes keep;
    Bytes bit;
    const std::uint32_t size = messages[i].size;
    __builtin_memcpy(&bytes, &messages[i], 16);
    __builtin_memcpy(&keep, kMd5Padding.keep + 16 - size, 16);
    __builtin_memcpy(&bit, kMd5Padding.bit + 16 - size, 16);
    bytes = (bytes & keep) | bit;
    // Lane l holds messages 4 l .. 4 l + 3, one in each row.
    __builtin_memcpy(rows[i % 4] + 16 * (i / 4), &bytes, 16);
    sizes[i] = size;
  }
  Md5Block<Lanes> block;
  const typename Lanes::Words of_rows[4] = {Lanes::row(rows[0]), Lanes::row(rows[1]),
                                            Lanes::row(rows[2]), Lanes::row(rows[3])};
  Lanes::transpose(of_rows, block.words);
  const auto size = Lanes::row(sizes);
  block.words[4] = Lanes::bit_behind_sixteen(size);
  block.length = Lanes::bits_of(size);
  return block;
}

template <class Lanes>
void md5_words(const Md5Message* messages, std::size_t count, Hash128* digests) {
  constexpr std::size_t kWords = Lanes::kWords;
  constexpr std::size_t kBoth = 2 * kWords;
  // Bytes instead of objects: the linker might use the constructor emitted here elsewhere.
  alignas(Md5Message) unsigned char padded[kBoth * sizeof(Md5Message)] = {};
  for (std::size_t done = 0; done < count; done += kBoth) {
    const Md5Message* from = messages + done;
    const std::size_t some = count - done < kBoth ? count - done : kBoth;
    if (some < kBoth) {
      __builtin_memcpy(padded, from, some * sizeof(Md5Message));
      from = reinterpret_cast<const Md5Message*>(padded);
    }
    const Md5Block<Lanes> one = md5_block<Lanes>(from);
    const Md5Block<Lanes> two = md5_block<Lanes>(from + kWords);
    Md5Block<Pair<Lanes>> both;
    for (int i = 0; i < 5; ++i) both.words[i] = {one.words[i], two.words[i]};
    both.length = {one.length, two.length};
    const Md5State<Pair<Lanes>> state = md5_of(both);
    std::uint32_t words[4][kBoth];
    const typename Pair<Lanes>::Words results[4] = {state.a, state.b, state.c, state.d};
    for (int i = 0; i < 4; ++i) {
      Lanes::store_big_endian(results[i].first, words[i]);
      Lanes::store_big_endian(results[i].second, words[i] + kWords);
    }
    for (std::size_t i = 0; i < some; ++i) {
      digests[done + i].high = std::uint64_t{words[0][i]} << 32 | words[1][i];
      digests[done + i].low = std::uint64_t{words[2][i]} << 32 | words[3][i];
    }
  }
}

}  // namespace facsim
