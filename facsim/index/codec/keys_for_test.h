// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codecs, and the sorted keys that tests try them on.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "facsim/index/codec/codec.h"

namespace facsim {

inline constexpr std::array kCodecs = {Codec::elias_fano, Codec::xor_huffman};

// Pseudo-random numbers (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
class SomeNumbers {
 public:
  explicit SomeNumbers(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  std::uint64_t below(std::uint64_t limit) { return next() % limit; }

 private:
  std::uint64_t state_;
};

enum class KeyShape { uniform, tenth_equal, narrow, clustered, all_equal, extremes, dense, mixed };
inline constexpr std::array kKeyShapes = {
    KeyShape::uniform,   KeyShape::tenth_equal, KeyShape::narrow, KeyShape::clustered,
    KeyShape::all_equal, KeyShape::extremes,    KeyShape::dense,  KeyShape::mixed};

inline std::vector<std::uint64_t> some_keys(KeyShape shape, std::size_t count, std::uint64_t seed) {
  SomeNumbers numbers(seed);
  const std::uint64_t base = numbers.next() >> 8U;
  std::vector<std::uint64_t> keys;
  while (keys.size() < count) {
    const std::uint64_t number = numbers.next();
    const auto shape_here = shape == KeyShape::mixed ? kKeyShapes[number % 7] : shape;
    switch (shape_here) {
      case KeyShape::uniform:
      case KeyShape::mixed:
        keys.push_back(number);
        break;
      case KeyShape::tenth_equal:
        keys.push_back(number % 10 == 0 ? base : number);
        break;
      case KeyShape::narrow:
        keys.push_back(base + number % 1000);
        break;
      case KeyShape::clustered:
        keys.push_back((number % 7) * 0x1000000000000U + (number >> 50U));
        break;
      case KeyShape::all_equal:
        keys.push_back(base);
        break;
      case KeyShape::extremes:
        keys.push_back(std::array{std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0},
                                  ~std::uint64_t{0} - 1, std::uint64_t{1} << 63}[number % 5]);
        break;
      case KeyShape::dense:
        keys.push_back(base + keys.size());
        break;
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace facsim
