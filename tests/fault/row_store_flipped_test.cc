// SPDX-License-Identifier: Apache-2.0
// One bit of one file of a closed row store flips: either an error names what is damaged, or all
// answers are as before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <tuple>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"
#include "facsim/store/row_store_seam_internal.h"
#include "tests/fault/power_cut_fs.h"
#include "tests/fault/row_store_work.h"

namespace facsim::fault {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kFlippedSeed = 5;
constexpr std::uint64_t kFlippedChanges = 60;
// For each file; a small one is tested completely.
constexpr std::uint64_t kFlipsOfFile = 60;

enum class Left {
  log,        // tables, and changes that are only in the log
  tables,     // rows and keys were flushed, and nothing followed
  reopening,  // the log was read again into tables, and nothing followed
};

void flush(const RowStore& store, const std::string& folder) {
  store.checkpoint(folder + "-copy");
  fs::remove_all(folder + "-copy");
}

// Makes a store of kFlippedChanges changes, with so few tables that none are merged: a merge would
// end the manifest with a record of its own.
void make_store(const std::string& folder, Left left) {
  {
    RowStore store = RowStore::open(folder, {.create = true});
    for (std::uint64_t i = 1; i <= kFlippedChanges; ++i) {
      const std::uint64_t ticket = store.submit(change_of(kFlippedSeed, i));
      if (i % 3 == 0) store.wait(ticket);
      if (i == kFlippedChanges / 2) flush(store, folder);
    }
    store.wait(kFlippedChanges);
    if (left == Left::tables) flush(store, folder);
  }
  if (left == Left::reopening) (void)RowStore::open(folder);
}

// Makes a copy with one bit flipped.
void copy_flipped(const std::string& from, const std::string& to, const std::string& name,
                  std::uint64_t byte, unsigned bit) {
  fs::remove_all(to);
  fs::copy(from, to);
  std::string bytes = content_of(from + "/" + name);
  bytes[byte] = static_cast<char>(static_cast<unsigned char>(bytes[byte]) ^ (1U << bit));
  std::ofstream(to + "/" + name, std::ios::binary) << bytes;
}

std::string manifest_of(const std::string& folder) {
  const std::string current = content_of(folder + "/CURRENT");
  return current.substr(0, current.size() - 1);  // without the line's end
}

enum class Answer { same, said, wrong };

Answer ask(const std::string& folder, bool read_only, std::string& what) {
  try {
    const auto files = std::make_shared<PowerCutFiles>(folder, folder + "-graves");
    const RowStoreFilesScope scope(files);
    const RowStore store = RowStore::open(folder, {.read_only = read_only});
    const auto wrong = complaint(store, kFlippedSeed, kFlippedChanges);
    if (!wrong) return Answer::same;
    what = *wrong;
    store.verify();
    return Answer::wrong;
  } catch (const Error& failed) {
    what = failed.what();
    const bool is_damage = failed.code() == ErrorCode::damaged ||
                           failed.code() == ErrorCode::unsupported ||
                           failed.code() == ErrorCode::invalid_argument;
    const bool names_it = std::string_view(failed.what()).starts_with(folder);
    return is_damage && names_it ? Answer::said : Answer::wrong;
  }
}

class FlippedBitOf : public testing::TestWithParam<std::tuple<FileKind, Left>> {};

TEST_P(FlippedBitOf, IsSaidOrHarmless) {
  const auto [kind, left] = GetParam();
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const std::string copy = temp.path() + "/copy";
  make_store(folder, left);
  std::mt19937_64 random(1);
  std::uint64_t same = 0;
  std::uint64_t said = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (kind_of(name) != kind || name.starts_with("LOG") || name == "LOCK") continue;
    const std::uint64_t bytes = entry.file_size();
    const std::uint64_t flips = std::min(bytes, kind == FileKind::table ? 12 : kFlipsOfFile);
    for (std::uint64_t i = 0; i < flips; ++i) {
      const std::uint64_t at = flips == bytes ? i : random() % bytes;
      const auto bit = static_cast<unsigned>(random() % 8);
      copy_flipped(folder, copy, name, at, bit);
      std::string what;
      const Answer answer = ask(copy, i % 2 == 0, what);
      same += answer == Answer::same ? 1 : 0;
      said += answer == Answer::said ? 1 : 0;
      EXPECT_NE(answer, Answer::wrong)
          << name << " byte " << at << " of " << bytes << " bit " << bit << ": " << what;
    }
  }
  std::cout << "  said " << said << ", harmless " << same << '\n';
  EXPECT_GT(same + said, 0U);
}

// Returns the offset of the manifest's last record. The manifest is one block (row_log_internal.h).
std::uint64_t last_record(const std::string& manifest) {
  constexpr std::size_t kHeader = 7;
  std::uint64_t last = 0;
  for (std::uint64_t at = 0; at + kHeader <= manifest.size();) {
    last = at;
    at += kHeader + static_cast<unsigned char>(manifest[at + 4]) +
          std::size_t{256} * static_cast<unsigned char>(manifest[at + 5]);
  }
  return last;
}

class FlippedByteOfTheLastRecord : public testing::TestWithParam<Left> {};

// The damaged record is taken for torn and left out (RowTables::leave_out_torn_record()), while the
// logs that it made superfluous are gone.
TEST_P(FlippedByteOfTheLastRecord, OfTheManifestIsSaidOrHarmless) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const std::string copy = temp.path() + "/copy";
  make_store(folder, GetParam());
  const std::string name = manifest_of(folder);
  const std::string bytes = content_of(folder + "/" + name);
  ASSERT_LT(bytes.size(), 32768U);
  for (std::uint64_t at = last_record(bytes); at < bytes.size(); ++at) {
    for (const bool read_only : {false, true}) {
      copy_flipped(folder, copy, name, at, static_cast<unsigned>(at % 8));
      std::string what;
      EXPECT_NE(ask(copy, read_only, what), Answer::wrong)
          << name << " byte " << at << ": " << what;
    }
  }
}

// A complete check finds a flip even if no answer depends on it.
TEST(FlippedBit, OfATableIsFoundByVerify) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const std::string copy = temp.path() + "/copy";
  make_store(folder, Left::log);
  std::mt19937_64 random(2);
  std::uint64_t tried = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (kind_of(name) != FileKind::table) continue;
    copy_flipped(folder, copy, name, random() % entry.file_size(), 3);
    ++tried;
    std::optional<RowStore> store;
    try {
      store.emplace(RowStore::open(copy, {.read_only = true}));
      store->verify();
      ADD_FAILURE() << name;
    } catch (const Error& failed) {
      EXPECT_EQ(failed.code(), ErrorCode::damaged);
      // RocksDB reads the properties of all tables when it opens, and reports such damage as the
      // manifest's.
      if (store) {
        EXPECT_THAT(failed.what(), testing::HasSubstr(name));
      }
    }
  }
  EXPECT_GT(tried, 0U);
}

constexpr const char* kKinds[] = {"Log", "Table", "Manifest", "Current", "Folder", "Other"};
constexpr const char* kLeft[] = {"Log", "Tables", "Reopening"};
std::string name_of_flip(const testing::TestParamInfo<std::tuple<FileKind, Left>>& each) {
  const auto [kind, left] = each.param;
  return std::string(kKinds[static_cast<std::size_t>(kind)]) + "After" +
         kLeft[static_cast<std::size_t>(left)];
}
INSTANTIATE_TEST_SUITE_P(Kinds, FlippedBitOf,
                         testing::Combine(testing::Values(FileKind::log, FileKind::table,
                                                          FileKind::manifest, FileKind::current,
                                                          FileKind::other),
                                          testing::Values(Left::log)),
                         name_of_flip);
// The log is empty then, and the others are as above.
INSTANTIATE_TEST_SUITE_P(Flushed, FlippedBitOf,
                         testing::Combine(testing::Values(FileKind::table, FileKind::manifest),
                                          testing::Values(Left::tables, Left::reopening)),
                         name_of_flip);
INSTANTIATE_TEST_SUITE_P(Left, FlippedByteOfTheLastRecord,
                         testing::Values(Left::log, Left::tables, Left::reopening),
                         [](const testing::TestParamInfo<Left>& each) {
                           return std::string(kLeft[static_cast<std::size_t>(each.param)]);
                         });

}  // namespace
}  // namespace facsim::fault
