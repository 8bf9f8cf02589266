// SPDX-License-Identifier: Apache-2.0
// How near is agreement to a longest common subsequence for near-duplicates among real documents?
// Where less is shared, a common subsequence holds much that agrees by chance.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "facsim/features/documents_for_test.h"
#include "facsim/verify/agreement.h"

namespace facsim {
namespace {

using Units = std::vector<std::uint64_t>;

constexpr double kNearDuplicate = .8;
constexpr std::size_t kPairsMax = 60;
constexpr std::size_t kUnitsMax = 6'000;  // the twin is quadratic

double lcs_share(const Units& a, const Units& b) {
  std::vector<std::uint32_t> row(b.size() + 1);
  for (const std::uint64_t unit : a) {
    std::uint32_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::uint32_t above = row[j];
      row[j] = unit == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return row.back() / static_cast<double>(std::max<std::size_t>({a.size(), b.size(), 1}));
}

void check_set(const std::string& set) {
  AgreementMeter meter;
  double lost = 0;
  std::size_t pairs = 0;
  for (const auto& [first, second] : real_pairs(set, 20'000'000)) {
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
  EXPECT_GE(pairs, 30U);
  std::cout << set << ": " << pairs << " pairs, lost " << lost / static_cast<double>(pairs) << "\n";
  EXPECT_LT(lost / static_cast<double>(pairs), 0.002);
}

TEST(AgreementData, OfEnglishRevisionsIsNearTheLongestCommonSubsequence) { check_set("ota_terms"); }

TEST(AgreementData, OfChineseVersionsIsNearTheLongestCommonSubsequence) { check_set("tidb_zh"); }

}  // namespace
}  // namespace facsim
