// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/name_table.h"

#include <gtest/gtest.h>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/model/label.h"

namespace facsim {
namespace {

MemorySections built_names(const std::function<void(NameTableBuilder&)>& fill, std::size_t memory) {
  MemoryScratch scratch;
  NameTableBuilder builder(scratch, memory);
  fill(builder);
  MemorySections sections;
  builder.finish(sections, "ids");
  return sections;
}

void expect_names(const MemorySections& sections, const std::vector<std::string>& names) {
  const NameTable table(sections, "ids", names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(table.at(i), names[i]);
  std::vector<std::string> all;
  table.for_each([&](std::uint64_t ordinal, std::string_view name) {
    EXPECT_EQ(ordinal, all.size());
    all.emplace_back(name);
  });
  EXPECT_EQ(all, names);
  EXPECT_THROW((void)table.at(names.size()), Error);
}

TEST(NameTable, AnyNames) {
  std::vector<std::string> names = {"",
                                    "a",
                                    std::string(127, 'x'),
                                    std::string(128, 'y'),
                                    std::string(limits::kLabelBytesMax, 'z'),
                                    "7",
                                    "\xff\n"};
  for (int i = 0; i < 100; ++i) names.push_back("https://example.org/" + std::to_string(i));
  for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{1}}) {
    expect_names(built_names(
                     [&](auto& b) {
                       for (const auto& name : names) b.add(name);
                     },
                     memory),
                 names);
  }
}

TEST(NameTable, ConsecutiveNumbersCostNothing) {
  const MemorySections sections = built_names(
      [](auto& b) {
        for (std::uint64_t i = 5; i < 1000; ++i) b.add(i);
      },
      1 << 20);
  EXPECT_EQ(sections.bytes(), 16U);
  std::vector<std::string> names;
  for (int i = 5; i < 1000; ++i) names.push_back(std::to_string(i));
  expect_names(sections, names);
}

TEST(NameTable, NumbersWithAGap) {
  expect_names(built_names(
                   [](auto& b) {
                     b.add(1U);
                     b.add(2U);
                     b.add(4U);
                     b.add(5U);
                   },
                   1 << 20),
               {"1", "2", "4", "5"});
  expect_names(built_names(
                   [](auto& b) {
                     b.add(1U);
                     b.add("x");
                     b.add(2U);
                   },
                   1 << 20),
               {"1", "x", "2"});
  expect_names(built_names([](auto&) {}, 1 << 20), {});
}

TEST(NameTable, LongNamesAreCut) {
  const std::string name(limits::kLabelBytesMax + 5, 'n');
  expect_names(built_names([&](auto& b) { b.add(name); }, 1 << 20), {cut_label(name)});
}

}  // namespace
}  // namespace facsim
