// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/fingerprint_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::Pair;

struct FilesContents {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;  // fingerprint, number
  std::uint64_t next_number = 0;
  std::optional<std::string> warning;
};

FilesContents read_files(const std::vector<FingerprintInput>& inputs, std::uint64_t first_number,
                         const std::function<void()>& check = {}) {
  FilesContents all;
  const FingerprintsRead read = for_each_fingerprint(
      inputs, first_number, check, [&](const FingerprintRecord& record, std::uint64_t number) {
        all.numbers.emplace_back(record.fingerprint, number);
      });
  all.next_number = read.next_number;
  all.warning = read.bad.warning();
  return all;
}

TEST(FingerprintFiles, NumbersGoOnOverAllFiles) {
  const for_test::Folder folder;
  const std::string two = folder.put("two.hex", "00000000000000aa\n\n00000000000000bb\n");
  const std::string none = folder.put("none.hex", "");
  const std::string column = folder.put("column.u64", std::string("\x01\0\0\0\0\0\0\0", 8));
  const FilesContents all = read_files({{"two", two, FingerprintForm::hex},
                                        {"none", none, FingerprintForm::hex},
                                        {"column", column, FingerprintForm::u64}},
                                       7);
  EXPECT_THAT(all.numbers, ElementsAre(Pair(0xaa, 7), Pair(0xbb, 9), Pair(1, 10)));
  EXPECT_EQ(all.next_number, 11U);
  EXPECT_EQ(all.warning, std::nullopt);
}

// An empty index counts from 0.
TEST(FingerprintFiles, NothingAndTheNumberZero) {
  const for_test::Folder folder;
  EXPECT_EQ(read_files({}, 5).next_number, 5U);
  const std::string one = folder.put("one.hex", "00000000000000aa");
  const FilesContents all = read_files({{"one", one, FingerprintForm::hex}}, 0);
  EXPECT_THAT(all.numbers, ElementsAre(Pair(0xaa, 0)));
  EXPECT_EQ(all.next_number, 1U);
}

TEST(FingerprintFiles, OneWarningForAllBadLines) {
  const for_test::Folder folder;
  const std::string good = folder.put("good.hex", "00000000000000aa\n");
  const std::string bad = folder.put("bad.hex", "00000000000000aa\nxyz\n");
  const FingerprintInput first{"first.hex", good, FingerprintForm::hex};
  const FingerprintInput second{"second.hex", bad, FingerprintForm::hex};
  EXPECT_EQ(read_files({first, second}, 1).warning,
            "1 line is no fingerprint and was left out: second.hex:2");
  EXPECT_EQ(read_files({second, first, second}, 1).warning,
            "2 lines are no fingerprints and were left out, first second.hex:2");
}

TEST(FingerprintFiles, EndsWhereTheCallerSaysSo) {
  const for_test::Folder folder;
  const std::string one = folder.put("one.hex", "00000000000000aa\n");
  EXPECT_THROW((void)read_files({{"one", one, FingerprintForm::hex}}, 1,
                                [] { throw std::runtime_error("stop"); }),
               std::runtime_error);
  EXPECT_THROW((void)read_files({{"gone", folder.file("gone.hex"), FingerprintForm::hex}}, 1),
               Error);
}

}  // namespace
}  // namespace facsim
