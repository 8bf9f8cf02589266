// SPDX-License-Identifier: Apache-2.0
// Which processes may open a row store, and the contents of its copies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"

namespace facsim {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;
constexpr RowStoreOptions kCreate = {.create = true};
constexpr RowStoreOptions kReadOnly = {.read_only = true};

class RowStoreOpening : public testing::Test {
 protected:
  [[nodiscard]] std::string folder() const { return temp_.path() + "/rows"; }
  [[nodiscard]] RowStore open(const RowStoreOptions& options = kCreate) const {
    return RowStore::open(folder(), options);
  }
  [[nodiscard]] std::optional<Error> refusal(const RowStoreOptions& options) const {
    try {
      (void)open(options);
    } catch (const Error& failed) {
      return failed;
    }
    return std::nullopt;
  }
  void write_foreign(const std::string& key, const std::string& value) const {
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* made = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, folder(), &made).ok());
    const std::unique_ptr<rocksdb::DB> db(made);
    ASSERT_TRUE(db->Put({}, key, value).ok());
  }

 private:
  TempFolder temp_{testing::TempDir()};
};

void put_row(RowStore& store, std::uint64_t number, const std::string& bytes) {
  RowChange change;
  change.rows.push_back({number, bytes});
  change.keys.push_back({"last", std::to_string(number)});
  store.wait(store.submit(std::move(change)));
}

std::uint64_t count(const RowStore& store) {
  std::uint64_t rows = 0;
  store.for_each_row(0, [&](std::uint64_t, std::string_view) { return ++rows > 0; });
  return rows;
}

TEST_F(RowStoreOpening, WhereThereIsNone) {
  for (const RowStoreOptions& options : {RowStoreOptions{}, kReadOnly}) {
    EXPECT_EQ(refusal(options)->code(), ErrorCode::not_found);
    EXPECT_FALSE(fs::exists(folder()));
  }
  fs::create_directory(folder());
  EXPECT_EQ(refusal({})->code(), ErrorCode::not_found);
  EXPECT_TRUE(fs::is_empty(folder()));
  std::ofstream(folder() + "/notes.txt") << "mine";
  EXPECT_EQ(refusal({})->code(), ErrorCode::not_found);
  EXPECT_EQ(refusal(kCreate)->code(), ErrorCode::already_exists);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), 1);
  fs::remove_all(folder());
  std::ofstream(folder()) << "a file";
  EXPECT_EQ(refusal({})->code(), ErrorCode::not_found);
  EXPECT_EQ(refusal(kCreate)->code(), ErrorCode::already_exists);
  EXPECT_EQ(refusal({.create = true, .read_only = true})->code(), ErrorCode::invalid_argument);
  EXPECT_THROW((void)RowStore::open("", kCreate), Error);
}

TEST_F(RowStoreOpening, TheSecondWriterIsToldWhoHasIt) {
  RowStore store = open();
  for (const RowStoreOptions& options : {kCreate, RowStoreOptions{}}) {
    const auto refused = refusal(options);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code(), ErrorCode::busy);
    EXPECT_THAT(refused->what(), HasSubstr("row store " + folder() + ": being written by process " +
                                           std::to_string(::getpid())));
  }
  put_row(store, 1, "still");
  EXPECT_EQ(store.row(1), "still");
}

TEST_F(RowStoreOpening, ReadersBesideAWriterSeeWhatWasThere) {
  RowStore writer = open();
  put_row(writer, 1, "one");
  RowStore reader = open(kReadOnly);
  put_row(writer, 2, "two");
  EXPECT_EQ(reader.row(1), "one");
  EXPECT_FALSE(reader.row(2));
  EXPECT_EQ(open(kReadOnly).row(2), "two");
  EXPECT_THROW((void)reader.submit({}), Error);
  EXPECT_THROW(reader.sync(), Error);
  EXPECT_THROW(reader.checkpoint(folder() + "-copy"), Error);
  EXPECT_GT(reader.figures().disk_bytes, 0U);
  reader.verify();
}

TEST_F(RowStoreOpening, ReadersOpenWhileAWriterIsAtIt) {
  RowStore writer = open({.create = true, .memory_bytes = 1 << 20});
  std::atomic<bool> ends = false;
  std::thread writing([&] {
    const std::string bytes(20'000, 'x');
    for (std::uint64_t i = 1; !ends; ++i) put_row(writer, i, bytes);
  });
  std::uint64_t before = 0;
  for (int i = 0; i < 20; ++i) {
    const RowStore reader = open(kReadOnly);
    const std::uint64_t rows = count(reader);
    EXPECT_GE(rows, before);
    EXPECT_EQ(reader.value("last").value_or("0"), std::to_string(rows));
    before = rows;
  }
  ends = true;
  writing.join();
}

TEST_F(RowStoreOpening, ForeignDatabasesAreRefused) {
  write_foreign("a", "b");
  EXPECT_EQ(refusal({})->code(), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(kCreate)->code(), ErrorCode::invalid_argument);
  EXPECT_EQ(refusal(kReadOnly)->code(), ErrorCode::invalid_argument);
  write_foreign("format", "of another program");
  EXPECT_EQ(refusal(kCreate)->code(), ErrorCode::invalid_argument);
}

TEST_F(RowStoreOpening, NewerVersionsAreRefused) {
  write_foreign("format", std::string("facsim rows\x02\0\0\0newer", 20));
  const auto refused = refusal(kCreate);
  EXPECT_EQ(refused->code(), ErrorCode::unsupported);
  EXPECT_THAT(refused->what(), HasSubstr("is a row store of version 2"));
}

// RocksDB creates its files before we describe the store: a store left in between is created again.
TEST_F(RowStoreOpening, AnUnfinishedOneIsMadeAgain) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* made = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(options, folder(), &made).ok());
  delete made;
  EXPECT_EQ(refusal({})->code(), ErrorCode::not_found);
  RowStore store = open();
  put_row(store, 1, "one");
}

TEST_F(RowStoreOpening, AMissingCurrentIsDamage) {
  {
    RowStore store = open();
    put_row(store, 1, "one");
  }
  fs::remove(folder() + "/CURRENT");
  EXPECT_EQ(refusal({})->code(), ErrorCode::damaged);
  EXPECT_EQ(refusal(kCreate)->code(), ErrorCode::damaged);
}

TEST_F(RowStoreOpening, ACheckpointIsAStore) {
  const std::string copy = folder() + "-copy";
  RowStore store = open();
  for (std::uint64_t i = 1; i <= 50; ++i) put_row(store, i, std::string(1000, 'x'));
  std::atomic<bool> ends = false;
  std::thread writing([&] {
    for (std::uint64_t i = 51; !ends; ++i) put_row(store, i, std::string(1000, 'y'));
  });
  store.checkpoint(copy);
  EXPECT_THROW(store.checkpoint(copy), Error);
  ends = true;
  writing.join();
  RowStore other = RowStore::open(copy);
  const std::uint64_t rows = count(other);
  EXPECT_GE(rows, 50U);
  EXPECT_EQ(other.value("last"), std::to_string(rows));  // changes are complete
  EXPECT_EQ(other.row(7), std::string(1000, 'x'));
  other.verify();
  put_row(other, rows + 1, "of the copy");
  EXPECT_NE(store.row(rows + 1), "of the copy");
  EXPECT_THROW(store.checkpoint(folder() + "/no/such/folder"), Error);
}

TEST_F(RowStoreOpening, VerifyAsksWhetherToGoOn) {
  const RowStore store = open();
  EXPECT_THROW(store.verify([] { throw Error(ErrorCode::cancelled, "stop"); }), Error);
  store.verify();
}

}  // namespace
}  // namespace facsim
