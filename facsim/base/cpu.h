// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which instruction sets does this machine have, and which kernels does this build have for them?

#include <string>
#include <vector>

namespace facsim {

struct CpuFeatures {
  bool popcnt = false;
  bool bmi2 = false;
  bool avx2 = false;
  bool avx512f = false;
  bool avx512bw = false;
  bool avx512vl = false;
  bool avx512vpopcntdq = false;
};

// Asked of the processor (and of the system, which must save the registers) at the first call; all
// false on machines that are not x86-64. Callable from any thread.
[[nodiscard]] const CpuFeatures& cpu_features() noexcept;

// The names of the features above that are there, in that order.
[[nodiscard]] std::vector<std::string> cpu_feature_names();

// The kernels that are compiled in and that this machine can run, slowest first; "scalar", which
// defines the truth, always.
[[nodiscard]] std::vector<std::string> kernel_names();

}  // namespace facsim
