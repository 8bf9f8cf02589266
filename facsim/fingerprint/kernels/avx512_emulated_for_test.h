// SPDX-License-Identifier: Apache-2.0
#pragma once
// The AVX-512 kernel over an emulation of its instructions, for machines that lack them.

#include "facsim/fingerprint/kernels/raw_kernels.h"

namespace facsim {

// Returns null if the emulation (SIMDe) was not available at compile time.
[[nodiscard]] const RawKernels* emulated_avx512_kernels() noexcept;

}  // namespace facsim
