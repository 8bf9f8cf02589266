// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/keep_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

using testing::ElementsAre;

TEST(OrderedBits, AscendWithTheirValues) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> ascending = {-infinity, -1e300, -2, -1, -1e-300,
                                         0,         1e-300, 1,  2,  infinity};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(ordered_bits(ascending[i - 1]), ordered_bits(ascending[i])) << ascending[i];
  }
  EXPECT_EQ(ordered_bits(-0.0), ordered_bits(0.0));
  EXPECT_LT(ordered_bits(std::numeric_limits<double>::quiet_NaN()), ordered_bits(-infinity));
}

struct Candidate {
  Page page;
  Document document;
  std::uint64_t text_bytes = 100;
};

std::uint64_t key(Keep keep, const Candidate& candidate) {
  return keep_value(keep, keep_values(candidate.page, candidate.document, candidate.text_bytes));
}

TEST(KeepKey, LongestShortestAndTimesComeFirst) {
  Candidate plain;
  Candidate other;
  other.text_bytes = 101;
  EXPECT_LT(key(Keep::longest, other), key(Keep::longest, plain));

  plain.page.url = "https://example.org/a";
  other.page.url = "https://example.org/ab";
  EXPECT_LT(key(Keep::shortest_url, plain), key(Keep::shortest_url, other));

  plain.page.unix_time = 1000;
  other.page.unix_time = -5;
  EXPECT_LT(key(Keep::newest, plain), key(Keep::newest, other));
  EXPECT_LT(key(Keep::oldest, other), key(Keep::oldest, plain));

  plain.page.keep_values[0] = 7;
  other.page.keep_values[0] = -7;
  EXPECT_LT(key(Keep::field, plain), key(Keep::field, other));
}

TEST(KeepKey, PagesWithoutTheValueComeLast) {
  Candidate without;
  Candidate with;
  with.page.url = std::string(2000, 'u');
  with.page.unix_time = 0;
  with.page.keep_values[0] = -1e9;
  for (const Keep keep : {Keep::shortest_url, Keep::newest, Keep::oldest, Keep::field}) {
    EXPECT_LT(key(keep, with), key(keep, without));
  }
}

TEST(KeepKey, CanonicalPagesAreTheirOwn) {
  Candidate own;
  own.page.url = "https://example.org/a#top";
  own.document.canonical_url = "https://example.org/a";
  Candidate copy = own;
  copy.page.url = "https://example.org/a?print=1";
  Candidate silent;
  silent.page.url = "https://example.org/a";
  EXPECT_LT(key(Keep::canonical, own), key(Keep::canonical, copy));
  EXPECT_EQ(key(Keep::canonical, copy), key(Keep::canonical, silent));
}

// A page with this length, field and word of the command, to be ranked by the keys.
struct RankedPage {
  std::uint64_t text_bytes = 0;
  double field = 0;
  std::uint32_t word = 0;
};
std::vector<std::uint32_t> ranks_of(const std::vector<RankedPage>& pages,
                                    const std::vector<KeepKey>& keys) {
  MemoryScratch scratch;
  Corpus corpus(scratch, std::uint64_t{1} << 20);
  corpus.keep_fields = {"other", "rank"};
  for (std::uint32_t word = 0; word < 3; ++word) {
    corpus.files.emplace_back().word = word;
  }
  for (const RankedPage& page : pages) {
    PageRow row;
    row.keep.text_bytes = page.text_bytes;
    row.keep.fields[1] = ~ordered_bits(page.field);
    row.file = page.word;
    corpus.rows.push_back(row);
  }
  corpus.revisits.set_pages(static_cast<std::uint32_t>(pages.size()));
  const RunHooks hooks;
  return keep_ranks(corpus, keys, Run({.memory_bytes = 1 << 20, .tmp = {}}, hooks, scratch));
}

TEST(KeepRanks, ALaterKeyDecidesWhereEarlierOnesTie) {
  const std::vector<RankedPage> pages = {{5, 1, 2}, {7, 2, 1}, {7, 2, 0}, {9, 1, 1}};
  const KeepKey rank{Keep::field, "rank"};
  EXPECT_THAT(ranks_of(pages, {rank}), ElementsAre(2, 0, 1, 3));
  EXPECT_THAT(ranks_of(pages, {rank, Keep::longest}), ElementsAre(3, 0, 1, 2));
  EXPECT_THAT(ranks_of(pages, {rank, Keep::last}), ElementsAre(3, 1, 0, 2));
  EXPECT_THAT(ranks_of(pages, {rank, Keep::input}), ElementsAre(3, 1, 0, 2));
  EXPECT_THAT(ranks_of(pages, {Keep::input, Keep::longest, rank}), ElementsAre(3, 2, 0, 1));
  EXPECT_THAT(ranks_of(pages, {Keep::first, Keep::longest}), ElementsAre(0, 1, 2, 3));
  EXPECT_THROW((void)ranks_of(pages, {KeepKey(Keep::field, "none")}), Error);
}

}  // namespace
}  // namespace facsim
