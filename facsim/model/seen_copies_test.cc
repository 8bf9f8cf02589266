// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/seen_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace facsim {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kDay = 86'400'000;

SeenCopy copy(std::uint64_t number, std::optional<Kind> kind, std::int64_t first_day,
              std::int64_t last_day) {
  SeenCopy made{.page = {.number = number,
                         .first_seen_ms = first_day * kDay,
                         .last_seen_ms = last_day * kDay}};
  if (kind) made.match.emplace().kind = *kind;
  return made;
}

std::vector<std::uint64_t> best(std::vector<SeenCopy> copies, std::uint64_t limit = 100) {
  SeenCopies all{.copies = std::move(copies)};
  const std::size_t before = all.copies.size();
  keep_best(all, limit);
  EXPECT_EQ(all.truncated, before > limit);
  std::vector<std::uint64_t> numbers;
  for (const SeenCopy& each : all.copies) numbers.push_back(each.page.number);
  return numbers;
}

TEST(SeenCopies, WhatNobodyMetForLongComesLast) {
  EXPECT_THAT(best({copy(1, Kind::exact, 0, 50), copy(2, Kind::content, 79, 80),
                    copy(3, Kind::exact, 0, 51), copy(4, Kind::exact, 0, 20)}),
              ElementsAre(3, 2, 1, 4));
}

TEST(SeenCopies, ThenTheKindDecides) {
  EXPECT_THAT(best({copy(1, std::nullopt, 0, 80), copy(2, Kind::partial, 0, 80),
                    copy(3, Kind::layout, 0, 80), copy(4, Kind::content, 0, 80),
                    copy(5, Kind::exact, 80, 80)}),
              ElementsAre(5, 4, 3, 2, 1));
}

TEST(SeenCopies, ThenWhoWasThereLongest) {
  EXPECT_THAT(best({copy(1, Kind::exact, 70, 80), copy(2, Kind::exact, 60, 79),
                    copy(3, Kind::exact, 66, 75)}),
              ElementsAre(2, 1, 3));
}

TEST(SeenCopies, OfEqualOnesTheNewest) {
  EXPECT_THAT(best({copy(1, Kind::exact, 0, 0), copy(2, Kind::exact, 0, 0)}), ElementsAre(2, 1));
}

TEST(SeenCopies, AtMostSoMany) {
  EXPECT_THAT(best({}), ElementsAre());
  EXPECT_THAT(best({copy(1, Kind::exact, 0, 0), copy(2, Kind::content, 0, 0)}, 1), ElementsAre(1));
  EXPECT_THAT(best({copy(1, Kind::exact, 0, 0)}, 0), ElementsAre());
}

}  // namespace
}  // namespace facsim
