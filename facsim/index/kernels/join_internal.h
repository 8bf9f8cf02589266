// SPDX-License-Identifier: Apache-2.0
#pragma once
// The comparisons of join_kernels.h over vectors of any width.
//
// `Lanes` describes a kernel's vectors; it must be a type without external linkage, so that its
// instantiations stay in the kernel's own object file:
//
//   Vector, kLanes       a vector and its number of 32-bit lanes
//   load, broadcast      from memory of any alignment; the same number in all lanes
//   clear_lowest(v)      each lane without its lowest set bit: v & (v - 1)
//   bit_counts(v)        the set bits of each lane
//   add, minimum         lane by lane, unsigned
//   at_most(v, limit)    sets bit i if lane i is at most the limit
//
// A vector holds kLanes keys of a bucket and is compared with the later keys one by one. This makes
// few and long loops: a loop with an unpredictable end costs more than ten comparisons.

#include <cstddef>
#include <cstdint>

#include "facsim/index/kernels/join_kernels.h"

namespace facsim {

// Measures of a difference. The low bits that remain after the lowest max_distance are cleared:
template <class Lanes, int kDistance>
struct ClearedBits {
  using Vector = typename Lanes::Vector;
  static constexpr bool kUsesHigh = false;
  [[gnu::always_inline]] static Vector of(Vector low, Vector /*high*/) {
    for (int step = 0; step < kDistance; ++step) low = Lanes::clear_lowest(low);
    return low;
  }
};

// The number of low bits that differ:
template <class Lanes>
struct LowBits {
  using Vector = typename Lanes::Vector;
  static constexpr bool kUsesHigh = false;
  [[gnu::always_inline]] static Vector of(Vector low, Vector /*high*/) {
    return Lanes::bit_counts(low);
  }
};

// The number of all bits that differ, for distances within which many low halves are by chance:
template <class Lanes>
struct AllBits {
  using Vector = typename Lanes::Vector;
  static constexpr bool kUsesHigh = true;
  [[gnu::always_inline]] static Vector of(Vector low, Vector high) {
    return Lanes::add(Lanes::bit_counts(low), Lanes::bit_counts(high));
  }
};

template <class Lanes, class Measure>
class Comparer {
 public:
  using Vector = typename Lanes::Vector;
  static constexpr std::size_t kLanes = Lanes::kLanes;

  Comparer(const KeyColumns& columns, unsigned max_distance, unsigned limit,
           const PairListener& listener)
      : columns_(columns),
        max_distance_(max_distance),
        limit_(Lanes::broadcast(limit)),
        listener_(listener) {}

  void bucket(std::size_t begin, std::size_t end) const {
    for (std::size_t block = begin; block + 1 < end; block += kLanes) {
      const Block keys = block_at(block);
      // Within the block each key is compared with those before it.
      std::size_t other = block + 1;
      const std::size_t block_end = block + kLanes < end ? block + kLanes : end;
      for (; other < block_end; ++other) {
        const unsigned before = (1U << (other - block)) - 1;
        const unsigned close = Lanes::at_most(measure(keys, other), limit_) & before;
        if (close != 0) [[unlikely]]
          report(block, close, other);
      }
      for (; other + 4 <= end; other += 4) {
        const Vector least =
            Lanes::minimum(Lanes::minimum(measure(keys, other), measure(keys, other + 1)),
                           Lanes::minimum(measure(keys, other + 2), measure(keys, other + 3)));
        if (Lanes::at_most(least, limit_) != 0) [[unlikely]] {
          for (std::size_t i = other; i < other + 4; ++i)
            report(block, Lanes::at_most(measure(keys, i), limit_), i);
        }
      }
      for (; other < end; ++other) {
        const unsigned close = Lanes::at_most(measure(keys, other), limit_);
        if (close != 0) [[unlikely]]
          report(block, close, other);
      }
    }
  }

  [[gnu::always_inline]] void probe(std::uint64_t key, std::uint32_t number, std::size_t begin,
                                    std::size_t end) const {
    const Vector low = Lanes::broadcast(static_cast<std::uint32_t>(key));
    const Vector high = Lanes::broadcast(static_cast<std::uint32_t>(key >> 32));
    for (std::size_t block = begin; block < end; block += kLanes) {
      const Block keys = block_at(block);
      unsigned close = Lanes::at_most(Measure::of(keys.low ^ low, keys.high ^ high), limit_);
      if (end - block < kLanes) close &= (1U << (end - block)) - 1;
      if (close != 0) [[unlikely]]
        report(block, close, static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32),
               number, true);
    }
  }

 private:
  struct Block {
    Vector low;
    Vector high;
  };

  [[gnu::always_inline]] Block block_at(std::size_t place) const {
    const Vector low = Lanes::load(columns_.low + place);
    if constexpr (Measure::kUsesHigh) return {low, Lanes::load(columns_.high + place)};
    return {low, low};
  }

  [[gnu::always_inline]] Vector measure(const Block& keys, std::size_t other) const {
    const Vector low = keys.low ^ Lanes::broadcast(columns_.low[other]);
    if constexpr (Measure::kUsesHigh)
      return Measure::of(low, keys.high ^ Lanes::broadcast(columns_.high[other]));
    return Measure::of(low, low);
  }

  // Checks the keys of a block that passed the measure against one other key, which is the pair's
  // first if it is a probe, and its second if it is of the bucket.
  [[gnu::noinline]] void report(std::size_t block, unsigned close, std::uint32_t low,
                                std::uint32_t high, std::size_t number, bool is_probe) const {
    for (; close != 0; close &= close - 1) {
      const std::size_t place = block + static_cast<unsigned>(__builtin_ctz(close));
      const int distance = __builtin_popcount(columns_.low[place] ^ low) +
                           __builtin_popcount(columns_.high[place] ^ high);
      if (static_cast<unsigned>(distance) > max_distance_) continue;
      listener_.found(listener_.context, static_cast<std::uint32_t>(is_probe ? number : place),
                      static_cast<std::uint32_t>(is_probe ? place : number));
    }
  }
  void report(std::size_t block, unsigned close, std::size_t other) const {
    report(block, close, columns_.low[other], columns_.high[other], other, false);
  }

  const KeyColumns columns_;
  const unsigned max_distance_;
  const Vector limit_;
  const PairListener listener_;
};

template <class Lanes>
struct JoinLoops {
  // For larger distances the low bits alone would let one of a hundred pairs through.
  static constexpr unsigned kLowBitsMax = 8;

  template <class Work>
  static void with_measure(const KeyColumns& columns, unsigned max_distance,
                           const PairListener& listener, Work work) {
    const unsigned k = max_distance;
    if (k == 0) {
      work(Comparer<Lanes, ClearedBits<Lanes, 0>>(columns, k, 0, listener));
    } else if (k == 1) {
      work(Comparer<Lanes, ClearedBits<Lanes, 1>>(columns, k, 0, listener));
    } else if (k == 2) {
      work(Comparer<Lanes, ClearedBits<Lanes, 2>>(columns, k, 0, listener));
    } else if (k == 3) {
      work(Comparer<Lanes, ClearedBits<Lanes, 3>>(columns, k, 0, listener));
    } else if (k <= kLowBitsMax) {
      work(Comparer<Lanes, LowBits<Lanes>>(columns, k, k, listener));
    } else {
      work(Comparer<Lanes, AllBits<Lanes>>(columns, k, k, listener));
    }
  }

  static void compare_buckets(const KeyColumns& columns, std::size_t begin,
                              const std::uint32_t* ends, std::size_t buckets, unsigned max_distance,
                              const PairListener& listener) {
    with_measure(columns, max_distance, listener, [=](const auto& comparer) mutable {
      for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        const std::size_t end = ends[bucket];
        comparer.bucket(begin, end);
        begin = end;
      }
    });
  }

  static void probe_buckets(const KeyColumns& columns, const std::uint32_t* begins,
                            std::size_t buckets, unsigned shift, const std::uint64_t* probes,
                            std::size_t count, unsigned max_distance,
                            const PairListener& listener) {
    with_measure(columns, max_distance, listener, [=](const auto& comparer) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bucket = probes[i] >> shift & (buckets - 1);
        comparer.probe(probes[i], static_cast<std::uint32_t>(i), begins[bucket],
                       begins[bucket + 1]);
      }
    });
  }
};

}  // namespace facsim
