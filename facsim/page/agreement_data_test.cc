// SPDX-License-Identifier: Apache-2.0
// Compares agreement with a longest common subsequence for near-duplicates among real documents. If
// pages share less, a common subsequence contains much that agrees by chance.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "facsim/features/documents_for_test.h"
#include "facsim/verify/agreement.h"
#include "facsim/verify/lcs_for_test.h"

namespace facsim {
namespace {

using for_test::lcs_share;
using for_test::Units;
constexpr double kNearDuplicate = .8;
constexpr std::size_t kPairsMin = 30;
#ifdef FACSIM_SANITIZED
constexpr std::size_t kPairsMax = kPairsMin;
#else
constexpr std::size_t kPairsMax = 60;
#endif
constexpr std::size_t kUnitsMax = 6'000;  // the twin is quadratic

void check_set(const std::string& set) {
  AgreementMeter meter;
  double lost = 0;
  std::size_t pairs = 0;
  for (const auto& [first, second] : real_pairs(set, 40'000'000)) {
    if (pairs == kPairsMax) break;
    if (std::max(first.size(), second.size()) > kUnitsMax) continue;
    const double share = meter.share(first, second);
    const double most = lcs_share(first, second);
    EXPECT_LE(share, most + 1e-12);
    if (most < kNearDuplicate) continue;
    lost += most - share;
    ++pairs;
  }
  if (pairs == 0) {
    std::cout << "skipped: no data at " << data_name() << '\n';
    GTEST_SKIP();
  }
  EXPECT_GE(pairs, kPairsMin);
  std::cout << set << ": " << pairs << " pairs, lost " << lost / static_cast<double>(pairs) << "\n";
  EXPECT_LT(lost / static_cast<double>(pairs), 0.002);
}

TEST(AgreementData, OfEnglishRevisionsIsNearTheLongestCommonSubsequence) { check_set("ota_terms"); }

TEST(AgreementData, OfChineseVersionsIsNearTheLongestCommonSubsequence) { check_set("tidb_zh"); }

}  // namespace
}  // namespace facsim
