// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/sync_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

TEST(SyncFolderOf, TakesAFolderAndNothingElse) {
  const TempFolder temp{testing::TempDir()};
  EXPECT_NO_THROW(sync_folder_of(temp.path()));
  const std::string file = temp.path() + "/file";
  std::ofstream(file) << "x";
  for (const std::string& path : {file, temp.path() + "/none"}) {
    try {
      sync_folder_of(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::io);
      EXPECT_EQ(error.where(), path);
    }
  }
}

}  // namespace
}  // namespace facsim
