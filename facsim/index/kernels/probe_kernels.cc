// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/kernels/probe_kernels.h"

#include <cassert>

namespace facsim {

const RawProbeKernels& probe_kernels(Kernel kernel) noexcept {
  assert(can_run(kernel) && "ask best_kernel() or kernel_named() for a kernel that can run");
#if defined(__x86_64__)
  if (kernel == Kernel::avx2) return kAvx2ProbeKernels;
  if (kernel == Kernel::avx512) return kAvx512ProbeKernels;
#endif
  return kScalarProbeKernels;
}

}  // namespace facsim
