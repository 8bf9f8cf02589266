// SPDX-License-Identifier: Apache-2.0
// Tests that need no plug-in; tests/cli/test_parquet.py has the rest.
#include "facsim/tables/parquet_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

class ParquetMarksTest : public testing::Test {
 protected:
  ParquetMarks marks(const std::string& bytes) const {
    const std::string path = temp_.path() + "/file";
    for_test::put(path, bytes);
    return parquet_marks(path, bytes);
  }

 private:
  TempFolder temp_{std::filesystem::temp_directory_path().string()};
};

TEST_F(ParquetMarksTest, StandAtBothEnds) {
  EXPECT_EQ(marks("PAR1PAR1"), ParquetMarks::both);
  EXPECT_EQ(marks("PAR1 what is between PAR1"), ParquetMarks::both);
  EXPECT_EQ(marks(""), ParquetMarks::none);
  EXPECT_EQ(marks("PAR"), ParquetMarks::none);
  EXPECT_EQ(marks("words PAR1"), ParquetMarks::none);
}

TEST_F(ParquetMarksTest, TellACutFile) {
  EXPECT_EQ(marks("PAR1"), ParquetMarks::cut);
  EXPECT_EQ(marks("PAR1AR1"), ParquetMarks::cut);  // the two do not overlap
  EXPECT_EQ(marks("PAR1 and no end"), ParquetMarks::cut);
}

TEST_F(ParquetMarksTest, TellAnEncryptedFooter) {
  EXPECT_EQ(marks("PARE....PARE"), ParquetMarks::encrypted);
  EXPECT_EQ(marks("PAR1....PARE"), ParquetMarks::encrypted);
  EXPECT_EQ(marks("PARENTS are no Parquet"), ParquetMarks::none);
  EXPECT_EQ(marks("PARE....PAR1"), ParquetMarks::none);
}

TEST_F(ParquetMarksTest, OfAMissingFileAreAnError) {
  EXPECT_EQ(parquet_marks("/no/such/file", "words"), ParquetMarks::none);
  EXPECT_THROW((void)parquet_marks("/no/such/file", "PAR1"), Error);
}

}  // namespace
}  // namespace facsim
