// SPDX-License-Identifier: Apache-2.0
// Copies and checks of stores whose rows, keys and index do not agree. tests/cli flips bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/open_index.h"
#include "facsim/known/page_index_for_test.h"
#include "facsim/seen.h"
#include "facsim/seen/check_store.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/store_copy.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/store/row_store.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CheckStore : public testing::Test {
 protected:
  static Page page(int text, int version) {
    std::string words;
    for (int i = 0; i < 60; ++i) words += "w" + std::to_string(text * 1000 + i) + ' ';
    if (version > 0) words += "v" + std::to_string(version);
    const std::string name = std::to_string(text) + "-" + std::to_string(version);
    return {.id = name, .url = "https://example.org/" + name, .bytes = words, .is_unicode = true};
  }
  // Rows 1 to 6: pages 1 and 2 with two copies each.
  void fill() {
    SeenStore store = SeenStore::open(folder_);
    for (int text = 1; text <= 2; ++text) {
      for (int version = 0; version < 3; ++version) (void)store.check_and_add(page(text, version));
    }
    store.seal();
  }
  std::vector<std::string> faults() {
    std::vector<std::string> told;
    found_ = check_store(folder_,
                         {.tell = [&](const Sentence& fault) { told.push_back(fault.plain()); }});
    EXPECT_EQ(found_.faults, told.size());
    return told;
  }
  void change(RowChange change) {
    RowStore rows = RowStore::open(rows_folder(folder_));
    rows.wait(rows.submit(std::move(change)));
  }
  void put_key(std::string key, std::optional<std::string> value) {
    RowChange put;
    put.keys.push_back({std::move(key), std::move(value)});
    change(std::move(put));
  }
  void put_row(std::uint64_t number, std::string bytes) {
    RowChange put;
    put.rows.push_back({number, std::move(bytes)});
    change(std::move(put));
  }
  // Rewrites the index with the same entries, but without a table of names.
  void forget_names() {
    const std::string folder = index_folder(folder_);
    const OpenIndex index(folder);
    IndexWriter writer(folder, IndexWriter::Start::existing, "test");
    Manifest next = writer.manifest();
    next.segments.clear();
    next.properties[kSealedCommit] = std::to_string(next.generation + 1);
    const IndexChangeOptions options;
    MemoryScratch scratch;
    PageBatch batch(next, options, scratch);
    for (const auto& part : index.parts()) {
      for (std::uint64_t ordinal = 0; ordinal < part->hamming.size(); ++ordinal) {
        const PageName name = SealedPages::name_of(SealedPages::row_of(*part, ordinal));
        batch.add(part->pages->facts(ordinal), name, {});
      }
    }
    add_segment(writer, std::move(next), batch);
  }
  void erase_row(std::uint64_t number) {
    RowChange erasing;
    erasing.erased.push_back(number);
    change(std::move(erasing));
  }

  for_test::Folder parent_;
  const std::string folder_ = parent_.file("store");
  StoreCheck found_;
};

TEST_F(CheckStore, APageWithoutNamesIsSoundToo) {
  {
    SeenStore store = SeenStore::open(folder_);
    Page nameless = page(1, 0);
    nameless.id = nameless.url = "";
    Page with_url = page(2, 0);
    with_url.id = "";
    (void)store.check_and_add(nameless);
    (void)store.check_and_add(with_url);
    store.seal();
  }
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(found_.entries, 2);
}

TEST_F(CheckStore, ASoundStoreHasNoFault) {
  fill();
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(found_.pages, 6U);
  EXPECT_EQ(found_.representatives, 2U);
  EXPECT_EQ(found_.clusters, 2U);
  EXPECT_EQ(found_.entries, 2U);
  EXPECT_EQ(found_.sealed_to, 6U);
}

TEST_F(CheckStore, NeitherHasOneWithAnOpenCrawlAndErasedPages) {
  fill();
  {
    SeenStore store = SeenStore::open(folder_);
    (void)store.check_and_add(page(1, 7), {.crawl = "monday"});
    (void)store.check_and_add(page(3, 0), {.crawl = "monday"});
    (void)store.check_and_add(page(3, 1), {.crawl = "monday"});
    const std::vector<std::string> names = {"2-0"};
    EXPECT_EQ(store.erase(names).pages, 1U);
  }
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(found_.pages, 8U);
}

TEST_F(CheckStore, ASizeThatIsNoneIsNamed) {
  fill();
  put_key(cluster_size_key(1), bytes_of_number(9));
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("cluster 1 has 3 pages, and says 9")));
}

TEST_F(CheckStore, ALostMemberIsCounted) {
  fill();
  put_key(cluster_member_key(1, 2), std::nullopt);
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("1 pages are not listed in their clusters")));
}

TEST_F(CheckStore, AStrangeMemberIsNamed) {
  fill();
  put_key(cluster_member_key(4, 2), std::string());
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("page 2 is listed in cluster 4")));
}

TEST_F(CheckStore, ATimeOfNoPageIsNamed) {
  fill();
  put_key(last_seen_key(2), bytes_of_number(9));
  EXPECT_THAT(faults(), IsEmpty());
  put_key(last_seen_key(99), bytes_of_number(9));
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("page 99 was met again, and is not there")));
}

TEST_F(CheckStore, ARowThatIsGoneIsMissedByAllThatNameIt) {
  fill();
  erase_row(4);
  EXPECT_THAT(faults(),
              ElementsAre(HasSubstr("page 4 is in the index, and not in the rows"),
                          HasSubstr("page 5 is in cluster 4, whose first page is not there"),
                          HasSubstr("page 6 is in cluster 4, whose first page is not there")));
}

TEST_F(CheckStore, ARowThatIsAnotherIsToldFromItsEntry) {
  fill();
  std::string other = RowStore::open(rows_folder(folder_)).row(4).value();
  put_row(1, std::move(other));
  EXPECT_THAT(faults(),
              testing::Contains(HasSubstr("page 1 is another in the index than in the rows")));
}

TEST_F(CheckStore, LostNamesAreFound) {
  fill();
  forget_names();
  const std::vector<std::string> told = faults();
  EXPECT_EQ(told.size(), 12U);
  EXPECT_THAT(told, testing::Contains(HasSubstr("page 2 is not found by its id")));
  EXPECT_THAT(told, testing::Contains(HasSubstr("page 6 is not found by its URL")));
}

TEST_F(CheckStore, BytesThatAreNoRowAreAFault) {
  fill();
  put_row(7, "\x01 what is this?");
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("row 7")));
}

TEST_F(CheckStore, WhoeverHasTheStoreIsNotDisturbed) {
  fill();
  const SeenStore store = SeenStore::open(folder_);
  try {
    (void)check_store(folder_);
    FAIL() << "it was checked beside its writer";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::busy);
  }
}

TEST_F(CheckStore, ACopyBesideAWriterIsOfOneMoment) {
  fill();
  const std::string copy = parent_.file("copy");
  std::filesystem::create_directories(copy);
  {
    SeenStore store = SeenStore::open(folder_);
    (void)store.check_and_add(page(5, 0));
    const StoreCopy copied = copy_store(folder_, copy);
    EXPECT_FALSE(copied.is_linked);
    EXPECT_EQ(copied.pages, 7U);
    (void)store.check_and_add(page(6, 0));
  }
  SeenStore store = SeenStore::open(copy, {.must_exist = true});
  EXPECT_EQ(store.check(page(5, 0)).seen, SeenVerdict::yes);
  EXPECT_EQ(store.check(page(6, 0)).seen, SeenVerdict::no);
  EXPECT_EQ(store.cluster(1).size(), 3U);
}

TEST_F(CheckStore, ALinkedCopyDoesNotChangeWithTheStore) {
  fill();
  const std::string copy = parent_.file("copy");
  std::filesystem::create_directories(copy);
  EXPECT_TRUE(copy_store(folder_, copy).is_linked);
  {
    SeenStore store = SeenStore::open(folder_);
    const std::vector<std::string> names = {"1-0", "1-1", "1-2"};
    EXPECT_EQ(store.erase(names).pages, 3U);
    store.seal();
  }
  SeenStore store = SeenStore::open(copy, {.must_exist = true});
  EXPECT_EQ(store.cluster(1).size(), 3U);
}

}  // namespace
}  // namespace facsim
