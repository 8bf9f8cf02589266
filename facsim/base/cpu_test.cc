// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/cpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

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

// The system's own list is the second opinion.
TEST(Cpu, AgreesWithTheSystem) {
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
  for (const char* name :
       {"popcnt", "bmi2", "avx2", "avx512f", "avx512bw", "avx512vl", "avx512vpopcntdq"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name) != 0,
              std::count(flags.begin(), flags.end(), name) != 0)
        << name;
  }
}

TEST(Cpu, TheScalarKernelIsAlwaysThere) {
  EXPECT_THAT(kernel_names(), testing::Contains("scalar"));
}

}  // namespace
}  // namespace facsim
