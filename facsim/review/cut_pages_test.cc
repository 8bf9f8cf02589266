// SPDX-License-Identifier: Apache-2.0
// Pages that are cut once give the same passages as compare(), each page is cut one time, and no
// more of them are held than the limit allows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "facsim/compare.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/read_pages.h"
#include "facsim/review/cut_pages_internal.h"

namespace facsim {
namespace {

bool same_passages(const std::vector<TextPassage>& a, const std::vector<TextPassage>& b) {
  return std::ranges::equal(a, b, [](const TextPassage& x, const TextPassage& y) {
    return x.shared == y.shared && x.first_begin == y.first_begin &&
           x.second_begin == y.second_begin && x.first_units == y.first_units &&
           x.second_units == y.second_units && x.first == y.first && x.second == y.second;
  });
}

std::vector<TextPassage> passages_by_cuts(const Page& first, const Page& second) {
  PageAnalyzer analyzer = cutting_analyzer({});
  const CutPage one = cut_page(first, analyzer);
  const CutPage other = cut_page(second, analyzer);
  return text_passages(one.text, other.text);
}

Page text_page(std::string text) {
  Page page;
  page.format = PageFormat::text;
  page.bytes = std::move(text);
  return page;
}

Page html_page(const std::string& title, const std::string& body) {
  Page page;
  page.format = PageFormat::html;
  page.bytes = "<html lang=en><title>" + title + "</title><body>" + body + "</body></html>";
  return page;
}

std::string paragraphs(const std::string& stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "<p>A sentence of " + stem + std::to_string(i) + ".</p>";
  return text;
}

TEST(CutPage, HasThePassagesOfCompare) {
  const std::vector<Page> pages = {
      text_page(""),
      text_page(" \n"),
      text_page("one"),
      text_page(std::string("a NUL\0 in it", 12)),
      text_page("\xff\xfe ill \x80 formed \xe4\xb8"),
      text_page("\u4e2d\u6587\u7f51\u9875 and caf\u00e9 =\u0338 \ufb01ne"),
      html_page("Short", "<p>few words</p>"),  // judged by its whole text
      html_page("Long", "<nav>a menu</nav><main>" + paragraphs("a", 60) + "</main>"),
      html_page("Long", "<nav>a menu</nav><main>" + paragraphs("a", 50) + paragraphs("b", 9) +
                            "</main><footer>the end</footer>"),
  };
  for (const Page& first : pages) {
    for (const Page& second : pages) {
      EXPECT_TRUE(same_passages(passages_by_cuts(first, second), compare(first, second).passages))
          << first.bytes << "\n"
          << second.bytes;
    }
  }
}

TEST(CutPage, HasThePassagesOfCompareForRealPairs) {
  std::size_t pairs = 0;
  for (const char* set : {"ota_html_dev", "ota_terms", "tidb_zh", "debian_zh_html"}) {
    const std::string path = data_name() + "/" + set + "/docs.jsonl.zst";
    if (!std::filesystem::exists(path)) continue;
    PageReader reader({path});
    Page before;
    Page page;
    // Neighbours are either versions of one page or unrelated.
    for (int i = 0; i < 60 && reader.next(page); ++i, std::swap(before, page)) {
      if (i == 0 || i % static_cast<int>(kOneOf) != 0) continue;
      ASSERT_TRUE(same_passages(passages_by_cuts(before, page), compare(before, page).passages))
          << set << " " << reader.name().id;
      ++pairs;
    }
  }
  if (pairs == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
  EXPECT_GE(pairs, 40U);
}

TEST(CutPage, SaysTitleAndLanguage) {
  PageAnalyzer analyzer = cutting_analyzer({});
  const CutPage cut = cut_page(html_page("A title", "<p>x</p>"), analyzer);
  EXPECT_EQ(cut.title, "A title");
  EXPECT_EQ(cut.language, "en");
}

TEST(CutPages, CutsEachPageOnce) {
  const std::deque<Page> pages = {text_page("one two"), text_page("three four")};
  CutPages cuts(1 << 20);
  PageAnalyzer analyzer = cutting_analyzer({});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cuts.of(pages[0], analyzer)->text.text, "one two");
    EXPECT_EQ(cuts.of(pages[1], analyzer)->text.text, "three four");
  }
  EXPECT_EQ(cuts.cuts(), 2U);
}

TEST(CutPages, ForgetsThoseAskedForLongestAgo) {
  std::deque<Page> pages;
  for (int i = 0; i < 3; ++i) pages.push_back(text_page(std::string(1000, "abc"[i])));
  PageAnalyzer analyzer = cutting_analyzer({});
  const std::size_t one = cut_page(pages[0], analyzer).text.bytes();
  CutPages cuts(2 * one + one / 2);
  const auto kept = cuts.of(pages[0], analyzer);
  static_cast<void>(cuts.of(pages[1], analyzer));
  static_cast<void>(cuts.of(pages[0], analyzer));
  static_cast<void>(cuts.of(pages[2], analyzer));  // evicts 1
  static_cast<void>(cuts.of(pages[0], analyzer));
  EXPECT_EQ(cuts.cuts(), 3U);
  static_cast<void>(cuts.of(pages[1], analyzer));  // evicts 2
  EXPECT_EQ(cuts.cuts(), 4U);
  EXPECT_EQ(kept->text.text, pages[0].bytes);
}

TEST(CutPages, WithoutRoomHoldsNothingAndAnswers) {
  const Page page = text_page("one two three");
  PageAnalyzer analyzer = cutting_analyzer({});
  CutPages cuts(0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(cuts.of(page, analyzer)->text.hashes.size(), 3U);
  EXPECT_EQ(cuts.cuts(), 3U);
}

TEST(CutPages, ThreadsAtOnceCutAPageOnce) {
  std::deque<Page> pages;
  for (int i = 0; i < 20; ++i) pages.push_back(text_page("page " + std::string(5000, 'x')));
  CutPages cuts(std::uint64_t{1} << 30);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        PageAnalyzer analyzer = cutting_analyzer({});
        for (const Page& page : pages) EXPECT_EQ(cuts.of(page, analyzer)->text.text, page.bytes);
      });
    }
  }
  EXPECT_EQ(cuts.cuts(), pages.size());
}

}  // namespace
}  // namespace facsim
