// SPDX-License-Identifier: Apache-2.0
// Answers with a limit are the beginning of those without one; and their cost in a crowd.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "facsim/files/temp_folder.h"
#include "facsim/known/page_answerer.h"
#include "facsim/page/analysis.h"
#include "facsim/page_index.h"

namespace facsim {
namespace {

using Clock = std::chrono::steady_clock;

std::string words(std::mt19937_64& draw, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "word" + std::to_string(draw() % 5000) + ' ';
  return text;
}

PageIndexOptions options_of_two_threads() {
  return {.judge = {.profile = profile_named("balanced"), .tables = {}}, .limits = {.threads = 2}};
}

Page html(const std::string& title, const std::string& text) {
  return {.format = PageFormat::html,
          .bytes = "<html><title>" + title + "</title><body><p>" + text + "</p></body></html>"};
}

// Crowds of one text, of nearly one text and of short texts without a fingerprint, some with titles
// that make them different pages; and others in between.
std::vector<Page> crowds(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 draw(seed);
  const std::string missing = words(draw, 60);
  const std::string half = words(draw, 80);
  std::vector<Page> pages;
  for (std::size_t i = 0; i < count; ++i) {
    Page page;
    switch (i % 6) {
      case 0:
        page.bytes = missing;
        break;
      case 1:
        page.bytes = missing + " at path" + std::to_string(draw() % 9);
        break;
      case 2:
        page.bytes = half + words(draw, 10 + draw() % 60);
        break;
      case 3:
        page.bytes = "not found";
        break;
      case 4:
        page = html(i % 4 == 0 ? "" : "t" + std::to_string(draw() % 3), "not found");
        break;
      default:
        page = html("t" + std::to_string(draw() % 3), draw() % 2 == 0 ? missing : half);
    }
    page.id = "p" + std::to_string(i);
    page.url = "https://h" + std::to_string(i % 3) + ".example.org/" + std::to_string(i % 40);
    pages.push_back(std::move(page));
  }
  return pages;
}

std::string found_line(const FoundPage& seen) {
  std::string line = seen.page.id + ' ' + std::to_string(seen.distance);
  if (!seen.match) return line;
  return line + ' ' + std::string(name_of(seen.match->kind)) + ' ' +
         std::to_string(seen.match->resemblance);
}

std::vector<std::string> found_lines(const std::vector<FoundPage>& seen) {
  std::vector<std::string> lines;
  for (const FoundPage& each : seen) lines.push_back(found_line(each));
  return lines;
}

class PageIndexLimitTest : public testing::Test {
 protected:
  PageIndexLimitTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  TempFolder temp_;
  std::string folder_;
};

// Entries at equal distances are cut in the order of adding, whatever their segments.
TEST_F(PageIndexLimitTest, AnAnswerWithALimitIsTheBeginningOfTheWholeOne) {
  const std::vector<Page> pages = crowds(1500, 1);
  PageIndex index = PageIndex::begin(folder_, options_of_two_threads());
  for (std::size_t first = 0, size = 1100; first < pages.size(); first += size, size = 130) {
    index.add(std::span(pages).subspan(first, std::min(size, pages.size() - first)));
  }
  ASSERT_GT(index.segments(), 1U);
  std::vector<std::string> deleted;
  for (std::size_t i = 0; i < pages.size(); i += 4) deleted.push_back("p" + std::to_string(i));
  EXPECT_EQ(index.erase(deleted).entries, deleted.size());
  std::vector<Page> asked(pages.begin(), pages.begin() + 24);
  const std::vector<Page> strangers = crowds(24, 2);
  asked.insert(asked.end(), strangers.begin(), strangers.end());
  asked.push_back(Page{});
  const auto whole = index.ask(asked);
  std::size_t largest = 0;
  for (const auto& seen : whole) largest = std::max(largest, seen.size());
  EXPECT_GT(largest, 300U);
  for (const std::uint64_t limit :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{40}, std::uint64_t{200},
        std::uint64_t{1000}, ~std::uint64_t{0}}) {
    const auto at_once = index.ask(asked, limit);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      std::vector<std::string> expected = found_lines(whole[i]);
      expected.resize(static_cast<std::size_t>(std::min<std::uint64_t>(limit, expected.size())));
      EXPECT_EQ(found_lines(at_once[i]), expected) << "page " << i << ", limit " << limit;
      if (i % 5 != 0) continue;
      EXPECT_EQ(found_lines(index.ask(asked[i], limit)), expected) << "alone";
    }
  }
}

TEST_F(PageIndexLimitTest, SaysWhetherThereAreMore) {
  const std::vector<Page> pages = crowds(240, 3);
  PageIndex::begin(folder_, options_of_two_threads()).add(pages);
  const OpenIndex index(folder_);
  Profile profile = profile_named("balanced");
  PageAnswerer answerer(index, profile);
  PageAnalyzer analyzer({.profile = profile, .tables = {}, .extract = {}, .with_visible = false});
  for (std::size_t i = 0; i < 24; ++i) {
    const PageQuestion question = question_of(pages[i], analyzer, profile.recipe).value();
    const std::size_t all = answerer.answer(question, 0).seen.size();
    for (const std::size_t limit : {std::size_t{1}, all - 1, all, all + 1}) {
      if (limit == 0) continue;
      const PageAnswer answer = answerer.answer(question, limit);
      EXPECT_EQ(answer.seen.size(), std::min(limit, all)) << i;
      EXPECT_EQ(answer.is_cut, limit < all) << i << ", " << limit << " of " << all;
    }
  }
}

// Takes the fastest of some runs, since other programs use the machine too.
template <class Call>
double seconds_of(const Call& call) {
  double least = 1e9;
  for (int i = 0; i < 5; ++i) {
    const Clock::time_point began = Clock::now();
    call();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - began).count());
  }
  return least;
}

// A crawler meets one page, its host's "not found", all the time.
TEST_F(PageIndexLimitTest, ACrowdCostsWhatTheLimitCosts) {
  std::mt19937_64 draw(4);
  PageIndex index = PageIndex::begin(folder_, options_of_two_threads());
  for (const std::string& text : {words(draw, 60), std::string("not found")}) {
    const Page page{.bytes = text};
    index.add(std::vector<Page>(20'000, page));
    (void)index.ask(page, 1);
    const double whole = seconds_of([&] { EXPECT_EQ(index.ask(page).size(), 20'000U); });
    const double one = seconds_of([&] { EXPECT_EQ(index.ask(page, 1).size(), 1U); });
    EXPECT_LT(one * 30, whole) << text;
  }
}

TEST_F(PageIndexLimitTest, AnAnswererTellsWhatItKeeps) {
  const std::vector<Page> copies(3'000, Page{.bytes = "one text of a few words"});
  PageIndex::begin(folder_, options_of_two_threads()).add(copies);
  const OpenIndex index(folder_);
  const Profile profile = profile_named("balanced");
  PageAnswerer answerer(index, profile);
  PageAnalyzer analyzer({.profile = profile, .tables = {}, .extract = {}, .with_visible = false});
  const PageQuestion question = question_of(copies[0], analyzer, profile.recipe).value();
  (void)answerer.answer(question, 1);
  EXPECT_LT(answerer.kept_bytes(), 10'000U);
  (void)answerer.answer(question, 0);
  EXPECT_GT(answerer.kept_bytes(), 3'000 * sizeof(IndexPlace));
}

}  // namespace
}  // namespace facsim
