// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/check_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/index_for_test.h"

namespace facsim {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class CheckIndexTest : public testing::Test {
 protected:
  void add(std::uint64_t count) {
    for_test::add_segment_to(index_, {}, [&](FingerprintBatch& batch) {
      for (std::uint64_t i = 0; i < count; ++i) batch.add(i * 0x9e3779b97f4a7c15U, i);
    });
  }

  IndexCheck check() {
    told_.clear();
    return check_index(index_, [this](const Sentence& fault) { told_.push_back(fault.plain()); });
  }

  [[nodiscard]] std::string segment(std::size_t number) const {
    return index_ + "/" + read_manifest(index_).segments[number].name;
  }

  TempFolder temp_{testing::TempDir()};
  std::string index_ = temp_.path() + "/near.idx";
  std::vector<std::string> told_;
};

TEST_F(CheckIndexTest, ASoundIndexIsCounted) {
  add(0);
  const IndexCheck empty = check();
  EXPECT_EQ(empty.entries, 0U);
  EXPECT_EQ(empty.segments, 0U);
  add(500);
  add(1);
  const IndexCheck found = check();
  EXPECT_EQ(found.faults, 0U);
  EXPECT_EQ(found.entries, 501U);
  EXPECT_EQ(found.segments, 2U);
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(CheckIndexTest, EveryDamagedByteIsToldWithItsPlace) {
  add(500);
  add(500);
  for (const std::size_t number : {0U, 1U}) {
    const std::string path = segment(number);
    for_test::flip_bit(path, std::filesystem::file_size(path) / 2);
    EXPECT_EQ(check().faults, number + 1);
    EXPECT_THAT(told_, SizeIs(number + 1));
    EXPECT_THAT(told_.back(), AllOf(StartsWith(path + ":"), HasSubstr(": ")));
  }
}

TEST_F(CheckIndexTest, WhatCannotBeOpenedIsAnError) {
  EXPECT_THROW((void)check(), Error);
  add(10);
  std::filesystem::remove(segment(0));
  try {
    (void)check();
    ADD_FAILURE() << "a segment is missing";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::damaged);
  }
}

TEST_F(CheckIndexTest, EndsWhereTheCallerSaysSo) {
  add(10);
  EXPECT_THROW((void)check_index(
                   index_, [](const Sentence&) {}, [] { throw std::runtime_error("stop"); }),
               std::runtime_error);
}

// A segment may be as large as the disk: the check function is called after every piece of it.
TEST_F(CheckIndexTest, AsksWithinASegmentWhetherToGoOn) {
  add(100'000);
  int asked = 0;
  (void)check_index(index_, [](const Sentence&) {}, [&asked] { ++asked; });
  EXPECT_GT(asked, 40);
}

}  // namespace
}  // namespace facsim
