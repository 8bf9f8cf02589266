// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the bits of many 64-bit hashes position by position, in vectors of any width.
//
// Sixteen vectors pass through a tree of carry-save adders, which leaves one vector of weight 16 to
// be counted and four "planes" of the weights 1, 2, 4, 8 for the next sixteen (Harley and Seal;
// Klarqvist, Mula, Lemire 2019). So most hashes cost a few bit operations.
//
// `Lanes` describes a kernel's vectors; it must be a type without external linkage, so that the
// instantiated functions stay in the kernel's own object file:
//
//   Vector, kHashes            a vector, and its number of hashes
//   load, store                from and to memory of any alignment
//   mix(v)                     mix64 of each hash
//   windows(at, shuffle, span) the packed windows that begin at `at`; the second four of them begin
//                              `span` bytes later
//   carry_save(sum, a, b)      sum becomes the parity of the three; returns their carry
//   Counts, count(v, counts)   a byte for each position; adds the bits of every hash of v
//   twice(counts), store(...)  doubles each byte; writes the 64 of them
//   load_features, common, take_common   see weighted_internal.h
//   SmallSums                  add(hash, weight) in 16 bits, flush(sums)
//   add_wide                   adds any weight

#include <cstddef>
#include <cstdint>

#include "facsim/fingerprint/kernels/raw_kernels.h"

namespace facsim {

// Sums up hashes of one weight.
template <class Lanes>
class PositionalSums {
 public:
  using Vector = typename Lanes::Vector;
  static constexpr std::size_t kVectors = 16;
  static constexpr std::size_t kBlock = kVectors * Lanes::kHashes;

  PositionalSums(std::int64_t weight, std::int64_t* sums) : weight_(weight), sums_(sums) {}

  // Adds the next 16 vectors of the source.
  template <class Source>
  [[gnu::always_inline]] void add_block(Source& source) {
    Planes planes = planes_;
    Lanes::count(carry_of<4>(source, planes), counts_);
    planes_ = planes;
    if (++blocks_ == kBlocksMax) flush(16);
  }

  void finish() {
    flush(16);
    for (int plane = 3; plane >= 0; --plane) {
      Lanes::twice(counts_);
      Lanes::count(planes_.of[plane], counts_);
    }
    flush(1);
  }

 private:
  static constexpr int kBlocksMax = 255 / Lanes::kHashes;  // as many as a byte can count
  static_assert((1 + 2 + 4 + 8) * Lanes::kHashes <= 255);

  struct Planes {
    Vector of[4];
  };

  // Adds 2^kLevel vectors to the planes below kLevel and returns the carry.
  template <int kLevel, class Source>
  [[gnu::always_inline]] static Vector carry_of(Source& source, Planes& planes) {
    if constexpr (kLevel == 0) {
      return source.next();
    } else {
      const Vector a = carry_of<kLevel - 1>(source, planes);
      const Vector b = carry_of<kLevel - 1>(source, planes);
      return Lanes::carry_save(planes.of[kLevel - 1], a, b);
    }
  }

  void flush(std::int64_t factor) {
    unsigned char bytes[64];
    Lanes::store(counts_, bytes);
    for (int bit = 0; bit < 64; ++bit) sums_[bit] += weight_ * factor * bytes[bit];
    counts_ = typename Lanes::Counts{};
    blocks_ = 0;
  }

  Planes planes_{};
  typename Lanes::Counts counts_{};
  int blocks_ = 0;
  std::int64_t weight_;
  std::int64_t* sums_;
};

template <class Lanes>
struct HashSource {
  [[gnu::always_inline]] typename Lanes::Vector next() {
    const auto hashes = Lanes::load(at);
    at += Lanes::kHashes;
    return hashes;
  }
  const std::uint64_t* at;
};

template <class Lanes>
void add_hashes(const std::uint64_t* hashes, std::size_t count, std::int64_t* sums) {
  PositionalSums<Lanes> adder(1, sums);
  constexpr std::size_t kBlock = PositionalSums<Lanes>::kBlock;
  HashSource<Lanes> source{hashes};
  for (; count >= kBlock; count -= kBlock) adder.add_block(source);
  if (count > 0) {
    std::uint64_t padded[kBlock] = {};
    __builtin_memcpy(padded, source.at, count * sizeof(std::uint64_t));
    HashSource<Lanes> rest{padded};
    adder.add_block(rest);
  }
  adder.finish();
}

// Tables for a byte shuffle within lanes of 128 bits, with two windows in each lane: the source of
// each byte of the windows of `size` units, counted from the first of four windows; 0x80 for none.
template <unsigned kUnitBytes>
struct WindowShuffles {
  consteval WindowShuffles() {
    for (unsigned size = 1; size <= 8 / kUnitBytes; ++size) {
      for (unsigned i = 0; i < 64; ++i) {
        const unsigned from = i / 8 % 4 * kUnitBytes + i % 8;
        of_size[size][i] = static_cast<unsigned char>(i % 8 < size * kUnitBytes ? from : 0x80);
      }
    }
  }
  unsigned char of_size[8 / kUnitBytes + 1][64] = {};
};

template <class Lanes, unsigned kUnitBytes>
struct WindowSource {
  [[gnu::always_inline]] typename Lanes::Vector next() {
    const auto packed = Lanes::windows(at, shuffle, 4 * kUnitBytes);
    at += Lanes::kHashes * kUnitBytes;
    return Lanes::mix(Lanes::exclusive_or(packed, key));
  }
  const char* at;
  typename Lanes::Vector shuffle;
  typename Lanes::Vector key;
};

template <class Lanes, unsigned kUnitBytes>
void add_windows(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                 std::int64_t* sums) {
  static constexpr WindowShuffles<kUnitBytes> kShuffles;
  constexpr std::size_t kVectors = PositionalSums<Lanes>::kVectors;
  constexpr std::size_t kBlock = PositionalSums<Lanes>::kBlock;
  // A block reads this many units: 16 bytes from the beginning of its last four windows.
  constexpr std::size_t kUnitsRead = kBlock - 4 + 16 / kUnitBytes;
  PositionalSums<Lanes> adder(1, sums);
  const auto shuffle = Lanes::load(kShuffles.of_size[size]);
  WindowSource<Lanes, kUnitBytes> source{text, shuffle, Lanes::broadcast(key)};
  for (; windows + size > kUnitsRead; windows -= kBlock) adder.add_block(source);

  for (std::size_t some = 0; windows > 0; windows -= some) {
    some = windows < kBlock ? windows : kBlock;
    char padded[kUnitsRead * kUnitBytes] = {};
    __builtin_memcpy(padded, source.at, (some + size - 1) * kUnitBytes);
    source.at += some * kUnitBytes;
    std::uint64_t hashes[kBlock];
    WindowSource<Lanes, kUnitBytes> rest{padded, shuffle, source.key};
    for (std::size_t i = 0; i < kVectors; ++i) {
      Lanes::store(rest.next(), hashes + i * Lanes::kHashes);
    }
    for (std::size_t i = some; i < kBlock; ++i) hashes[i] = 0;
    HashSource<Lanes> source_of_rest{hashes};
    adder.add_block(source_of_rest);
  }
  adder.finish();
}

}  // namespace facsim
