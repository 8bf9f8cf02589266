// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/verify/lcs_for_test.h"

namespace facsim {
namespace {

using for_test::lcs_share;
using for_test::Units;
// Checks the promises of the header for every result.
void check_promises(const Units& a, const Units& b, const Agreement& result) {
  std::uint64_t covered = 0;
  std::size_t first_end = 0;
  std::size_t second_end = 0;
  for (const Passage& passage : result.passages) {
    ASSERT_GT(passage.length, 0U);
    ASSERT_GE(passage.first_begin, first_end);
    ASSERT_GE(passage.second_begin, second_end);
    first_end = passage.first_begin + std::size_t{passage.length};
    second_end = passage.second_begin + std::size_t{passage.length};
    ASSERT_LE(first_end, a.size());
    ASSERT_LE(second_end, b.size());
    for (std::uint32_t i = 0; i < passage.length; ++i) {
      ASSERT_EQ(a[passage.first_begin + i], b[passage.second_begin + i]);
    }
    covered += passage.length;
  }
  if (a.empty() && b.empty()) return;
  ASSERT_EQ(result.share,
            static_cast<double>(covered) / static_cast<double>(std::max(a.size(), b.size())));
}

// A meter that was used before gives the same result as a new one, and the share alone is equal.
void check_meter(const Units& a, const Units& b, const AgreementOptions& options,
                 AgreementMeter& used) {
  const Agreement fresh = agreement(a, b, options);
  ASSERT_EQ(used.share(a, b), fresh.share);
  const Agreement again = used.measure(a, b);
  ASSERT_EQ(again.share, fresh.share);
  ASSERT_EQ(again.passages, fresh.passages);
}

// Random texts and graded edits of them, from a seed.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return mix64(state_ += 0x9e3779b97f4a7c15U) % bound; }
  Units text(std::size_t units, std::uint64_t vocabulary) {
    Units result(units);
    for (std::uint64_t& unit : result) unit = mix64(1 + below(vocabulary));
    return result;
  }
  // One unit in `every` is replaced, dropped or preceded by a new one.
  Units with_scattered_edits(const Units& units, std::uint64_t every, std::uint64_t vocabulary) {
    Units result;
    for (const std::uint64_t unit : units) {
      if (below(every) != 0) {
        result.push_back(unit);
        continue;
      }
      const std::uint64_t edit = below(3);
      if (edit != 1) result.push_back(text(1, vocabulary).front());
      if (edit == 2) result.push_back(unit);
    }
    return result;
  }
  // A run of `count` units is replaced by `other`.
  Units with_other_block(const Units& units, std::size_t count, const Units& other) {
    const std::size_t begin = below(units.size() - count + 1);
    Units result(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(begin));
    result.insert(result.end(), other.begin(), other.end());
    result.insert(result.end(), units.begin() + static_cast<std::ptrdiff_t>(begin + count),
                  units.end());
    return result;
  }

 private:
  std::uint64_t state_;
};

TEST(Agreement, OfNothing) {
  EXPECT_EQ(agreement({}, {}).share, 1.0);
  EXPECT_TRUE(agreement({}, {}).passages.empty());
  const Units one = {7};
  EXPECT_EQ(agreement(one, {}).share, 0.0);
  EXPECT_EQ(agreement({}, one).share, 0.0);
}

TEST(Agreement, OfShortPagesUsesShorterShingles) {
  const Units one = {7};
  const Units two = {7, 8};
  const Units other = {9};
  EXPECT_EQ(agreement(one, one).share, 1.0);
  EXPECT_EQ(agreement(one, two).share, 0.5);
  EXPECT_EQ(agreement(one, other).share, 0.0);
  EXPECT_EQ(agreement(Units{1, 2}, Units{5, 6, 1, 2, 7}).share, 0.4);
  EXPECT_EQ(agreement(Units{1, 2}, Units{1, 6, 2, 7}).share, 0.5) << "no pair in a row is shared";
}

TEST(Agreement, OfEqualPagesIsExactlyOneWhateverTheyRepeat) {
  for (const std::uint64_t vocabulary : {1U, 2U, 3U, 1000U}) {
    for (const std::size_t units : {1U, 2U, 3U, 4U, 1000U}) {
      const Units text = Writer(units).text(units, vocabulary);
      const Agreement result = agreement(text, text);
      EXPECT_EQ(result.share, 1.0);
      EXPECT_EQ(result.passages, (std::vector<Passage>{{0, 0, static_cast<std::uint32_t>(units)}}));
    }
  }
}

TEST(Agreement, OfUnrelatedPagesIsNothing) {
  EXPECT_EQ(agreement(Writer(1).text(2000, 1U << 30), Writer(2).text(2000, 1U << 30)).share, 0.0);
}

TEST(Agreement, ExplainsByItsPassages) {
  //                   0  1  2  3  4  5   6   7  8  9  10 11 12
  const Units first = {1, 2, 3, 4, 5, 90, 91, 6, 7, 8, 9, 10, 11};
  const Units second = {1, 2, 3, 4, 5, 6, 7, 8, 80, 9, 10, 11};
  const Agreement result = agreement(first, second);
  EXPECT_THAT(result.passages,
              testing::ElementsAre(Passage{0, 0, 5}, Passage{7, 5, 3}, Passage{10, 9, 3}));
  EXPECT_EQ(result.share, 11.0 / 13.0);
}

// Order counts: if two sections are exchanged, only one can be in the chain.
TEST(Agreement, OfPagesWithMovedSectionsCountsTheLargerOne) {
  Writer writer(5);
  const Units large = writer.text(600, 1U << 30);
  const Units small = writer.text(400, 1U << 30);
  Units first = large;
  first.insert(first.end(), small.begin(), small.end());
  Units second = small;
  second.insert(second.end(), large.begin(), large.end());
  EXPECT_EQ(agreement(first, second).share, 0.6);
}

// The text repeats itself so often that none of its shingles there may be used, and a unit was
// inserted into the repetition: the text before it belongs to the passage before, the rest to the
// next.
TEST(Agreement, CoversRepetitionsNextToWhatIsShared) {
  Writer writer(6);
  Units first = writer.text(100, 1U << 30);
  first.insert(first.begin() + 50, 500, 1234);
  Units second = first;
  second[40] = 1;
  second[570] = 2;
  EXPECT_EQ(agreement(first, second).share, 598.0 / 600.0);
  const Units added = writer.text(7, 1U << 30);
  second.insert(second.begin() + 300, added.begin(), added.end());
  const Agreement result = agreement(first, second);
  EXPECT_EQ(result.share, 598.0 / 607.0);
  EXPECT_THAT(result.passages, testing::ElementsAre(Passage{0, 0, 40}, Passage{41, 41, 259},
                                                    Passage{300, 307, 270}, Passage{571, 578, 29}));
}

TEST(Agreement, OfARepetitionThatWasCutIsItsShare) {
  const Units first(1000, 5);
  const Units second(700, 5);
  EXPECT_EQ(agreement(first, second).share, 0.7);
}

TEST(Agreement, IsNearTheLongestCommonSubsequenceForScatteredEdits) {
  for (const std::uint64_t vocabulary : {300U, 5'000U}) {
    for (const std::uint64_t every : {100U, 50U, 20U, 12U}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Writer writer(seed * 1000 + every);
        const Units first = writer.text(1500, vocabulary);
        const Units second = writer.with_scattered_edits(first, every, vocabulary);
        const Agreement result = agreement(first, second);
        check_promises(first, second, result);
        EXPECT_NEAR(result.share, lcs_share(first, second), 0.03)
            << "one in " << every << " of a vocabulary of " << vocabulary;
      }
    }
  }
}

TEST(Agreement, IsNearTheLongestCommonSubsequenceForOtherBlocks) {
  for (const std::size_t removed : {0U, 100U, 500U, 1000U}) {
    for (const std::size_t added : {0U, 50U, 300U, 1500U}) {
      Writer writer(removed * 7 + added);
      const Units first = writer.text(1500, 50'000);
      const Units second = writer.with_other_block(first, removed, writer.text(added, 50'000));
      const Agreement result = agreement(first, second);
      check_promises(first, second, result);
      EXPECT_NEAR(result.share, lcs_share(first, second), 0.03) << removed << " " << added;
      const double longer = static_cast<double>(std::max(first.size(), second.size()));
      EXPECT_NEAR(result.share, static_cast<double>(1500 - removed) / longer, 0.01);
    }
  }
}

// Up to six units in ten are replaced by units that the page does not have: hardly three in a row
// remain. The expected share is known.
TEST(Agreement, IsTheShareThatScatteredEditsLeave) {
  for (const std::size_t size : {40U, 600U, 5'000U}) {
    for (const std::uint64_t vocabulary : {300U, 5'000U}) {
      for (std::uint64_t edited = 0; edited <= 60; edited += 10) {
        Writer writer(size + vocabulary + edited);
        const Units first = writer.text(size, vocabulary);
        Units second = first;
        for (std::uint64_t& unit : second) {
          if (writer.below(100) < edited) unit = writer.below(1U << 30);
        }
        const Agreement result = agreement(first, second);
        check_promises(first, second, result);
        EXPECT_NEAR(result.share, lcs_share(first, second), 0.01)
            << edited << " % of " << size << " of a vocabulary of " << vocabulary;
      }
    }
  }
}

// If units are also dropped and inserted, positions drift; in long gaps some matches are lost.
TEST(Agreement, IsNearTheShareThatMixedEditsLeave) {
  for (const std::uint64_t every : {5U, 3U, 2U}) {
    Writer writer(every);
    const Units first = writer.text(5'000, 5'000);
    const Units second = writer.with_scattered_edits(first, every, 1U << 30);
    const Agreement result = agreement(first, second);
    check_promises(first, second, result);
    EXPECT_NEAR(result.share, lcs_share(first, second), 0.02) << "one in " << every;
  }
}

// A repeated phrase is matched with another occurrence, because nothing else is left in a row: the
// chain gains a shingle, but many single units are lost.
TEST(Agreement, DropsPassagesThatHideMore) {
  Writer writer(3);
  Units first = writer.text(60, 1U << 30);
  const Units phrase = {1, 2, 3};
  std::copy(phrase.begin(), phrase.end(), first.begin() + 20);
  Units second = first;
  for (std::size_t i = 10; i < 50; i += 2) second[i] = 5000 + i;
  std::copy(phrase.begin(), phrase.end(), second.begin() + 35);
  const Agreement result = agreement(first, second);
  check_promises(first, second, result);
  EXPECT_EQ(result.share, lcs_share(first, second));
  EXPECT_TRUE(std::all_of(result.passages.begin(), result.passages.end(),
                          [](const Passage& p) { return p.first_begin == p.second_begin; }));
}

// Frequent words agree everywhere: a free common subsequence finds more than a tenth.
TEST(Agreement, OfUnrelatedPagesOfFrequentWordsIsLittle) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Writer writer(seed);
    const auto text = [&] {
      Units units = writer.text(1'000, 5'000);
      for (std::size_t i = 0; i < units.size(); ++i) {
        if (writer.below(2) == 0) units[i] = mix64(1 + writer.below(1 + writer.below(60)));
      }
      return units;
    };
    const Units first = text();
    const Units second = text();
    EXPECT_GT(lcs_share(first, second), 0.11);
    EXPECT_LT(agreement(first, second).share, 0.05);
  }
}

// In near-duplicates long runs are taken without examining the rest, and nothing is lost by that.
TEST(Agreement, OfLongNearDuplicatesIsNearTheLongestCommonSubsequence) {
  AgreementMeter meter;
  double lost = 0;
  int pairs = 0;
  for (const std::uint64_t vocabulary : {300U, 3'000U}) {
    for (const std::uint64_t every : {400U, 150U, 60U, 30U}) {
      Writer writer(every + vocabulary);
      const Units first = writer.text(3'000, vocabulary);
      Units second = writer.with_scattered_edits(first, every, vocabulary);
      for (int blocks = 0; blocks < 3; ++blocks) {
        const Agreement result = agreement(first, second);
        check_promises(first, second, result);
        check_meter(first, second, {}, meter);
        const double most = lcs_share(first, second);
        EXPECT_NEAR(result.share, most, 0.02) << every << " " << vocabulary << " " << blocks;
        lost += most - result.share;
        ++pairs;
        second = writer.with_other_block(second, 200, writer.text(150, vocabulary));
      }
    }
  }
  EXPECT_LT(lost / pairs, 0.005);
}

// Both pages contain the page twice, with different edits: the runs that are left intact lead from
// the first copy in one page to the second copy in the other.
TEST(Agreement, OfPagesThatHoldTwoEditionsKeepsToTheOrder) {
  Writer writer(11);
  const Units edition = writer.text(2'000, 1U << 30);
  const auto page = [&](const Units& a, const Units& b) {
    Units result = a;
    result.insert(result.end(), b.begin(), b.end());
    return result;
  };
  Units early = edition;
  for (std::size_t i = 0; i < early.size(); i += 12) early[i] = i;
  const Units first = page(edition, early);
  const Units second = page(early, edition);
  const Agreement result = agreement(first, second);
  check_promises(first, second, result);
  EXPECT_NEAR(result.share, lcs_share(first, second), 0.001);
}

// Few long runs in wrong places, in a text that is otherwise edited too densely for runs.
TEST(Agreement, OfMovedBlocksAmongDenseEditsIsNearTheLongestCommonSubsequence) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Writer writer(seed);
    const Units first = writer.text(2'000, 20'000);
    Units second = writer.with_scattered_edits(first, 8, 20'000);
    for (int moves = 0; moves < 4; ++moves) {
      const auto from = static_cast<std::ptrdiff_t>(writer.below(1'900));
      const auto to = static_cast<std::ptrdiff_t>(writer.below(second.size()));
      second.insert(second.begin() + to, first.begin() + from, first.begin() + from + 60);
    }
    const Agreement result = agreement(first, second);
    check_promises(first, second, result);
    EXPECT_NEAR(result.share, lcs_share(first, second), 0.02) << seed;
  }
}

// Tiny vocabularies: shingles collide, repeat and cross as they never do in prose.
RC_GTEST_PROP(Agreement, KeepsItsPromisesOnUglyTexts, ()) {
  Writer writer(*rc::gen::arbitrary<std::uint64_t>());
  const auto vocabulary = *rc::gen::inRange<std::uint64_t>(1, 30);
  const auto size = *rc::gen::inRange<std::size_t>(0, 400);
  AgreementOptions options;
  options.shingle_size = *rc::gen::inRange<std::uint32_t>(1, 6);
  options.occurrences_max = *rc::gen::inRange<std::uint32_t>(0, 20);
  const Units first = writer.text(size, vocabulary);
  const Units second = writer.below(2) == 0
                           ? writer.text(writer.below(400), vocabulary)
                           : writer.with_scattered_edits(first, 4 + writer.below(100), vocabulary);
  const Agreement result = agreement(first, second, options);
  check_promises(first, second, result);
  AgreementMeter used(options);
  (void)used.share(second, writer.text(50, vocabulary));
  check_meter(first, second, options, used);
  RC_ASSERT(!testing::Test::HasFatalFailure());
  if (!first.empty() || !second.empty()) {
    RC_ASSERT(result.share <= lcs_share(first, second) + 1e-12);
  }
  const Agreement reverse = agreement(second, first, options);
  RC_ASSERT(reverse.share == result.share);
  RC_ASSERT(reverse.passages.size() == result.passages.size());
  for (std::size_t i = 0; i < result.passages.size(); ++i) {
    const Passage& passage = result.passages[i];
    RC_ASSERT(reverse.passages[i] ==
              (Passage{passage.second_begin, passage.first_begin, passage.length}));
  }
}

// With single units as shingles the chain is the longest common subsequence itself.
RC_GTEST_PROP(Agreement, OfSingleUnitsIsTheLongestCommonSubsequence, ()) {
  Writer writer(*rc::gen::arbitrary<std::uint64_t>());
  const auto vocabulary = *rc::gen::inRange<std::uint64_t>(2, 60);
  const Units first = writer.text(*rc::gen::inRange<std::size_t>(1, 80), vocabulary);
  const Units second = writer.with_scattered_edits(first, 4, vocabulary);
  const AgreementOptions options{.shingle_size = 1, .occurrences_max = 1000};
  RC_ASSERT(agreement(first, second, options).share == lcs_share(first, second));
}

// Pages designed to be expensive: repeated shingles just below the limit, and one unit throughout.
TEST(Agreement, LargeRepetitivePagesTakeNoQuadraticTime) {
  Writer writer(9);
  const Units phrase = writer.text(20'000, 1U << 30);
  Units first;
  Units second;
  for (int i = 0; i < 16; ++i) {
    first.insert(first.end(), phrase.begin(), phrase.end());
    second.insert(second.end(), phrase.rbegin(), phrase.rend());
    second.insert(second.end(), phrase.begin(), phrase.end());
  }
  check_promises(first, second, agreement(first, second));
  const Units same(300'000, 3);
  Units other = same;
  for (std::size_t i = 0; i < other.size(); i += 1000) other[i] = i;
  check_promises(same, other, agreement(same, other));
}

TEST(Agreement, RefusesShinglesOfNothing) {
  EXPECT_THROW(static_cast<void>(agreement({}, {}, {.shingle_size = 0})), Error);
  EXPECT_THROW(AgreementMeter({.shingle_size = 0}), Error);
}

}  // namespace
}  // namespace facsim
