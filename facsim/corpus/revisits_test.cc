// SPDX-License-Identifier: Apache-2.0
// The page that a revisit refers to, and its rank in keep order.
#include "facsim/corpus/revisits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/scan.h"

namespace facsim {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20;

struct Original {
  ReferenceKeys names;
  std::uint32_t page = 0;
};

// The originals of revisits with these references.
std::vector<std::uint32_t> originals_of(const std::vector<Original>& captures,
                                        const std::vector<ReferenceKeys>& references,
                                        std::uint64_t memory_bytes = kMemoryBytes) {
  MemoryScratch scratch;
  Revisits revisits(scratch, memory_bytes);
  for (const ReferenceKeys& reference : references) revisits.add({}, reference);
  for (const Original& capture : captures) revisits.add_original(capture.names, capture.page);
  revisits.resolve(100, memory_bytes);
  std::vector<std::uint32_t> found;
  for (std::uint64_t i = 0; i < revisits.size(); ++i) found.push_back(revisits.original_of(i));
  return found;
}

TEST(Revisits, NoneIsNone) {
  MemoryScratch scratch;
  Revisits revisits(scratch, kMemoryBytes);
  revisits.add_original({.id = 1}, 0);
  revisits.resolve(1, kMemoryBytes);
  EXPECT_EQ(revisits.size(), 0U);
  EXPECT_FALSE(revisits.refer_to(0));
}

TEST(Revisits, TheSurestWayThatLeadsSomewhereIsTaken) {
  const std::vector<Original> captures = {
      {{.id = 1}, 10}, {{.place = 2}, 11}, {{.url_payload = 3}, 12}, {{.payload = 4}, 13}};
  EXPECT_THAT(originals_of(captures, {{1, 2, 3, 4}, {9, 2, 3, 4}, {9, 9, 3, 4}, {9, 9, 9, 4}}),
              ElementsAre(10, 11, 12, 13));
  EXPECT_THAT(originals_of(captures, {{9, 9, 9, 9}, {}, {0, 0, 0, 4}}),
              ElementsAre(kNoPage, kNoPage, 13));
}

TEST(Revisits, OneNumberIsAnotherNameInEachWay) {
  EXPECT_THAT(originals_of({{{.id = 7}, 1}}, {{.place = 7}, {.url_payload = 7}, {.payload = 7}}),
              ElementsAre(kNoPage, kNoPage, kNoPage));
}

TEST(Revisits, OfSeveralTheFirstPageIsTaken) {
  EXPECT_THAT(originals_of({{{.id = 7}, kNotAPage}, {{.id = 7}, 5}, {{.id = 7}, 3}}, {{.id = 7}}),
              ElementsAre(3));
  EXPECT_THAT(originals_of({{{.id = 7}, kNotAPage}}, {{.id = 7}}), ElementsAre(kNotAPage));
}

TEST(Revisits, KnowsThePagesThatAreReferredTo) {
  MemoryScratch scratch;
  Revisits revisits(scratch, kMemoryBytes);
  for (int i = 0; i < 3; ++i) revisits.add({}, {.id = 1});
  revisits.add({}, {.id = 2});
  revisits.add_original({.id = 1}, 4);
  revisits.add_original({.id = 2}, kNotAPage);
  revisits.resolve(6, kMemoryBytes);
  for (std::uint32_t page = 0; page < 8; ++page) EXPECT_EQ(revisits.refer_to(page), page == 4);
}

// The slow twin compares every reference with every capture.
std::uint32_t slow_original(const std::vector<Original>& captures, const ReferenceKeys& reference) {
  for (std::size_t way = 0; way < kReferenceWays; ++way) {
    std::uint32_t first = kNoPage;
    for (const Original& capture : captures) {
      const std::uint64_t name = capture.names.all()[way];
      if (name != 0 && name == reference.all()[way]) first = std::min(first, capture.page);
    }
    if (first != kNoPage) return first;
  }
  return kNoPage;
}

ReferenceKeys some_keys() {
  const auto key = [] { return *rc::gen::inRange<std::uint64_t>(0, 12); };
  return {key(), key(), key(), key()};
}

RC_GTEST_PROP(Revisits, FindWhatTheSlowTwinFinds, ()) {
  std::vector<Original> captures(*rc::gen::inRange<std::size_t>(0, 40));
  for (Original& capture : captures) {
    const std::uint32_t page = *rc::gen::inRange<std::uint32_t>(0, 101);
    capture = {some_keys(), page == 100 ? kNotAPage : page};
  }
  std::vector<ReferenceKeys> references(*rc::gen::inRange<std::size_t>(0, 40));
  std::vector<std::uint32_t> expected;
  for (ReferenceKeys& reference : references) {
    reference = some_keys();
    expected.push_back(slow_original(captures, reference));
  }
  // With this little memory everything is written to scratch.
  RC_ASSERT(originals_of(captures, references) == expected);
  RC_ASSERT(originals_of(captures, references, 64) == expected);
}

// Ranks pages of these lengths, of which revisits refer to some.
std::vector<std::uint32_t> ranks_of(const std::vector<std::uint64_t>& lengths,
                                    const std::vector<std::uint32_t>& referred, std::uint32_t known,
                                    Keep keep) {
  MemoryScratch scratch;
  Corpus corpus(scratch, kMemoryBytes);
  for (const std::uint64_t length : lengths) {
    PageRow row;
    row.keep.text_bytes = length;
    corpus.rows.push_back(row);
  }
  for (const std::uint32_t page : referred) corpus.revisits.add_resolved({}, page);
  corpus.revisits.set_pages(static_cast<std::uint32_t>(lengths.size()) - known);
  corpus.known = known;
  const RunHooks hooks;
  const std::vector<KeepKey> keys = {keep};
  return keep_ranks(corpus, keys, Run({.memory_bytes = kMemoryBytes, .tmp = {}}, hooks, scratch));
}

TEST(KeepRanks, OriginalsOfRevisitsComeBeforeAllOtherPages) {
  const std::vector<std::uint64_t> lengths = {50, 20, 30, 40, 10};
  EXPECT_THAT(ranks_of(lengths, {}, 0, Keep::first), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(ranks_of(lengths, {1, 3, 1}, 0, Keep::first), ElementsAre(2, 0, 3, 1, 4));
  EXPECT_THAT(ranks_of(lengths, {1, 3, 1}, 0, Keep::last), ElementsAre(4, 1, 3, 0, 2));
  EXPECT_THAT(ranks_of(lengths, {1, 3, 1}, 0, Keep::longest), ElementsAre(2, 1, 3, 0, 4));
  EXPECT_THAT(ranks_of(lengths, {kNotAPage, kNoPage}, 0, Keep::last), ElementsAre(4, 3, 2, 1, 0));
}

TEST(KeepRanks, PagesOfAnIndexComeBeforeOriginals) {
  EXPECT_THAT(ranks_of({50, 20, 30, 40, 10}, {2}, 2, Keep::longest), ElementsAre(3, 4, 2, 0, 1));
}

}  // namespace
}  // namespace facsim
