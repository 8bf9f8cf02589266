// SPDX-License-Identifier: Apache-2.0
// Adding pages from a source, and queries from a source, give the same results as a list of pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "facsim/known/page_index_for_test.h"
#include "facsim/page_index.h"

namespace facsim {
namespace {

using namespace for_test;
using testing::IsEmpty;

// Gives pages, then throws if told to; counts the calls after its end.
class ListedPages final : public PageSource {
 public:
  explicit ListedPages(std::span<const Page> pages, bool throws = false)
      : pages_(pages), throws_(throws) {}

  bool next(Page& page) override {
    if (at_ == pages_.size()) {
      if (throws_) throw std::runtime_error("the source failed");
      ++asked_behind_the_end;
      return false;
    }
    page = pages_[at_++];
    return true;
  }

  int asked_behind_the_end = 0;

 private:
  std::span<const Page> pages_;
  std::size_t at_ = 0;
  bool throws_;
};

PageIndexOptions with_threads(int threads) {
  PageIndexOptions options = usual_options();
  options.limits.threads = threads;
  return options;
}

TEST_F(PageIndexTest, ASourceIsAddedAndAskedAsAListIs) {
  std::vector<Page> pages = family_pages(900, 3);
  pages[5].bytes.clear();  // without a text: neither added nor answered
  pages[7].id.clear();
  PageIndex listed = PageIndex::begin(temp_.path() + "/listed", usual_options());
  EXPECT_EQ(listed.add(pages), pages.size() - 1);
  const std::vector<Page> asked = family_pages(950, 3);
  const auto expected = listed.ask(asked);
  for (const int threads : {1, 3}) {
    const std::string folder = temp_.path() + "/from_" + std::to_string(threads);
    PageIndex index = PageIndex::begin(folder, with_threads(threads));
    ListedPages source(pages);
    EXPECT_EQ(index.add(source), pages.size() - 1);
    EXPECT_EQ(source.asked_behind_the_end, 1);
    EXPECT_EQ(index.generation(), 2U) << "one change";
    EXPECT_EQ(index.entries(), listed.entries());
    for (const std::uint64_t limit : {0U, 2U}) {
      ListedPages questions(asked);
      std::vector<std::vector<FoundPage>> answers;
      index.ask(questions, limit, [&](std::uint64_t number, std::vector<FoundPage>&& seen) {
        EXPECT_EQ(number, answers.size());
        answers.push_back(std::move(seen));
      });
      EXPECT_EQ(questions.asked_behind_the_end, 1);
      ASSERT_EQ(answers.size(), asked.size());
      const auto limited = listed.ask(asked, limit);
      for (std::size_t i = 0; i < asked.size(); ++i) {
        EXPECT_EQ(lines_of(answers[i]), lines_of(limited[i])) << i;
      }
    }
  }
  EXPECT_EQ(lines_of(listed.ask(asked[9])), lines_of(expected[9]));
}

TEST_F(PageIndexTest, ASourceWithoutPagesOrTextsChangesNothing) {
  PageIndex index = begin();
  ListedPages none({});
  EXPECT_EQ(index.add(none), 0U);
  const std::vector<Page> blank(300);
  ListedPages blanks(blank);
  EXPECT_EQ(index.add(blanks), 0U);
  EXPECT_EQ(index.generation(), 1U);
  ListedPages questions(blank);
  std::uint64_t answers = 0;
  index.ask(questions, 0, [&](std::uint64_t, std::vector<FoundPage>&& seen) {
    EXPECT_THAT(seen, IsEmpty());
    ++answers;
  });
  EXPECT_EQ(answers, blank.size());
}

TEST_F(PageIndexTest, ASourceThatThrowsChangesNothing) {
  PageIndex index = begin();
  const std::vector<Page> pages = family_pages(700, 4);
  ListedPages source(pages, true);
  EXPECT_THROW(index.add(source), std::runtime_error);
  EXPECT_EQ(index.entries(), 0U);
  EXPECT_EQ(index.generation(), 1U);
  index.add(pages);
  ListedPages questions(pages, true);
  EXPECT_THROW(index.ask(questions, 1, [](std::uint64_t, std::vector<FoundPage>&&) {}),
               std::runtime_error);
  ListedPages again(pages);
  EXPECT_THROW(index.ask(again, 1,
                         [](std::uint64_t number, std::vector<FoundPage>&&) {
                           if (number == 300) throw std::runtime_error("who asks has enough");
                         }),
               std::runtime_error);
  EXPECT_THAT(ids_of(index.ask(pages[0])), testing::Contains("p0"));
}

TEST_F(PageIndexTest, WhoIsToldToStopStopsBetweenThePagesOfASource) {
  std::atomic<bool> stop = false;
  PageIndexOptions options = usual_options();
  options.cancelled = &stop;
  PageIndex index = PageIndex::begin(folder_, options);
  const std::vector<Page> pages = family_pages(100, 6);
  index.add(pages);
  stop = true;
  ListedPages source(pages);
  EXPECT_EQ(code_of([&] { index.add(source); }), ErrorCode::cancelled);
  // The flag cancels changes only; an answer ends if its source or its taker throws.
  ListedPages questions(pages);
  std::size_t answers = 0;
  index.ask(questions, 0, [&](std::uint64_t, std::vector<FoundPage>&&) { ++answers; });
  EXPECT_EQ(answers, pages.size());
  stop = false;
  EXPECT_EQ(index.entries(), pages.size());
}

}  // namespace
}  // namespace facsim
