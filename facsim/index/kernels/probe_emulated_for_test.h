// SPDX-License-Identifier: Apache-2.0
#pragma once
// The AVX-512 kernel over an emulation of its instructions, for machines that lack them.

#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {

// Null if the build did not have the emulation (SIMDe).
[[nodiscard]] const RawProbeKernels* emulated_avx512_probe_kernels() noexcept;

}  // namespace facsim
