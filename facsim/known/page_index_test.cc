// SPDX-License-Identifier: Apache-2.0
// An index of pages held open: checked against all pairs, while batches are added and removed.
#include "facsim/page_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/known/page_index_for_test.h"

namespace facsim {
namespace {

using namespace for_test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

TEST_F(PageIndexTest, AnswersAreThoseOfAllPairsHoweverThePagesCame) {
  const std::vector<Page> pages = family_pages(160, 1);
  AllPairs twin(profile_named("balanced"), 3);
  PageIndex small = begin();
  PageIndex large = PageIndex::begin(temp_.path() + "/large", usual_options());
  std::size_t duplicates = 0;
  std::size_t near = 0;
  for (std::size_t first = 0, size = 1; first < pages.size(); first += size, size = size % 7 + 1) {
    const auto batch = some(pages, first, size);
    EXPECT_EQ(small.add(batch), batch.size());
    for (const Page& page : batch) twin.add(page);
  }
  EXPECT_EQ(large.add(pages), pages.size());
  EXPECT_EQ(small.entries(), pages.size());
  EXPECT_EQ(large.segments(), 1U);
  // Includes pages that the index does not have.
  std::vector<Page> asked = family_pages(220, 1);
  const auto at_once = small.ask(asked);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::vector<std::string> expected = twin.near(asked[i]);
    EXPECT_EQ(lines_of(small.ask(asked[i])), expected) << i;
    EXPECT_EQ(lines_of(large.ask(asked[i])), expected) << i;
    EXPECT_EQ(lines_of(at_once[i]), expected) << i;
    for (const FoundPage& seen : at_once[i]) ++(seen.match ? duplicates : near);
  }
  // Otherwise the test would prove nothing.
  EXPECT_GT(duplicates, 400U);
  small.compact();
  EXPECT_EQ(small.segments(), 1U);
  for (const Page& page : asked) EXPECT_EQ(lines_of(small.ask(page)), twin.near(page));
}

TEST_F(PageIndexTest, SaysWhichPageAndHowAlike) {
  PageIndex index = begin();
  std::mt19937_64 draw(5);
  const Page page{.id = "a", .url = "https://example.org/a", .bytes = some_words(draw, 60)};
  Page nameless = page;
  nameless.id.clear();
  EXPECT_EQ(index.add(std::vector{page, nameless, nameless}), 3U);
  const std::vector<FoundPage> seen = index.ask(page);
  EXPECT_THAT(ids_of(seen), ElementsAre("a", "1", "2"));
  EXPECT_EQ(seen[0].page.url, page.url);
  EXPECT_TRUE(seen[0].page.in_index);
  EXPECT_EQ(seen[0].distance, 0);
  ASSERT_TRUE(seen[0].match);
  EXPECT_EQ(seen[0].match->by, By::digest);
  EXPECT_EQ(seen[0].match->resemblance, 1);
  EXPECT_THAT(ids_of(index.ask(page, 2)), ElementsAre("a", "1"));
}

TEST_F(PageIndexTest, APageWithoutATextIsNeitherAddedNorAnswered) {
  PageIndex index = begin();
  EXPECT_EQ(index.generation(), 1U);
  EXPECT_EQ(index.add(std::vector{Page{.id = "empty"}}), 0U);
  EXPECT_EQ(index.add({}), 0U);
  EXPECT_EQ(index.generation(), 1U);
  EXPECT_THAT(index.ask(Page{}), IsEmpty());
  EXPECT_THAT(index.ask(std::vector{Page{}, Page{}}), SizeIs(2));
  EXPECT_EQ(index.entries(), 0U);
  EXPECT_FALSE(index.refresh());
}

TEST_F(PageIndexTest, ErasesByIdAndByUrl) {
  const std::vector<Page> pages = family_pages(60, 2);
  AllPairs twin(profile_named("balanced"), 3);
  for (const Page& page : pages) twin.add(page);
  PageIndex index = begin();
  for (std::size_t first = 0; first < pages.size(); first += 20) index.add(some(pages, first, 20));
  const std::vector<std::string> names = {"p3", pages[40].url, "p41", "nobody"};
  const Erased erased = index.erase(names);
  EXPECT_EQ(erased.entries, 3U);
  EXPECT_THAT(erased.missing, ElementsAre("nobody"));
  for (const char* id : {"p3", "p40", "p41"}) twin.erase(id);
  EXPECT_EQ(index.entries(), pages.size() - 3);
  for (const Page& page : pages) EXPECT_EQ(lines_of(index.ask(page)), twin.near(page));
  // Erased pages do not come back with a merge.
  const std::vector<Page> more = family_pages(90, 2);
  for (std::size_t i = 60; i < 90; ++i) {
    index.add(some(more, i, 1));
    twin.add(more[i]);
  }
  EXPECT_LE(index.segments(), 2U);
  for (const Page& page : more) EXPECT_EQ(lines_of(index.ask(page)), twin.near(page));
}

TEST_F(PageIndexTest, LongIdsAndUrlsAreErasedByAllOfThem) {
  std::mt19937_64 draw(9);
  const std::string longest(std::size_t{8} << 10, 'x');
  const std::vector<Page> pages = {{.id = longest + "1", .bytes = some_words(draw, 60)},
                                   {.id = "b", .url = longest + "2", .bytes = some_words(draw, 60)},
                                   {.id = "c", .bytes = some_words(draw, 60)}};
  PageIndex index = begin();
  index.add(pages);
  const std::vector<std::string> names = {pages[0].id, longest + "2 and more"};
  const Erased by_id = index.erase(names);
  EXPECT_EQ(by_id.entries, 1U);
  EXPECT_THAT(by_id.missing, ElementsAre(names[1])) << "as it was named";
  EXPECT_EQ(index.erase(std::vector<std::string>{pages[1].url}).entries, 1U);
  EXPECT_EQ(index.entries(), 1U);
}

// Batches of one page leave few segments, in the order in which they came.
TEST_F(PageIndexTest, ManySmallBatchesLeaveFewSegments) {
  std::mt19937_64 draw(8);
  Page page{.bytes = some_words(draw, 60)};
  PageIndex index = begin();
  std::vector<std::string> ids;
  for (int i = 0; i < 80; ++i) {
    ids.push_back(page.id = "n" + std::to_string(i));
    index.add({&page, 1});
    ASSERT_LE(index.segments(), 2U);
  }
  EXPECT_EQ(ids_of(index.ask(page)), ids);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_))
    files += entry.path().extension() == ".seg";
  EXPECT_EQ(files, index.segments());
}

TEST_F(PageIndexTest, BeginsOnceAndOpensWhatIsThere) {
  EXPECT_EQ(code_of([&] { (void)open(); }), ErrorCode::not_found);
  PageIndex index = begin();
  EXPECT_EQ(code_of([&] { (void)begin(); }), ErrorCode::already_exists);
  PageIndexOptions far = usual_options();
  far.max_distance = 4;
  EXPECT_EQ(code_of([&] { (void)open(far); }), ErrorCode::invalid_argument);
  PageIndex moved = std::move(index);
  EXPECT_EQ(moved.folder(), folder_);
  EXPECT_EQ(moved.recipe().name, "balanced");
  EXPECT_EQ(moved.segments(), 0U);
}

}  // namespace
}  // namespace facsim
