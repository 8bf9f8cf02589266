// SPDX-License-Identifier: Apache-2.0
// The links that crawlers left out: sums, their limits, and their bytes.
#include "facsim/seen/uncrawled_book.h"

#include <gtest/gtest.h>

#include <string>

namespace facsim {
namespace {

TEST(UncrawledBytes, AreTheseForEver) {
  const Uncrawled counts{.place = "a.example.org",
                         .links = 258,
                         .links_by_rules = 2,
                         .mirror_links = 3,
                         .mirror_links_back = kUncrawledCountMax};
  const std::string bytes = encode_uncrawled(counts);
  const std::string pinned(
      "\0\0\0\0\0\0\1\2\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\3\0\x1f\xff\xff\xff\xff\xff\xff", 32);
  EXPECT_EQ(bytes, pinned);
  EXPECT_EQ(decode_uncrawled(counts.place, bytes), counts);
  EXPECT_FALSE(decode_uncrawled("", bytes + "x"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_uncrawled("", bytes.substr(0, size)));
  }
}

TEST(UncrawledBook, CountsOnTopAndSaysTheMostFirst) {
  UncrawledBook book;
  EXPECT_EQ(book.figures(9).places, 0U);
  EXPECT_TRUE(book.figures(9).top.empty());
  (void)book.add({.place = "A.example.org", .links = 1});
  (void)book.add({.place = "a.example.org", .links = 2, .links_by_rules = 1});
  (void)book.add({.place = "M.example.org/Path/", .mirror_links = 5, .mirror_links_back = 5});
  (void)book.add({.place = "n.example.org/", .mirror_links = 3, .mirror_links_back = 1});
  const UncrawledFigures figures = book.figures(2);
  EXPECT_EQ(
      figures.all,
      (Uncrawled{.links = 3, .links_by_rules = 1, .mirror_links = 8, .mirror_links_back = 6}));
  EXPECT_EQ(book.links(), 6U);
  EXPECT_EQ(figures.places, 3U);
  // All links of the other mirror led back: it was crawled.
  EXPECT_EQ(figures.mirrors, 1U);
  ASSERT_EQ(figures.top.size(), 2U);
  EXPECT_EQ(figures.top[0], (Uncrawled{.place = "a.example.org", .links = 3, .links_by_rules = 1}));
  EXPECT_EQ(figures.top[1].place, "n.example.org/");
  EXPECT_EQ(book.figures(9).top.back().place, "m.example.org/Path/");
}

TEST(UncrawledBook, CountsLaterPlacesAsOne) {
  UncrawledBook book(2);
  for (const char* place : {"a", "b", "c", "d", "", "b"}) {
    (void)book.add({.place = place, .links = 1});
  }
  EXPECT_EQ(book.add({.place = "e"}).place, "");
  EXPECT_EQ(book.add({.place = std::string(256, 'x'), .links = 1}).links, 4U);
  const UncrawledFigures figures = book.figures(9);
  EXPECT_EQ(figures.places, 2U);
  ASSERT_EQ(figures.top.size(), 3U);
  EXPECT_EQ(figures.top[0], (Uncrawled{.place = "", .links = 4}));
  EXPECT_EQ(figures.top[1], (Uncrawled{.place = "b", .links = 2}));
  // A place that came early keeps its entry, whatever comes first.
  UncrawledBook others(1);
  (void)others.add({.place = "", .links = 1});
  EXPECT_EQ(others.add({.place = "a"}).place, "a");
  EXPECT_EQ(others.add({.place = "b"}).place, "");
}

TEST(UncrawledBook, StopsAtTheLargestCount) {
  UncrawledBook book;
  (void)book.add({.place = "a", .links = kUncrawledCountMax});
  EXPECT_EQ(book.add({.place = "a", .links = 7}).links, kUncrawledCountMax);
  (void)book.add({.place = "b", .links = 1});
  EXPECT_EQ(book.figures(9).all.links, kUncrawledCountMax);
}

}  // namespace
}  // namespace facsim
