// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hot loops of the index, once for each family of instructions, chosen at run time.
//
// Promise: every kernel gives the same entries in the same order; scalar defines them. Nothing is
// allocated. Callable from any thread.

#include "facsim/base/cpu.h"
#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {

// The kernel must be one that can run (base/cpu.h).
[[nodiscard]] const RawProbeKernels& probe_kernels(Kernel kernel) noexcept;

}  // namespace facsim
