// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/recent_members.h"

#include <gtest/gtest.h>

#include <memory>

#include "facsim/seen/open_reads.h"
#include "facsim/seen/recent_values.h"

namespace facsim {
namespace {

std::set<std::uint64_t> members(const RecentMembers& recent, std::uint64_t representative,
                                std::set<std::uint64_t> read) {
  recent.apply(representative, read);
  return read;
}

TEST(RecentMembersTest, CountForMoreThanWhatWasRead) {
  RecentMembers recent;
  recent.set(1, 5, true, 10);
  recent.set(1, 3, false, 11);
  recent.set(2, 7, true, 12);
  EXPECT_EQ(members(recent, 1, {2, 3}), (std::set<std::uint64_t>{2, 5}));
  recent.set(1, 5, false, 13);
  EXPECT_EQ(members(recent, 1, {2, 3, 5}), (std::set<std::uint64_t>{2}));
  EXPECT_EQ(members(recent, 2, {}), (std::set<std::uint64_t>{7}));
  EXPECT_EQ(members(recent, 3, {4}), (std::set<std::uint64_t>{4}));
}

TEST(RecentMembersTest, ForgetsWhatAllKnow) {
  RecentMembers recent;
  recent.set(1, 5, true, 10);
  recent.set(1, 6, true, 11);
  recent.forget(10);
  EXPECT_EQ(members(recent, 1, {}), (std::set<std::uint64_t>{6}));
}

TEST(RecentMembersTest, IsFullOnlyAsLongAsSomethingCanBeForgotten) {
  RecentMembers recent;
  std::uint64_t ticket = 0;
  while (!recent.is_full()) {
    ++ticket;
    recent.set(1, ticket, true, ticket);
  }
  recent.forget(0);
  EXPECT_FALSE(recent.is_full());
  recent.forget(ticket);
  EXPECT_FALSE(recent.is_full());
  EXPECT_TRUE(members(recent, 1, {}).empty());
}

TEST(RecentValuesTest, ForgetsWhatAllKnow) {
  RecentValues<int, int> recent(2);
  recent.set(1, 100, 10);
  recent.set(2, 200, 11);
  EXPECT_TRUE(recent.is_full());
  recent.set(1, 101, 12);
  EXPECT_EQ(*recent.find(1), 101);
  EXPECT_EQ(recent.ticket_of(1), 12U);
  recent.forget(11);
  EXPECT_FALSE(recent.is_full());
  EXPECT_EQ(*recent.find(1), 101);
  EXPECT_EQ(recent.find(2), nullptr);
  EXPECT_EQ(recent.ticket_of(2), 0U);
}

TEST(OpenReadsTest, TheOldestReaderDecides) {
  OpenReads reads;
  EXPECT_EQ(reads.known_to_all(7), 7U);
  auto first = std::make_unique<OpenReads::Reader>(reads, 5);
  auto second = std::make_unique<OpenReads::Reader>(reads, 6);
  EXPECT_EQ(reads.known_to_all(9), 5U);
  EXPECT_EQ(reads.known_to_all(4), 4U);
  first.reset();
  EXPECT_EQ(reads.known_to_all(9), 6U);
  second.reset();
  EXPECT_EQ(reads.known_to_all(9), 9U);
}

}  // namespace
}  // namespace facsim
