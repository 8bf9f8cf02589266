// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instruction sets that this machine has, and kernels that this build has for them.
//
// Kernels are the hot loops, written once for each family of instructions. They all give the same
// bits; the choice affects only the speed. Callable from any thread.

#include <string>
#include <string_view>
#include <vector>

namespace facsim {

struct CpuFeatures {
  bool popcnt = false;
  bool bmi2 = false;
  bool avx2 = false;
  bool avx512f = false;
  bool avx512bw = false;
  bool avx512dq = false;
  bool avx512vl = false;
  bool avx512vpopcntdq = false;
};

// Queries the processor (and the system, which must save the registers) at the first call; all
// false on machines that are not x86-64.
[[nodiscard]] const CpuFeatures& cpu_features() noexcept;

// The names of the available features, in the order above.
[[nodiscard]] std::vector<std::string> cpu_feature_names();

// Slowest first. `scalar` runs everywhere and defines the truth; `avx512` requires the subsets F,
// BW, DQ and VL.
enum class Kernel { scalar, avx2, avx512 };

[[nodiscard]] std::string_view name_of(Kernel kernel) noexcept;

// True if the kernel is compiled in and this machine can run it.
[[nodiscard]] bool can_run(Kernel kernel) noexcept;
// Throws Error{invalid_argument} if this machine cannot run it.
void require_kernel(Kernel kernel);

// The fastest kernel that can run.
[[nodiscard]] Kernel best_kernel() noexcept;

// The kernel of that name; "auto" is the best. Throws Error{invalid_argument} for other names and
// for a kernel that cannot run.
[[nodiscard]] Kernel kernel_named(std::string_view name);

// The names of the kernels that can run, slowest first.
[[nodiscard]] std::vector<std::string> kernel_names();

}  // namespace facsim
