// SPDX-License-Identifier: Apache-2.0
// A new folder is durable only after a sync of its parent folder: without that, a power cut removes
// it with everything that was synced inside.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "facsim/files/temp_folder.h"
#include "facsim/result/result_folder.h"
#include "tests/fault/seen_work.h"
#include "tests/fault/sync_watch.h"

namespace facsim::fault {
namespace {

namespace fs = std::filesystem;

// The names in each folder below `top` at its last sync.
class SyncedNames {
 public:
  explicit SyncedNames(std::string top)
      : top_(std::move(top)), watch_([this](int file) { return hear(file); }) {}

  [[nodiscard]] bool has(const fs::path& path) {
    const std::lock_guard hold(mutex_);
    return names_[path.parent_path()].contains(path.filename());
  }

 private:
  bool hear(int file) {
    struct stat status = {};
    if (::fstat(file, &status) != 0 || !S_ISDIR(status.st_mode)) return false;
    const fs::path folder = fs::read_symlink("/proc/self/fd/" + std::to_string(file));
    if (!folder.string().starts_with(top_)) return false;
    const std::lock_guard hold(mutex_);
    std::set<std::string>& names = names_[folder] = {};
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    return true;
  }

  const std::string top_;
  std::mutex mutex_;
  std::map<fs::path, std::set<std::string>> names_;
  SyncWatch watch_;  // destroyed first
};

TEST(MadeFolders, AreSyncedInTheirParents) {
  const TempFolder temp{testing::TempDir()};
  const fs::path top = fs::canonical(temp.path());
  SyncedNames synced(top);
  const SeenStore store = SeenStore::open(top / "some/where/store", small_memtables());
  int folders = 0;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    if (!entry.is_directory()) continue;
    ++folders;
    EXPECT_TRUE(synced.has(entry.path())) << entry.path();
  }
  EXPECT_EQ(folders, 5);  // some, where, store, rows, pages.idx
  EXPECT_FALSE(synced.has(top / "some/where/nothing"));
}

// With `force` files are moved one by one into the folders of the earlier result.
TEST(MadeFolders, OfAResultThatIsMovedInToo) {
  const TempFolder temp{testing::TempDir()};
  const fs::path top = fs::canonical(temp.path());
  fs::create_directories(top / "out/old");
  std::ofstream(top / "out/old/page") << "of another program";
  SyncedNames synced(top);
  ResultFolder folder((top / "out").string(), true);
  const std::vector<fs::path> names = {"summary.json", "old/kept", "new/inner/kept"};
  for (const fs::path& name : names) {
    fs::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << "bytes";
  }
  folder.commit({});
  for (const fs::path& name : names) EXPECT_TRUE(synced.has(top / "out" / name)) << name;
  EXPECT_TRUE(synced.has(top / "out/new/inner"));
}

TEST(MadeFolders, OfABackupToo) {
  const TempFolder temp{testing::TempDir()};
  const fs::path top = fs::canonical(temp.path());
  const SeenStore store = SeenStore::open(top / "store", small_memtables());
  SyncedNames synced(top);
  store.backup(top / "kept/monday");
  for (const char* const name : {"kept", "kept/monday", "kept/monday/rows"}) {
    EXPECT_TRUE(synced.has(top / name)) << name;
  }
}

}  // namespace
}  // namespace facsim::fault
