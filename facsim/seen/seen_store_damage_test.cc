// SPDX-License-Identifier: Apache-2.0
// The index of a store is derived from its rows: whatever happens to it, the answers stay the same.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/seen_store_for_test.h"

namespace facsim {
namespace {

using for_test::family_pages;
using for_test::plain;
using for_test::PlainAnswer;

class SeenStoreDamageTest : public testing::Test {
 protected:
  SeenStoreDamageTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/s") {}

  [[nodiscard]] SeenStoreOptions options() {
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.front_pages = 100;
    options.warn = [this](const Sentence& sentence) { warnings_.push_back(sentence.plain()); };
    options.clock = [this] { return ++now_; };
    return options;
  }
  [[nodiscard]] SeenStore open() { return SeenStore::open(folder_, options()); }
  void fill() {
    SeenStore store = open();
    for (const Page& page : pages_) (void)store.check_and_add(page);
    store.seal();
    (void)store.erase(std::vector<std::string>{"p3", "p100"});
    truth_ = answers(store);
  }
  [[nodiscard]] std::vector<PlainAnswer> answers(const SeenStore& store) const {
    std::vector<PlainAnswer> all;
    for (const Page& page : pages_) all.push_back(plain(store, store.check(page)));
    return all;
  }
  [[nodiscard]] std::vector<std::string> index_files() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/pages.idx")) {
      if (entry.file_size() > 0 && entry.path().filename() != "LOCK") {
        files.push_back(entry.path().string());
      }
    }
    return files;
  }
  void expect_the_same_answers() {
    const SeenStore store = open();
    EXPECT_EQ(answers(store), truth_);
  }

  TempFolder temp_;
  std::string folder_;
  std::atomic<std::int64_t> now_ = 0;  // the store's threads read it too
  std::vector<Page> pages_ = family_pages(300, 5);
  std::vector<PlainAnswer> truth_;
  std::vector<std::string> warnings_;
};

TEST_F(SeenStoreDamageTest, OpeningAgainSaysTheSame) {
  fill();
  expect_the_same_answers();
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(SeenStoreDamageTest, AnIndexThatIsMissingOrInPartIsMadeAgain) {
  fill();
  std::filesystem::remove_all(folder_ + "/pages.idx");
  expect_the_same_answers();
  EXPECT_EQ(warnings_.size(), 1U);
  for (std::size_t i = 0; i < index_files().size(); ++i) {
    std::filesystem::remove(index_files()[i]);
    expect_the_same_answers();
  }
  EXPECT_GT(warnings_.size(), 2U);
}

// Otherwise all rows would be loaded into the memtable.
TEST_F(SeenStoreDamageTest, AnIndexThatWasBegunAndNoMoreIsMadeAgain) {
  fill();
  {
    IndexWriter writer(folder_ + "/pages.idx", IndexWriter::Start::existing, "test");
    Manifest next = writer.manifest();
    next.segments.clear();
    next.properties[kSealedRowsTo] = "0";
    next.properties[kSealedCommit] = std::to_string(next.generation + 1);
    writer.commit(std::move(next));
  }
  SeenStoreOptions few = options();
  few.front_pages = 10;
  const SeenStore store = SeenStore::open(folder_, few);
  EXPECT_TRUE(warnings_.empty());
  EXPECT_EQ(store.figures().front_pages, 0U);
  EXPECT_EQ(answers(store), truth_);
}

TEST_F(SeenStoreDamageTest, AnIndexThatWasCutIsMadeAgain) {
  fill();
  for (std::size_t i = 0; i < index_files().size(); ++i) {
    const std::string file = index_files()[i];
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    expect_the_same_answers();
  }
  EXPECT_GT(warnings_.size(), 1U);
}

TEST_F(SeenStoreDamageTest, AnIndexThatOthersChangedIsMadeAgain) {
  fill();
  {
    PageIndexOptions others;
    PageIndex index = PageIndex::open(folder_ + "/pages.idx", others);
    (void)index.add(std::vector<Page>{family_pages(1, 77)});
  }
  expect_the_same_answers();
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("another program"), std::string::npos) << warnings_[0];
}

TEST_F(SeenStoreDamageTest, AnIndexOfAnotherStoreIsMadeAgain) {
  fill();
  const std::vector<PlainAnswer> truth = truth_;
  const std::string first = folder_;
  folder_ = temp_.path() + "/other";
  pages_ = family_pages(300, 6);
  fill();
  std::filesystem::remove_all(first + "/pages.idx");
  std::filesystem::copy(folder_ + "/pages.idx", first + "/pages.idx");
  folder_ = first;
  pages_ = family_pages(300, 5);
  truth_ = truth;
  expect_the_same_answers();
  EXPECT_EQ(warnings_.size(), 1U);
}

// A byte flips in a segment during use: the answers stay the same or damage is reported, and after
// a check of all bytes the index is rebuilt. The answers never change.
TEST_F(SeenStoreDamageTest, AFlippedByteNeverMakesAnotherAnswer) {
  fill();
  std::mt19937_64 draw(8);
  int told = 0;
  for (int round = 0; round < 60; ++round) {
    const std::vector<std::string> files = index_files();
    const std::string& name = files[draw() % files.size()];
    std::fstream file(name, std::ios::in | std::ios::out | std::ios::binary);
    const auto at = static_cast<std::streamoff>(draw() % std::filesystem::file_size(name));
    file.seekg(at);
    const auto byte = static_cast<char>(file.get());
    file.seekp(at);
    file.put(static_cast<char>(byte ^ (1 << draw() % 8)));
    file.close();
    SeenStoreOptions careful = options();
    careful.verify = true;
    const SeenStore store = SeenStore::open(folder_, careful);
    ASSERT_EQ(answers(store), truth_) << name << " at " << at;
    told += warnings_.empty() ? 0 : 1;
    warnings_.clear();
  }
  EXPECT_GT(told, 50);
}

}  // namespace
}  // namespace facsim
