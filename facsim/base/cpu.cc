// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/cpu.h"

#include <array>
#include <utility>

namespace facsim {
namespace {

CpuFeatures ask_cpu() noexcept {
  CpuFeatures features;
#if defined(__x86_64__)
  __builtin_cpu_init();
  features.popcnt = __builtin_cpu_supports("popcnt") != 0;
  features.bmi2 = __builtin_cpu_supports("bmi2") != 0;
  features.avx2 = __builtin_cpu_supports("avx2") != 0;
  features.avx512f = __builtin_cpu_supports("avx512f") != 0;
  features.avx512bw = __builtin_cpu_supports("avx512bw") != 0;
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
  const std::array<std::pair<bool, const char*>, 7> all = {{
      {features.popcnt, "popcnt"},
      {features.bmi2, "bmi2"},
      {features.avx2, "avx2"},
      {features.avx512f, "avx512f"},
      {features.avx512bw, "avx512bw"},
      {features.avx512vl, "avx512vl"},
      {features.avx512vpopcntdq, "avx512vpopcntdq"},
  }};
  std::vector<std::string> names;
  for (const auto& [is_there, name] : all) {
    if (is_there) names.emplace_back(name);
  }
  return names;
}

std::vector<std::string> kernel_names() { return {"scalar"}; }

}  // namespace facsim
