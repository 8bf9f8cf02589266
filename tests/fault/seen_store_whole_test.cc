// SPDX-License-Identifier: Apache-2.0
// Other accidents of a store's folder: a flipped bit in each of its files, no permission to write,
// another program, a clock that goes backwards, a newer facsim.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/manifest.h"
#include "facsim/store/row_store.h"
#include "tests/fault/child.h"
#include "tests/fault/power_cut_fs.h"
#include "tests/fault/seen_work.h"

namespace facsim::fault {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
constexpr std::uint64_t kWholeSeed = 9;

class WholeStore : public testing::Test {
 protected:
  // Makes segments, tombstones, tables of rows and names, and pages that are only in the log.
  void SetUp() override {
    SeenStore store = SeenStore::open(folder_, small_memtables());
    int changes = 0;
    offer_copies(
        store, {.seed = kWholeSeed, .families = 8}, [&] { return ++changes < 60; },
        [&](const Copy& copy, Known known) { expected_[copy].push_back(known); });
    store.seal();
    for (std::uint32_t copy = 100; copy < 110; ++copy) {
      (void)store.check_and_add(page_of(kWholeSeed, {copy % 8, copy}));
      expected_[{copy % 8, copy}] = {Known::yes};
    }
  }

  TempFolder temp_{testing::TempDir()};
  std::string folder_ = temp_.path() + "/store";
  Expected expected_;
};

// The kind of a file: its name without numbers.
std::string kind_of_name(const fs::path& path) {
  std::string kind = path.parent_path().filename().string() + "/";
  for (const char byte : path.filename().string()) {
    if (byte < '0' || byte > '9') kind += byte;
  }
  return kind;
}

// Returns nothing if every answer is as before; otherwise the error, which must name a file or the
// folder.
std::optional<std::string> said_of(const std::string& folder, const Expected& expected) {
  try {
    const SeenStore store = SeenStore::open(folder, small_memtables());
    const auto wrong = complaint(store, kWholeSeed, expected);
    EXPECT_FALSE(wrong) << *wrong;
    return std::nullopt;
  } catch (const Error& failed) {
    const bool is_damage = failed.code() == ErrorCode::damaged ||
                           failed.code() == ErrorCode::unsupported ||
                           failed.code() == ErrorCode::invalid_argument;
    EXPECT_TRUE(is_damage) << failed.what();
    EXPECT_THAT(failed.what(), HasSubstr(folder));
    return failed.what();
  }
}

TEST_F(WholeStore, WithAFlippedBitIsRefusedOrAnswersAsBefore) {
  constexpr int kFlips = 12;
  std::map<std::string, int> said;
  std::mt19937_64 random(1);
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    const std::string name = fs::relative(entry.path(), folder_);
    for (int i = 0; i < kFlips; ++i) {
      const std::string copy = temp_.path() + "/copy";
      fs::remove_all(copy);
      fs::copy(folder_, copy, fs::copy_options::recursive);
      std::string bytes = content_of(entry.path());
      const std::size_t at = random() % bytes.size();
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
      std::ofstream(copy + "/" + name, std::ios::binary) << bytes;
      SCOPED_TRACE(name + " byte " + std::to_string(at) + " of " + std::to_string(bytes.size()));
      said[kind_of_name(entry.path())] += said_of(copy, expected_) ? 1 : 0;
    }
  }
  // Rows are the only source of truth, so their damage is reported; an index is rebuilt, whatever
  // it was.
  for (const char* kind : {"rows/.sst", "rows/.log", "rows/CURRENT", "rows/MANIFEST-"}) {
    EXPECT_GT(said[kind], 0) << kind;
  }
  for (const char* kind : {"pages.idx/.seg", "pages.idx/MANIFEST"}) {
    ASSERT_TRUE(said.contains(kind)) << kind;
    EXPECT_EQ(said[kind], 0) << kind;
  }
}

TEST_F(WholeStore, IsOpenInOneProgramAtATime) {
  const SeenStore store = SeenStore::open(folder_, small_memtables());
  const Child other("WholeStoreChild.Opens", folder_);
  const std::string said = other.read_all();
  EXPECT_THAT(said, HasSubstr("busy: "));
  EXPECT_THAT(said, HasSubstr(folder_));
  EXPECT_THAT(said, HasSubstr("process " + std::to_string(::getpid())));
}

// root may write all files, so another user opens them.
TEST_F(WholeStore, WithoutTheRightToWriteIsRefusedAndLeftAsItIs) {
  const auto names = [&] {
    std::set<std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) all.insert(entry.path());
    return all;
  };
  const auto before = names();
  const auto forbid = [&](fs::perms perms, fs::perm_options how) {
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      fs::permissions(entry.path(), perms, how);
    }
    fs::permissions(folder_, perms, how);
  };
  const auto write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  const auto read = fs::perms::others_read | fs::perms::others_exec;
  forbid(write, fs::perm_options::remove);
  forbid(read, fs::perm_options::add);
  fs::permissions(temp_.path(), read, fs::perm_options::add);
  {
    const Child other("WholeStoreChild.OpensAsNobody", folder_);
    const std::string said = other.read_all();
    EXPECT_THAT(said, HasSubstr("io: "));
    EXPECT_THAT(said, HasSubstr(folder_));
    EXPECT_THAT(said, HasSubstr("Permission denied"));
  }
  forbid(fs::perms::owner_write, fs::perm_options::add);
  EXPECT_EQ(names(), before);
  EXPECT_EQ(complaint(folder_, kWholeSeed, expected_), std::nullopt);
}

// The task: a folder.
void open_and_say() {
  std::string said = "opened";
  try {
    const SeenStore store = SeenStore::open(task_of_child(), small_memtables());
  } catch (const Error& failed) {
    said = failed.code() == ErrorCode::busy ? "busy: " : "";
    if (failed.code() == ErrorCode::io) said = "io: ";
    said += failed.what();
  }
  tell_parent(said.data(), said.size());
}

TEST(WholeStoreChild, Opens) {
  if (task_of_child().empty()) GTEST_SKIP() << "for a test above";
  open_and_say();
}

TEST(WholeStoreChild, OpensAsNobody) {
  if (task_of_child().empty()) GTEST_SKIP() << "for a test above";
  constexpr uid_t kNobody = 65'534;
  if (::geteuid() == 0 && ::seteuid(kNobody) != 0) return;
  open_and_say();
}

TEST_F(WholeStore, CountsItsPagesWhateverTheClockSays) {
  std::int64_t now = 2'000'000;
  SeenStoreOptions options = small_memtables();
  options.clock = [&now] { return now -= 60'000; };
  {
    SeenStore store = SeenStore::open(folder_, options);
    int changes = 0;
    offer_copies(
        store, {.seed = kWholeSeed, .families = 8, .first = 1000}, [&] { return ++changes < 60; },
        [&](const Copy& copy, Known known) { expected_[copy].push_back(known); });
    EXPECT_LT(now, 0);  // before 1970
    std::uint64_t last = 0;
    for (const auto& [copy, known] : expected_) {
      for (const SeenPage& page : store.find(id_of(copy))) last = std::max(last, page.number);
    }
    const SeenAnswer answer = store.check_and_add(page_of(kWholeSeed, {0, 2000}));
    expected_[{0, 2000}] = {Known::yes};
    EXPECT_GT(answer.number, last);
    const auto found = store.find(id_of({0, 2000}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].first_seen_ms, now);
  }
  EXPECT_EQ(complaint(folder_, kWholeSeed, expected_), std::nullopt);
}

TEST_F(WholeStore, OfANewerFacsimIsRefusedAsItIs) {
  const std::string row = [&] {
    RowStore rows = RowStore::open(folder_ + "/rows");
    RowChange change;
    change.rows.push_back({rows.last_row() + 1, "\x09 what comes in a year"});
    rows.wait(rows.submit(std::move(change)));
    return std::to_string(rows.last_row());
  }();
  try {
    const SeenStore store = SeenStore::open(folder_, small_memtables());
    ADD_FAILURE() << "it was opened";
  } catch (const Error& failed) {
    EXPECT_EQ(failed.code(), ErrorCode::unsupported) << failed.what();
    EXPECT_THAT(failed.what(), HasSubstr(row));
  }
  RowStore rows = RowStore::open(folder_ + "/rows");
  EXPECT_TRUE(rows.row(rows.last_row()));
}

}  // namespace
}  // namespace facsim::fault
