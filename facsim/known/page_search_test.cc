// SPDX-License-Identifier: Apache-2.0
// Candidates from an index, checked against the rule by which dedup compares pages.
#include "facsim/known/page_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <unordered_set>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/corpus/page_row.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/page_manifest.h"
#include "facsim/model/host.h"
#include "facsim/page/pair_judge.h"

namespace facsim {
namespace {

using Start = IndexWriter::Start;

// Families of similar pages: fingerprints some bits apart, sketches some bins apart, digests that
// repeat, some without a fingerprint.
std::vector<PageRow> family_rows(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 draw(seed);
  std::vector<PageRow> pages;
  for (std::size_t i = 0; i < count; ++i) {
    PageRow page;
    if (pages.size() > 3 && draw() % 3 != 0) {
      page = pages[draw() % pages.size()];
      if (draw() % 4 != 0) page.digest.low = draw();
      for (std::uint64_t flips = draw() % 6; flips > 0; --flips) {
        page.fingerprint ^= std::uint64_t{1} << draw() % 64;
      }
      for (std::uint64_t changes = draw() % 60; changes > 0; --changes) {
        page.sketch.bins[draw() % Sketch::kBins] = static_cast<std::uint8_t>(draw());
      }
    } else {
      page.digest = {draw(), draw()};
      page.has_text = page.has_fingerprint = true;
      page.fingerprint = draw();
      page.shingles = 50;
      for (auto& bin : page.sketch.bins) bin = static_cast<std::uint8_t>(draw());
    }
    if (draw() % 11 == 0) page.has_fingerprint = false;
    pages.push_back(page);
  }
  return pages;
}

class PageSearchTest : public testing::Test {
 protected:
  PageSearchTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  void add(const std::vector<PageRow>& pages) {
    const bool is_there = std::filesystem::exists(folder_);
    IndexWriter writer(folder_, is_there ? Start::existing : Start::anew);
    Manifest next = is_there ? writer.manifest() : manifest_for_pages(Profile{}, 6);
    const IndexChangeOptions options;
    MemoryScratch scratch;
    PageBatch batch(next, options, scratch);
    for (const PageRow& page : pages) {
      const std::string number = std::to_string(pages_.size());
      const PageName name{.id = "p" + number, .url = "http://h" + number + "/", .file = "f"};
      const bool has_anchors = pages_.size() < anchors_.size();
      batch.add(page, name, "",
                has_anchors ? anchors_[pages_.size()] : std::vector<std::uint64_t>{});
      pages_.push_back(page);
    }
    add_segment(writer, next, batch);
    sizes_.push_back(pages.size());
  }

  // Returns the places as numbers in the order of adding.
  [[nodiscard]] std::vector<std::size_t> numbers(std::span<const IndexPlace> places) const {
    std::vector<std::size_t> result;
    for (const IndexPlace& place : places) {
      std::size_t number = static_cast<std::size_t>(place.ordinal);
      for (std::size_t i = 0; i < place.segment; ++i) number += sizes_[i];
      result.push_back(number);
    }
    return result;
  }

  TempFolder temp_;
  std::string folder_;
  std::vector<PageRow> pages_;
  std::vector<std::vector<std::uint64_t>> anchors_;  // of the first pages that are added
  std::vector<std::size_t> sizes_;
};

TEST_F(PageSearchTest, FindsWhatDedupWouldCompareAndNothingElse) {
  const std::vector<PageRow> all = family_rows(900, 1);
  add({all.begin(), all.begin() + 300});
  add({all.begin() + 300, all.begin() + 310});
  add({all.begin() + 310, all.begin() + 700});
  std::unordered_set<std::string> deleted;
  for (std::size_t i = 5; i < 700; i += 9) deleted.insert("p" + std::to_string(i));
  {
    IndexWriter writer(folder_, Start::existing);
    EXPECT_EQ(delete_ids(writer, deleted).entries, deleted.size());
  }
  const OpenIndex index(folder_);
  std::vector<PageQuestion> asked;
  for (auto page = all.begin() + 200; page != all.end(); ++page) {
    asked.push_back({static_cast<const PageFacts&>(*page), {}, 0});
  }
  for (const bool use_bands : {false, true}) {
    for (const int distance : {-1, 0, 3, 6}) {
      Profile profile;
      profile.bands = use_bands ? 8 : 0;
      profile.max_distance = distance;
      PageSearch search(index, profile, 0);
      std::size_t calls = 0;
      search.find(asked, [&](std::size_t page, std::span<const IndexPlace> places, bool cut) {
        EXPECT_EQ(page, calls++);
        EXPECT_FALSE(cut);
        std::vector<std::size_t> expected;
        const PageRow& row = all[200 + page];
        for (std::size_t i = 0; i < pages_.size(); ++i) {
          if (deleted.contains("p" + std::to_string(i))) continue;
          if (digest_table_key(row.digest) == digest_table_key(pages_[i].digest) ||
              are_candidates(row, pages_[i], profile)) {
            expected.push_back(i);
          }
        }
        ASSERT_EQ(numbers(places), expected) << "page " << page << " at " << distance;
      });
      EXPECT_EQ(calls, asked.size());
    }
  }
}

TEST_F(PageSearchTest, SaysWhereACrowdedKeyWasCut) {
  std::vector<PageRow> pages = family_rows(1, 2);
  pages[0].has_fingerprint = true;
  pages.resize(50, pages[0]);
  add(pages);
  const OpenIndex index(folder_);
  const PageQuestion asked{pages[0], {}, 0};
  for (const std::uint64_t limit : {std::uint64_t{10}, std::uint64_t{49}, std::uint64_t{50}}) {
    PageSearch search(index, Profile{}, limit);
    search.find({&asked, 1}, [&](std::size_t, std::span<const IndexPlace> places, bool cut) {
      EXPECT_EQ(places.size(), limit);
      EXPECT_EQ(cut, limit < 50);
    });
  }
}

// Two shared anchors connect pages, one does not, and a crowded anchor never does.
TEST_F(PageSearchTest, SharedAnchorsAreAChannel) {
  std::vector<PageRow> pages = family_rows(1, 7);
  pages[0].has_fingerprint = true;
  std::mt19937_64 draw(8);
  while (pages.size() < 80) {
    pages.push_back(pages[0]);
    pages.back().digest = {draw(), draw()};
    pages.back().fingerprint = draw();
    for (auto& bin : pages.back().sketch.bins) bin = static_cast<std::uint8_t>(draw());
  }
  for (PageRow& page : pages) anchors_.push_back({5, 6, 10 + page.digest.low % 2});
  anchors_[0] = {1, 2, 3};
  anchors_[1] = {2, 3, 4};
  anchors_[2] = {3, 4, 5};
  add(pages);
  const OpenIndex index(folder_);
  PageFacts stranger = pages[0];
  stranger.digest = {1, 1};
  stranger.fingerprint = ~pages[0].fingerprint;
  stranger.sketch.bins.fill(3);
  const std::vector<PageQuestion> asked = {{stranger, {}, 0},
                                           {stranger, {1, 2, 3}, 0},
                                           {stranger, {3, 4}, 0},
                                           {stranger, {5, 6}, 0},
                                           {stranger, {4, 5, 6}, 0}};
  // In the last query, 4 leads to two pages, and then the crowded 5 counts as shared.
  const std::vector<std::vector<std::size_t>> expected = {{}, {0, 1}, {1, 2}, {}, {2}};
  PageSearch search(index, Profile{});
  search.find(asked, [&](std::size_t page, std::span<const IndexPlace> places, bool) {
    EXPECT_EQ(numbers(places), expected[page]) << page;
  });
}

// Deleted pages and pages of other hosts under a crowded key do not count towards the limit.
TEST_F(PageSearchTest, ALimitCountsWhatMayBeNamed) {
  std::vector<PageRow> pages = family_rows(1, 9);
  pages[0].has_fingerprint = true;
  pages.resize(900, pages[0]);
  add(pages);
  std::unordered_set<std::string> deleted;
  for (std::size_t i = 0; i < 700; ++i) deleted.insert("p" + std::to_string(i));
  {
    IndexWriter writer(folder_, Start::existing);
    EXPECT_EQ(delete_ids(writer, deleted).entries, 700U);
  }
  const OpenIndex index(folder_);
  const PageQuestion asked{pages[0], {}, 0};
  const PageQuestion host{pages[0], {}, host_scope_key("h850")};
  const PageQuestion gone{pages[0], {}, host_scope_key("h3")};
  PageSearch search(index, Profile{}, 5);
  search.find({&asked, 1}, [&](std::size_t, std::span<const IndexPlace> places, bool cut) {
    EXPECT_EQ(numbers(places), (std::vector<std::size_t>{700, 701, 702, 703, 704}));
    EXPECT_TRUE(cut);
  });
  search.find({&host, 1}, [&](std::size_t, std::span<const IndexPlace> places, bool) {
    EXPECT_EQ(numbers(places), std::vector<std::size_t>{850});
  });
  search.find({&gone, 1}, [&](std::size_t, std::span<const IndexPlace> places, bool) {
    EXPECT_THAT(places, testing::IsEmpty());
  });
}

TEST_F(PageSearchTest, RefusesWhatItCannotServe) {
  add(family_rows(3, 3));
  const OpenIndex index(folder_);
  Profile profile;
  profile.max_distance = 7;
  EXPECT_THROW(PageSearch(index, profile), Error);
}

// Compaction and export keep pages as they are.
TEST_F(PageSearchTest, CompactionKeepsEveryPageThatIsNotDeleted) {
  add(family_rows(40, 4));
  add(family_rows(30, 5));
  MemoryScratch scratch;
  const IndexChangeOptions options;
  {
    IndexWriter writer(folder_, Start::existing);
    EXPECT_EQ(delete_ids(writer, {"p3", "p50"}).entries, 2U);
    const Compaction done = compact(writer, options, scratch);
    EXPECT_EQ(done.entries, 68U);
    EXPECT_EQ(done.dropped, 2U);
  }
  const OpenIndex index(folder_);
  ASSERT_EQ(index.parts().size(), 1U);
  const OpenIndex::Part& part = *index.parts()[0];
  part.pages->check();
  part.hamming.check();
  std::size_t number = 0;
  for (std::uint64_t ordinal = 0; ordinal < 68; ++ordinal, ++number) {
    if (number == 3 || number == 50) ++number;
    EXPECT_EQ(part.ids.at(ordinal), "p" + std::to_string(number));
    EXPECT_EQ(part.pages->facts(ordinal).digest, pages_[number].digest);
    EXPECT_EQ(part.pages->facts(ordinal).has_fingerprint, pages_[number].has_fingerprint);
  }
}

TEST(EstimateMatch, SaysKindAndHowItKnows) {
  std::vector<PageRow> pages = family_rows(1, 6);
  PageFacts page = pages[0];
  page.has_fingerprint = true;
  page.shingles = 1000;
  PageFacts other = page;
  EXPECT_EQ(estimate_match(page, other, {}).match->kind, Kind::exact);
  EXPECT_EQ(estimate_match(page, other, {}).match->by, By::digest);
  EXPECT_FALSE(estimate_match(page, other, {}).is_in_grey_zone);
  page.has_layout = other.has_layout = true;
  other.layout.bins.fill(9);
  EXPECT_EQ(estimate_match(page, other, {}).match->kind, Kind::content) << "another layout";
  other.digest.high ^= 1;
  const EstimatedMatch alike = estimate_match(page, other, {});
  EXPECT_EQ(alike.match->kind, Kind::content);
  EXPECT_EQ(alike.match->by, By::sketch);
  EXPECT_DOUBLE_EQ(alike.match->resemblance, 1);
  EXPECT_FALSE(alike.is_in_grey_zone);
  for (std::size_t bin = 0; bin < 13; ++bin) other.sketch.bins[bin] ^= 0xff;
  const EstimatedMatch near = estimate_match(page, other, {});
  EXPECT_NEAR(near.match ? near.match->resemblance : 0.797, 0.797, 0.003);
  EXPECT_TRUE(near.is_in_grey_zone);
  other.sketch.bins.fill(1);
  EXPECT_EQ(estimate_match(page, other, {}).match, std::nullopt);
  other.has_fingerprint = false;
  EXPECT_EQ(estimate_match(page, other, {}).match, std::nullopt);
}

}  // namespace
}  // namespace facsim
