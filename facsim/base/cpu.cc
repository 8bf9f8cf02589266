// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/cpu.h"

#include <array>
#include <utility>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::array<Kernel, 3> kKernels = {Kernel::scalar, Kernel::avx2, Kernel::avx512};

CpuFeatures ask_cpu() noexcept {
  CpuFeatures features;
#if defined(__x86_64__)
  __builtin_cpu_init();
  features.popcnt = __builtin_cpu_supports("popcnt") != 0;
  features.bmi2 = __builtin_cpu_supports("bmi2") != 0;
  features.avx2 = __builtin_cpu_supports("avx2") != 0;
  features.avx512f = __builtin_cpu_supports("avx512f") != 0;
  features.avx512bw = __builtin_cpu_supports("avx512bw") != 0;
  features.avx512dq = __builtin_cpu_supports("avx512dq") != 0;
  features.avx512vl = __builtin_cpu_supports("avx512vl") != 0;
  features.avx512vpopcntdq = __builtin_cpu_supports("avx512vpopcntdq") != 0;
#endif
  return features;
}

}  // namespace

const CpuFeatures& cpu_features() noexcept {
  static const CpuFeatures features = ask_cpu();
  return features;
}

std::vector<std::string> cpu_feature_names() {
  const CpuFeatures& features = cpu_features();
  const std::array<std::pair<bool, const char*>, 8> all = {{
      {features.popcnt, "popcnt"},
      {features.bmi2, "bmi2"},
      {features.avx2, "avx2"},
      {features.avx512f, "avx512f"},
      {features.avx512bw, "avx512bw"},
      {features.avx512dq, "avx512dq"},
      {features.avx512vl, "avx512vl"},
      {features.avx512vpopcntdq, "avx512vpopcntdq"},
  }};
  std::vector<std::string> names;
  for (const auto& [is_there, name] : all) {
    if (is_there) names.emplace_back(name);
  }
  return names;
}

std::string_view name_of(Kernel kernel) noexcept {
  switch (kernel) {
    case Kernel::scalar:
      return "scalar";
    case Kernel::avx2:
      return "avx2";
    case Kernel::avx512:
      return "avx512";
  }
  return "";
}

bool can_run(Kernel kernel) noexcept {
  const CpuFeatures& features = cpu_features();
  switch (kernel) {
    case Kernel::scalar:
      return true;
    case Kernel::avx2:
      return features.avx2 && features.popcnt && features.bmi2;
    case Kernel::avx512:
      return can_run(Kernel::avx2) && features.avx512f && features.avx512bw && features.avx512dq &&
             features.avx512vl;
  }
  return false;
}

void require_kernel(Kernel kernel) {
  if (can_run(kernel)) return;
  throw Error(ErrorCode::invalid_argument, std::string("this machine cannot run the kernel ")
                                               .append(name_of(kernel))
                                               .append("; say auto or ")
                                               .append(name_of(best_kernel())));
}

Kernel best_kernel() noexcept {
  Kernel best = Kernel::scalar;
  for (const Kernel kernel : kKernels) {
    if (can_run(kernel)) best = kernel;
  }
  return best;
}

Kernel kernel_named(std::string_view name) {
  if (name == "auto") return best_kernel();
  std::string names = "auto";
  for (const Kernel kernel : kKernels) {
    if (name_of(kernel) == name) {
      require_kernel(kernel);
      return kernel;
    }
    names.append(", ").append(name_of(kernel));
  }
  throw Error(ErrorCode::invalid_argument,
              std::string("no kernel is named \"").append(name).append("\"; there are ") + names);
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const Kernel kernel : kKernels) {
    if (can_run(kernel)) names.emplace_back(name_of(kernel));
  }
  return names;
}

}  // namespace facsim
