// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hot loops of the index, one set for each instruction set, chosen at run time.
//
// Promise: every kernel returns the same entries in the same order; the scalar one defines them.
// Nothing is allocated. Callable from any thread.

#include "facsim/base/cpu.h"
#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {

// The machine must be able to run the kernel (base/cpu.h).
[[nodiscard]] const RawProbeKernels& probe_kernels(Kernel kernel) noexcept;

}  // namespace facsim
