// SPDX-License-Identifier: Apache-2.0
#pragma once
// The AVX-512 kernels over an emulation of their instructions, for machines that lack them.

#include "facsim/index/kernels/bit_sliced_kernels.h"
#include "facsim/index/kernels/join_kernels.h"

namespace facsim {

// Null if the build did not have the emulation (SIMDe).
[[nodiscard]] const JoinKernels* emulated_join_kernels() noexcept;
[[nodiscard]] const BitSlicedKernels* emulated_bit_sliced_kernels() noexcept;

}  // namespace facsim
