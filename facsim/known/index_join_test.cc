// SPDX-License-Identifier: Apache-2.0
// New fingerprints joined with indexes of several segments, checked against linear_scan over a list
// of entries.
#include "facsim/known/index_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <unordered_set>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/temp_folder.h"
#include "facsim/index/linear_scan.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/index_for_test.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

using for_test::add_segment_to;
using for_test::small_options;
using testing::ElementsAre;
using testing::IsEmpty;
using Start = IndexWriter::Start;
using Prints = std::vector<std::uint64_t>;
namespace fs = std::filesystem;

// One line of a join's result.
struct Row {
  std::uint64_t fresh = 0;
  std::string old;
  std::uint32_t distance = 0;
  friend bool operator==(const Row&, const Row&) = default;
  friend void PrintTo(const Row& row, std::ostream* out) {
    *out << row.fresh << " and " << row.old << " at " << row.distance;
  }
};

// Families that differ in few bits, some equal; a quarter of them is crowded in 18 bits.
Prints skewed(std::size_t count, std::uint64_t seed, const Prints& others = {}) {
  std::mt19937_64 random(seed);
  Prints prints;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t print = random();
    if (!others.empty() && random() % 3 == 0) print = others[random() % others.size()];
    if (i > 0 && random() % 3 == 0) print = prints[random() % i];
    for (auto flips = random() % 8; flips > 0; --flips) print ^= std::uint64_t{1} << random() % 64;
    if (i > 0 && random() % 10 == 0) print = prints[random() % i];
    if (random() % 4 == 0) print = 0xabcdef0000000000U | (print >> 46);
    prints.push_back(print);
  }
  return prints;
}

class IndexJoinTest : public testing::Test {
 protected:
  IndexJoinTest() : temp_(testing::TempDir()), index_(temp_.path() + "/idx") {}

  // Adds a segment; entries are named by their numbers.
  void add(const Prints& prints, const std::string& design = "blocks-0-0-0-0",
           const std::string& codec = "") {
    add_segment_to(index_, {.options = small_options(design), .codec = codec},
                   [&](FingerprintBatch& batch) {
                     for (const std::uint64_t print : prints) batch.add(print, entries_++);
                   });
    old_.insert(old_.end(), prints.begin(), prints.end());
  }
  void erase(const std::unordered_set<std::string>& ids) {
    IndexWriter writer(index_, Start::existing);
    EXPECT_EQ(delete_ids(writer, ids).entries, ids.size());
    gone_.insert(ids.begin(), ids.end());
  }

  // The slow twin.
  [[nodiscard]] std::vector<Row> linearly(const Prints& fresh, int max_distance) const {
    std::vector<Row> rows;
    for (std::uint64_t i = 0; i < fresh.size(); ++i) {
      for (const NearEntry& entry : linear_scan(old_, fresh[i], max_distance)) {
        const std::string id = std::to_string(entry.number);
        if (gone_.contains(id)) continue;
        rows.push_back({i, id, static_cast<std::uint32_t>(entry.distance)});
      }
    }
    return rows;
  }

  std::vector<Row> joined(const Prints& fresh, const IndexJoinOptions& options, int threads = 1) {
    const OpenIndex index(index_);
    MemoryScratch scratch;
    IndexJoin join(options, scratch);
    const std::span<const std::uint64_t> all(fresh);
    join.add(all.first(fresh.size() / 3));
    join.add(all.subspan(fresh.size() / 3));
    EXPECT_EQ(join.size(), fresh.size());
    ThreadExecutor executor(threads);
    std::vector<Row> rows;
    const IndexJoinOutcome outcome = join.run(index, executor, [&](const IndexPair& pair) {
      rows.push_back({pair.fresh, index.id_of(pair.old), pair.old.distance});
    });
    passes_ = outcome.passes;
    truncated_ = outcome.truncated;
    return rows;
  }

  TempFolder temp_;
  std::string index_;
  std::uint64_t entries_ = 0;
  Prints old_;
  std::unordered_set<std::string> gone_;
  std::uint64_t passes_ = 0;
  std::uint64_t truncated_ = 0;
};

TEST_F(IndexJoinTest, FindsWhatLinearScanFindsAtEveryDistance) {
  const Prints old = skewed(2'500, 1);
  add({old.begin(), old.begin() + 900});
  add({old.begin() + 900, old.begin() + 901}, "cover-6x21");
  add({old.begin() + 901, old.begin() + 1'700}, "blocks-1-1");
  add({old.begin() + 1'700, old.end()}, "paper-10");
  const Prints fresh = skewed(1'500, 2, old);
  for (int round = 0; round < 2; ++round) {
    for (int distance = 0; distance <= 12; ++distance) {
      const std::vector<Row> wanted = linearly(fresh, distance);
      EXPECT_GT(wanted.size(), 100U);
      ASSERT_EQ(joined(fresh, {.max_distance = distance}), wanted) << "distance " << distance;
      EXPECT_EQ(passes_, 1U);
    }
    std::mt19937_64 random(3);
    std::unordered_set<std::string> ids;
    while (ids.size() < 500) ids.insert(std::to_string(random() % old.size()));
    if (round == 0) erase(ids);
  }
}

TEST_F(IndexJoinTest, NeitherMemoryNorThreadsNorKernelsChangeAnAnswer) {
  const Prints old = skewed(15'000, 4);
  add({old.begin(), old.begin() + 5'000});
  add({old.begin() + 5'000, old.begin() + 5'003});
  add({old.begin() + 5'003, old.end()}, "cover-6x21");
  erase({"0", "4999", "5001", "14999"});
  const Prints fresh = skewed(9'000, 5, old);
  const std::vector<Row> wanted = linearly(fresh, 4);
  IndexJoinOptions options{.max_distance = 4};
  EXPECT_EQ(joined(fresh, options), wanted);
  options.memory_bytes = std::uint64_t{1} << 20;
  EXPECT_EQ(joined(fresh, options, 3), wanted);
  EXPECT_EQ(passes_, 3U) << "of 4096";
  options.batch_max = 1'000;
  options.chunk_max = 777;
  for (const std::string& kernel : kernel_names()) {
    options.kernel = kernel_named(kernel);
    EXPECT_EQ(joined(fresh, options, 2), wanted) << kernel;
    EXPECT_EQ(passes_, 9U);
  }
}

TEST_F(IndexJoinTest, CodedTablesGiveTheSame) {
  const Prints old = skewed(3'000, 6);
  add({old.begin(), old.begin() + 1'000});
  add({old.begin() + 1'000, old.begin() + 2'000}, "cover-6x21", "elias-fano");
  add({old.begin() + 2'000, old.end()}, "blocks-1-1", "xor-huffman");
  erase({"5", "1005", "2005"});
  const Prints fresh = skewed(1'000, 7, old);
  EXPECT_EQ(joined(fresh, {}), linearly(fresh, 3));
}

TEST_F(IndexJoinTest, PairsComeInTheOrderOfTheNewThenOfTheOld) {
  add({0b0111, 0b0001, 0b0001});
  add({0b0000, 0b0001});
  EXPECT_THAT(
      joined({0b0001, 1ULL << 40, 0b0000}, {.max_distance = 1}),
      ElementsAre(Row{0, "1", 0}, Row{0, "2", 0}, Row{0, "3", 1}, Row{0, "4", 0}, Row{1, "3", 1},
                  Row{2, "1", 1}, Row{2, "2", 1}, Row{2, "3", 0}, Row{2, "4", 1}));
}

TEST_F(IndexJoinTest, OfNoneOrAgainstNoneFindsNothing) {
  add({});
  EXPECT_THAT(joined({1, 2}, {}), IsEmpty());
  EXPECT_THAT(joined({}, {}), IsEmpty());
  EXPECT_EQ(passes_, 0U);
  add({1});
  EXPECT_THAT(joined({}, {}), IsEmpty());
  EXPECT_THAT(joined({3}, {}), ElementsAre(Row{0, "0", 1}));
  erase({"0"});
  EXPECT_THAT(joined({3}, {}), IsEmpty());
}

// Tables inside tables need many times the memory of others: the batch is made smaller.
TEST_F(IndexJoinTest, ACrowdedBatchIsCut) {
  std::mt19937_64 random(10);
  Prints crowd(20'000);
  for (std::uint64_t& print : crowd) print = 0xfedcba9876000000U | (random() >> 40);
  add({crowd.begin(), crowd.begin() + 200});
  IndexJoinOptions options;
  const std::vector<Row> wanted = linearly(crowd, 3);
  EXPECT_EQ(joined(crowd, options), wanted);
  EXPECT_EQ(passes_, 1U);
  options.memory_bytes =
      2 * (BatchProbe::bytes_needed(crowd.size(), {}) + crowd.size() * sizeof(std::uint64_t));
  EXPECT_EQ(joined(crowd, options), wanted);
  EXPECT_GT(passes_, 1U);
  Prints wide(20'000);
  for (std::uint64_t& print : wide) print = random();
  (void)joined(wide, options);
  EXPECT_EQ(passes_, 1U) << "as many that are not crowded fit";
}

// Pages without text: one fingerprint, many times on both sides.
TEST_F(IndexJoinTest, GivesEachRepeatItsPairs) {
  add(Prints(700, 0));
  add(Prints(30, 1));
  const std::vector<Row> rows = joined(Prints(300, 0), {.memory_bytes = 1});
  EXPECT_EQ(rows.size(), 300U * 730U);
  EXPECT_EQ(rows, linearly(Prints(300, 0), 3));
}

TEST_F(IndexJoinTest, RefusesDistancesThatNoMasksServe) {
  MemoryScratch scratch;
  EXPECT_THROW(IndexJoin({.max_distance = 13}, scratch), Error);
  EXPECT_THROW(IndexJoin({.max_distance = -1}, scratch), Error);
}

// Crowds wait as one pair and are read again, among entries that wait one by one.
TEST_F(IndexJoinTest, CrowdsComeInTheOrderOfTheOthers) {
  Prints old;
  for (std::uint64_t i = 0; i < 300; ++i) old.push_back(i % 3 == 0 ? i % 5 : 1'000 + i);
  add({old.begin(), old.begin() + 200});
  add({old.begin() + 200, old.end()}, "cover-6x21", "elias-fano");
  const Prints fresh = {0, 1, 1, 1'100, 6, 1ULL << 50};
  IndexJoinOptions options{.max_distance = 2};
  for (int round = 0; round < 2; ++round) {
    const std::vector<Row> wanted = linearly(fresh, 2);
    ASSERT_GT(wanted.size(), 400U);
    for (const std::uint64_t found_max : {1U, 7U, 1U << 20}) {
      options.found_max = found_max;
      EXPECT_EQ(joined(fresh, options), wanted) << found_max;
      EXPECT_EQ(passes_ > 1, found_max < 8);
    }
    if (round == 0) erase({"0", "15", "90", "299", "240", "5", "210"});
  }
}

TEST_F(IndexJoinTest, ALimitKeepsTheNearestAndOfThoseTheFirst) {
  const Prints old = skewed(1'200, 31);
  Prints more(old);
  more.resize(1'300, old[3]);
  add({more.begin(), more.begin() + 700});
  add({more.begin() + 700, more.end()});
  erase({"3", "1250", "700"});
  Prints fresh = skewed(200, 32, old);
  fresh.push_back(old[3]);
  const std::vector<Row> all = linearly(fresh, 4);
  for (const std::uint64_t limit : {1U, 2U, 10U, 50U, 10'000U}) {
    std::vector<Row> wanted;
    std::uint64_t cut = 0;
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end =
          std::find_if(begin, all.end(), [&](const Row& row) { return row.fresh != begin->fresh; });
      std::vector<Row> of_one(begin, end);
      const auto by_entry = [](const Row& a, const Row& b) {
        return std::stoull(a.old) < std::stoull(b.old);
      };
      std::stable_sort(of_one.begin(), of_one.end(),
                       [](const Row& a, const Row& b) { return a.distance < b.distance; });
      if (of_one.size() > limit) ++cut;
      if (of_one.size() > limit) of_one.resize(limit);
      std::sort(of_one.begin(), of_one.end(), by_entry);
      wanted.insert(wanted.end(), of_one.begin(), of_one.end());
      begin = end;
    }
    EXPECT_EQ(joined(fresh, {.max_distance = 4, .limit = limit}), wanted) << limit;
    EXPECT_EQ(truncated_, cut) << limit;
    EXPECT_EQ(cut > 0, limit < 10'000);
  }
}

TEST_F(IndexJoinTest, TellsOfCrowdsBeforeTheirPairs) {
  Prints old(40, 8);
  old.resize(60, 16);
  old.resize(77, 0xff00ff00ff00U);
  add(old);
  std::vector<IndexCrowd> told;
  IndexJoinOptions options{.max_distance = 2};
  options.crowd_entries = 21;
  options.on_crowds = [&](const IndexCrowds& crowds) {
    told = crowds.largest;
    EXPECT_EQ(crowds.count, 1U);
  };
  EXPECT_EQ(joined({0, 8, 7'777'777}, options).size(), 120U);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].entries, 40U);
  EXPECT_EQ(told[0].fresh, 2U);
  EXPECT_EQ(told[0].first.ordinal, 0U);
  EXPECT_EQ(told[1].entries, 20U);
  EXPECT_EQ(told[1].first.ordinal, 40U);
}

TEST_F(IndexJoinTest, KeepsTheLargestOfManyCrowdsAndCountsAll) {
  Prints old;
  for (std::uint64_t i = 0; i < 100; ++i) old.resize(old.size() + 20 + i, i << 32);
  add(old);
  const Prints fresh(3, 0);
  IndexJoinOptions options{.max_distance = 12, .chunk_max = 7};
  options.crowd_entries = 60;
  IndexCrowds told;
  options.on_crowds = [&](const IndexCrowds& crowds) { told = crowds; };
  (void)joined(fresh, options);
  EXPECT_EQ(told.count, 60U);
  ASSERT_EQ(told.largest.size(), 16U);
  for (std::uint64_t i = 0; i < 16; ++i) {
    EXPECT_EQ(told.largest[i].entries, 119 - i);
    EXPECT_EQ(told.largest[i].fresh, 3U);
  }
}

TEST_F(IndexJoinTest, EndsWhereTheCheckThrows) {
  add(skewed(3'000, 8));
  std::atomic<int> calls = 0;
  const auto check = [&] {
    if (++calls == 5) throw Error{ErrorCode::cancelled, "stopped"};
  };
  for (const int threads : {1, 2}) {
    calls = 0;
    EXPECT_THROW((void)joined(skewed(500, 9), {.check = check}, threads), Error);
  }
}

}  // namespace
}  // namespace facsim
