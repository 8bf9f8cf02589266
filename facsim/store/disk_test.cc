// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/disk_internal.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::span<const std::byte> span_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string random_bytes(std::size_t bytes, std::mt19937_64& random) {
  std::string text(bytes, '\0');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

TEST(NewFile, HoldsWhatWasAppendedWhereverPiecesEnd) {
  const TempFolder folder{testing::TempDir()};
  const std::string path = folder.path() + "/file";
  std::mt19937_64 random(1);
  constexpr std::size_t kSizes[] = {
      0, 1, 4096, 100'000, kHugePage - 1, kHugePage, kHugePage + 1, 5 * kHugePage / 2};
  std::string expected;
  NewFile file(path);
  for (int i = 0; i < 40; ++i) {
    const std::string bytes = random_bytes(kSizes[random() % std::size(kSizes)], random);
    file.append(span_of(bytes));
    expected += bytes;
    ASSERT_EQ(file.size(), expected.size());
    if (i % 5 == 4 && expected.size() > 100) {
      const std::size_t at = random() % (expected.size() - 100);
      const std::string over = random_bytes(100, random);
      file.overwrite(at, span_of(over));
      expected.replace(at, over.size(), over);
    }
  }
  file.commit();
  EXPECT_TRUE(for_test::bytes_of(path) == expected);
}

TEST(NewFile, IsWrittenInHugePages) {
  const TempFolder folder{testing::TempDir()};
  NewFile file(folder.path() + "/file");
  const std::string bytes(1000, 'x');
  std::size_t writes = 0;
  const StepHookScope scope([&](std::string_view step) { writes += step.starts_with("write "); });
  while (file.size() < 3 * kHugePage) file.append(span_of(bytes));
  EXPECT_EQ(writes, 3U);
  file.commit();
  EXPECT_EQ(writes, 4U) << "the rest";
}

}  // namespace
}  // namespace facsim
