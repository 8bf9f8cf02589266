// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sketch: minwise values of a set of hashes, 64 bins of 8 bits. Bins of two sketches agree about
// as often as their sets resemble each other, plus 1/256 by chance.

#include <array>
#include <cstddef>
#include <cstdint>

namespace facsim {

struct Sketch {
  static constexpr std::size_t kBins = 64;
  std::array<std::uint8_t, kBins> bins{};
  friend bool operator==(const Sketch&, const Sketch&) = default;
};

}  // namespace facsim
