// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/kernels/kernels.h"

namespace facsim {
namespace {

constexpr FingerprintKernels kScalar(Kernel::scalar, kScalarKernels);
#if defined(__x86_64__)
constexpr FingerprintKernels kAvx2(Kernel::avx2, kAvx2Kernels);
constexpr FingerprintKernels kAvx512(Kernel::avx512, kAvx512Kernels);
#endif

}  // namespace

const FingerprintKernels& fingerprint_kernels(Kernel kernel) noexcept {
  assert(can_run(kernel) && "ask best_kernel() or kernel_named() for a kernel that can run");
#if defined(__x86_64__)
  if (kernel == Kernel::avx2) return kAvx2;
  if (kernel == Kernel::avx512) return kAvx512;
#endif
  return kScalar;
}

}  // namespace facsim
