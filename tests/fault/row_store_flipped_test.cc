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

// Makes tables, names, and changes that are only in the log.
Promised make_store(const std::string& folder) {
  RowStore store = RowStore::open(folder, {.create = true});
  Promised promised{kFlippedChanges, {}};
  for (std::uint64_t i = 1; i <= kFlippedChanges; ++i) {
    const std::uint64_t ticket = store.submit(change_of(kFlippedSeed, i));
    if (i % 3 == 0) store.wait(ticket);
    if (i <= 17 || i == 40) {
      store.put_names(names_of(kFlippedSeed, i));
      promised.pieces.push_back(i);
    }
  }
  return promised;
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

enum class Answer { same, said, wrong };

Answer ask(const std::string& folder, const Promised& promised, bool read_only, std::string& what) {
  try {
    const auto files = std::make_shared<PowerCutFiles>(folder, folder + "-graves");
    const RowStoreFilesScope scope(files);
    const RowStore store = RowStore::open(folder, {.read_only = read_only});
    const auto wrong = complaint(store, kFlippedSeed, promised);
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

class FlippedBitOf : public testing::TestWithParam<FileKind> {};

TEST_P(FlippedBitOf, IsSaidOrHarmless) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const std::string copy = temp.path() + "/copy";
  const Promised promised = make_store(folder);
  std::mt19937_64 random(1);
  std::uint64_t same = 0;
  std::uint64_t said = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (kind_of(name) != GetParam() || name.starts_with("LOG") || name == "LOCK") continue;
    const std::uint64_t bytes = entry.file_size();
    const std::uint64_t flips = std::min(bytes, GetParam() == FileKind::table ? 12 : kFlipsOfFile);
    for (std::uint64_t i = 0; i < flips; ++i) {
      const std::uint64_t at = flips == bytes ? i : random() % bytes;
      const auto bit = static_cast<unsigned>(random() % 8);
      copy_flipped(folder, copy, name, at, bit);
      std::string what;
      const Answer answer = ask(copy, promised, i % 2 == 0, what);
      same += answer == Answer::same ? 1 : 0;
      said += answer == Answer::said ? 1 : 0;
      EXPECT_NE(answer, Answer::wrong)
          << name << " byte " << at << " of " << bytes << " bit " << bit << ": " << what;
    }
  }
  std::cout << "  said " << said << ", harmless " << same << '\n';
  EXPECT_GT(same + said, 0U);
}

// A complete check finds a flip even if no answer depends on it.
TEST(FlippedBit, OfATableIsFoundByVerify) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const std::string copy = temp.path() + "/copy";
  (void)make_store(folder);
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
std::string name_of_kind(const testing::TestParamInfo<FileKind>& each) {
  return kKinds[static_cast<std::size_t>(each.param)];
}
INSTANTIATE_TEST_SUITE_P(Kinds, FlippedBitOf,
                         testing::Values(FileKind::log, FileKind::table, FileKind::manifest,
                                         FileKind::current, FileKind::other),
                         name_of_kind);

}  // namespace
}  // namespace facsim::fault
