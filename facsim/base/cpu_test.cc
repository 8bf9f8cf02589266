// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/cpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "facsim/base/error.h"

namespace facsim {
namespace {

TEST(Cpu, WiderInstructionSetsComeWithTheNarrowerOnes) {
  const CpuFeatures& features = cpu_features();
  if (features.avx512bw || features.avx512vl) {
    EXPECT_TRUE(features.avx512f);
  }
  if (features.avx512f) {
    EXPECT_TRUE(features.avx2);
  }
  if (features.avx2) {
    EXPECT_TRUE(features.popcnt);
  }
}

// The system's own list is the second opinion. On other processors it has no such flags, or, under
// qemu, those of the host machine.
TEST(Cpu, AgreesWithTheSystem) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "skipped: flags of x86-64";
#endif
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (line.empty()) GTEST_SKIP() << "skipped: no flags in /proc/cpuinfo";
  std::istringstream words(line);
  std::vector<std::string> flags;
  for (std::string word; words >> word;) {
    if (word == "avx512_vpopcntdq") word = "avx512vpopcntdq";
    flags.push_back(word);
  }
  const std::vector<std::string> names = cpu_feature_names();
  for (const char* name : {"popcnt", "bmi2", "avx2", "avx512f", "avx512bw", "avx512dq", "avx512vl",
                           "avx512vpopcntdq"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name) != 0,
              std::count(flags.begin(), flags.end(), name) != 0)
        << name;
  }
}

TEST(Cpu, TheScalarKernelIsAlwaysThere) {
  EXPECT_TRUE(can_run(Kernel::scalar));
  EXPECT_EQ(kernel_names().front(), "scalar");
}

TEST(Cpu, TheBestKernelIsTheLastOfThoseThatCanRun) {
  EXPECT_TRUE(can_run(best_kernel()));
  EXPECT_EQ(kernel_names().back(), name_of(best_kernel()));
  EXPECT_EQ(kernel_named("auto"), best_kernel());
  if (cpu_features().avx2) {
    EXPECT_GE(best_kernel(), Kernel::avx2);
  }
}

TEST(Cpu, KernelsHaveNames) {
  for (const std::string& name : kernel_names()) EXPECT_EQ(name_of(kernel_named(name)), name);
}

std::string refusal_of(std::string_view name) {
  try {
    static_cast<void>(kernel_named(name));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "accepted";
}

TEST(Cpu, OtherNamesAreRefusedWithTheList) {
  for (const char* name : {"", "AVX2", "sse", "avx"}) {
    EXPECT_EQ(refusal_of(name), "no kernel is named \"" + std::string(name) +
                                    "\"; there are auto, scalar, avx2, avx512");
  }
}

TEST(Cpu, AKernelThatThisMachineCannotRunIsRefused) {
  for (const Kernel kernel : {Kernel::avx2, Kernel::avx512}) {
    if (can_run(kernel)) continue;
    EXPECT_EQ(refusal_of(name_of(kernel)), "this machine cannot run the kernel " +
                                               std::string(name_of(kernel)) + "; say auto or " +
                                               std::string(name_of(best_kernel())));
  }
}

}  // namespace
}  // namespace facsim
