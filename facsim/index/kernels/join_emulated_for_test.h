// SPDX-License-Identifier: Apache-2.0
#pragma once
// The AVX-512 kernels over an emulation of their instructions, for machines that lack them.

#include "facsim/index/kernels/bit_sliced_kernels.h"
#include "facsim/index/kernels/join_kernels.h"

namespace facsim {

// Nothing where the emulation (SIMDe) was not there to compile with.
[[nodiscard]] const JoinKernels* emulated_join_kernels() noexcept;
[[nodiscard]] const BitSlicedKernels* emulated_bit_sliced_kernels() noexcept;

}  // namespace facsim
