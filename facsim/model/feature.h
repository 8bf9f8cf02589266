// SPDX-License-Identifier: Apache-2.0
#pragma once
// A feature: a hashed piece of text with a weight.

#include <cstdint>

namespace facsim {

struct Feature {
  std::uint64_t hash = 0;
  std::int32_t weight = 0;  // whole numbers, so that no order of summation can change a bit
};

// Separates the hashes of windows (features/windows.h, fingerprint/kernels) from other mixed
// numbers of the same seed.
inline constexpr std::uint64_t kWindowSalt = 0x77696e646f777331U;

}  // namespace facsim
