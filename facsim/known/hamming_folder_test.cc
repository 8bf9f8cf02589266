// SPDX-License-Identifier: Apache-2.0
// The public Hamming indexes, in memory and in a folder, against a scan.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/hamming_index.h"
#include "facsim/index/linear_scan.h"
#include "facsim/known/plain_bits.h"
#include "facsim/model/label.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

using for_test::code_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

// Clusters of a few bits around some centres, including equal ones.
std::vector<Fingerprint> some_fingerprints(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Fingerprint> all;
  while (all.size() < count) {
    const std::uint64_t centre = random();
    for (int i = 0; i < 5 && all.size() < count; ++i) {
      std::uint64_t bits = centre;
      for (std::uint64_t flips = random() % 5; flips > 0; --flips) {
        bits ^= std::uint64_t{1} << (random() % 64);
      }
      all.push_back(Fingerprint{bits});
    }
  }
  return all;
}

// The slow twin: nearest first, equal distances by number.
std::vector<HammingNeighbour> scanned(std::span<const Fingerprint> all, Fingerprint query,
                                      int max_distance) {
  std::vector<HammingNeighbour> found;
  for (const NearEntry& entry : linear_scan(plain_bits(all), bits_of(query), max_distance)) {
    found.push_back({entry.number, entry.distance});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.distance < b.distance; });
  return found;
}

TEST(MemoryHammingIndex, FindsWhatAScanFinds) {
  const std::vector<Fingerprint> all = some_fingerprints(2000, 1);
  for (const int served : {0, 3, 6}) {
    const MemoryHammingIndex index(all, served, 2);
    EXPECT_EQ(index.size(), all.size());
    EXPECT_EQ(index.max_distance(), served);
    const auto answers = index.query(all);
    ASSERT_EQ(answers.size(), all.size());
    for (std::size_t i = 0; i < all.size(); i += 7) {
      EXPECT_EQ(answers[i], scanned(all, all[i], served));
      EXPECT_EQ(index.query(all[i], {.max_distance = served / 2}),
                scanned(all, all[i], served / 2));
    }
  }
}

TEST(MemoryHammingIndex, HoldsNoneOneAndLimits) {
  const MemoryHammingIndex none(std::vector<Fingerprint>{});
  EXPECT_THAT(none.query(Fingerprint{1}), IsEmpty());
  EXPECT_THAT(none.query(std::span<const Fingerprint>{}), IsEmpty());
  const std::vector<Fingerprint> three = {Fingerprint{8}, Fingerprint{0}, Fingerprint{0}};
  const MemoryHammingIndex index(three);
  EXPECT_THAT(index.query(Fingerprint{0}, {.limit = 2}),
              ElementsAre(HammingNeighbour{1, 0}, HammingNeighbour{2, 0}));
  EXPECT_THROW((void)index.query(Fingerprint{0}, {.max_distance = 4}), Error);
  EXPECT_THROW(MemoryHammingIndex(three, 13), Error);
  EXPECT_THROW(MemoryHammingIndex(three, -1), Error);
}

TEST(MemoryHammingIndex, IsSharedAmongThreads) {
  const std::vector<Fingerprint> all = some_fingerprints(500, 2);
  const MemoryHammingIndex index(all);
  const auto expected = index.query(all);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < all.size(); ++i) wrong += index.query(all[i]) != expected[i];
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ClosePairs, AreThoseOfALinearJoinInOrder) {
  const std::vector<Fingerprint> all = some_fingerprints(1500, 3);
  for (const int max_distance : {0, 3, 5}) {
    std::vector<NearPair> pairs;
    std::uint64_t last_first = 0;
    visit_close_pairs(all, max_distance, [&](const HammingPair& pair) {
      EXPECT_GE(pair.first, last_first);
      last_first = pair.first;
      pairs.push_back({pair.first, pair.second, pair.distance});
    });
    std::sort(pairs.begin(), pairs.end());
    EXPECT_EQ(pairs, linear_join(plain_bits(all), max_distance));
  }
  EXPECT_THROW(visit_close_pairs(all, 13, [](const HammingPair&) {}), Error);
}

class HammingFolderTest : public testing::Test {
 protected:
  HammingFolderTest() : temp_(testing::TempDir()), path_(temp_.path() + "/near.idx") {}

  static std::vector<HammingEntry> named(std::span<const Fingerprint> all, std::size_t begin,
                                         std::size_t end) {
    std::vector<HammingEntry> entries;
    for (std::size_t i = begin; i < end; ++i) entries.push_back({all[i], "n" + std::to_string(i)});
    return entries;
  }

  static std::vector<HammingHit> hits(const std::vector<HammingNeighbour>& found) {
    std::vector<HammingHit> hits;
    for (const auto& one : found) hits.push_back({"n" + std::to_string(one.number), one.distance});
    return hits;
  }

  [[nodiscard]] std::size_t segments() const { return read_manifest(path_).segments.size(); }

  TempFolder temp_;
  std::string path_;
};

TEST_F(HammingFolderTest, FindsWhatAScanFindsInAllItsSegments) {
  const std::vector<Fingerprint> all = some_fingerprints(1300, 4);
  HammingFolder index = HammingFolder::begin(path_, Recipe{}, 4, {.limits = {.tmp = temp_.path()}});
  EXPECT_EQ(index.size(), 0U);
  EXPECT_THAT(index.query(all[0]), IsEmpty());
  index.add(named(all, 0, 1000));
  index.add(named(all, 1000, 1250));
  index.add(named(all, 1250, 1300));
  EXPECT_EQ(segments(), 2U) << "the small ones are one";
  EXPECT_EQ(index.size(), all.size());
  EXPECT_EQ(index.max_distance(), 4);
  const auto answers = index.query(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(answers[i], hits(scanned(all, all[i], 4)));
  }
  std::vector<std::vector<HammingHit>> joined(all.size());
  index.join(all, 2,
             [&](std::uint64_t number, const HammingHit& hit) { joined[number].push_back(hit); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto expected = hits(scanned(all, all[i], 2));
    EXPECT_THAT(joined[i], testing::UnorderedElementsAreArray(expected));
  }
  index.compact();
  EXPECT_EQ(segments(), 1U);
  EXPECT_EQ(index.query(all), answers) << "the same answers of one segment";
}

// Many batches of all sizes, with deletions and another program's changes between them.
TEST_F(HammingFolderTest, ManySmallBatchesLeaveFewSegments) {
  const std::vector<Fingerprint> all = some_fingerprints(2000, 5);
  HammingFolder index = HammingFolder::begin(path_, Recipe{}, 3);
  HammingFolder other = HammingFolder::open(path_, Recipe{});
  std::mt19937 random(6);
  std::vector<HammingEntry> added;
  int batches = 0;
  std::size_t most = 0;  // segments at a time
  for (std::size_t begin = 0; begin < all.size(); ++batches) {
    const std::size_t end =
        std::min(all.size(), begin + 1 + random() % (batches % 7 == 0 ? 90 : 9));
    const std::vector<HammingEntry> entries = named(all, begin, end);
    (batches % 5 == 0 ? other : index).add(entries);
    most = std::max(most, segments());
    ASSERT_LE(most, 12U) << "behind batch " << batches;
    added.insert(added.end(), entries.begin(), entries.end());
    begin = end;
    if (batches % 11 != 0) continue;
    const std::vector<std::string> id = {added[random() % added.size()].id};
    EXPECT_EQ(index.erase(id), 1U);
    std::erase_if(added, [&](const HammingEntry& entry) { return entry.id == id.front(); });
  }
  EXPECT_GT(batches, 100);
  EXPECT_GT(most, 1U) << "not all is written again by every batch";
  HammingFolder rebuilt = HammingFolder::begin(temp_.path() + "/new.idx", Recipe{}, 3);
  rebuilt.add(added);
  index.refresh();
  EXPECT_EQ(index.size(), added.size());
  EXPECT_EQ(index.query(all), rebuilt.query(all));
  EXPECT_EQ(index.query(all, {.limit = 2}), rebuilt.query(all, {.limit = 2}));
}

// Segments are mapped and not read before a query; but damage must not get a new checksum.
TEST_F(HammingFolderTest, DamageIsNotMergedIntoANewSegment) {
  const std::vector<Fingerprint> all = some_fingerprints(100, 7);
  HammingFolder index = HammingFolder::begin(path_, Recipe{}, 3);
  index.add(named(all, 0, 90));
  const Manifest before = read_manifest(path_);
  const std::string segment = path_ + "/" + before.segments.front().name;
  for_test::flip_bit(segment, std::filesystem::file_size(segment) / 2);
  EXPECT_THAT([&] { index.add(named(all, 90, 100)); }, ThrowsMessage<Error>(HasSubstr(segment)));
  EXPECT_EQ(read_manifest(path_).generation, before.generation);
}

TEST_F(HammingFolderTest, DeletesAndNumbersAndIsSeenByOthers) {
  HammingFolder writer = HammingFolder::begin(path_, Recipe{});
  HammingFolder reader = HammingFolder::open(path_, Recipe{});
  const Fingerprint one{1};
  writer.add(std::vector<HammingEntry>{{one, "a"}, {one, ""}, {one, "b"}, {one, "a"}});
  EXPECT_THAT(reader.query(one), IsEmpty()) << "the state that it opened";
  reader.refresh();
  EXPECT_THAT(reader.query(one), ElementsAre(HammingHit{"a", 0}, HammingHit{"1", 0},
                                             HammingHit{"b", 0}, HammingHit{"a", 0}));
  EXPECT_EQ(writer.erase(std::vector<std::string>{"a", "nobody"}), 2U);
  EXPECT_EQ(writer.erase(std::vector<std::string>{"a"}), 0U);
  EXPECT_EQ(writer.size(), 2U);
  EXPECT_EQ(reader.size(), 4U);
  writer.compact();
  reader.refresh();
  EXPECT_THAT(reader.query(one, {.limit = 1}), ElementsAre(HammingHit{"1", 0}));
  reader.add(std::vector<HammingEntry>{{one, ""}});
  EXPECT_THAT(reader.query(one),
              ElementsAre(HammingHit{"1", 0}, HammingHit{"b", 0}, HammingHit{"2", 0}));
}

// An index stores 8 KiB of an id; a caller deletes by the whole id, and no other id is deleted.
TEST_F(HammingFolderTest, LongIdsAreCutAlikeWhereTheyAreAddedAndDeleted) {
  HammingFolder index = HammingFolder::begin(path_, Recipe{});
  const std::string longest(std::size_t{8} << 10, 'x');
  for (const std::string& id :
       {longest, longest + "1", longest + "\xC3\xA9", longest.substr(1) + "\xC3\xA9"}) {
    index.add(std::vector<HammingEntry>{{Fingerprint{1}, id}, {Fingerprint{1}, "other"}});
    EXPECT_EQ(index.query(Fingerprint{1}).front().id, cut_label(id));
    EXPECT_EQ(index.erase(std::vector<std::string>{id + "2", longest + "2"}), 0U);
    EXPECT_EQ(index.erase(std::vector<std::string>{id}), 1U);
    EXPECT_EQ(index.erase(std::vector<std::string>{id, "other"}), 1U);
  }
}

// A failure after the commit is reported as such: a caller that repeats the change makes it twice.
TEST_F(HammingFolderTest, AChangeIsThereOnceItIsCommittedWhateverFailsThen) {
  const std::vector<Fingerprint> all = some_fingerprints(900, 8);
  HammingFolder index = HammingFolder::begin(path_, Recipe{}, 3);
  index.add(named(all, 0, 800));
  const std::vector<std::function<void()>> changes = {
      [&] { index.add(named(all, 800, 810)); },
      [&] { index.erase(std::vector<std::string>{"n5"}); }, [&] { index.compact(); }};
  std::uint64_t size = 800;
  for (const std::string& failing : {std::string("sync folder"), std::string("open ")}) {
    for (std::size_t change = 0; change < changes.size(); ++change) {
      const std::uint64_t generation = read_manifest(path_).generation;
      {
        bool is_committed = false;
        const StepHookScope hook([&](std::string_view step) {
          if (is_committed && step.starts_with(failing)) throw Error(ErrorCode::io, "gone");
          is_committed |= step == "rename MANIFEST";
        });
        EXPECT_EQ(code_of(changes[change]), ErrorCode::committed) << failing << change;
      }
      EXPECT_EQ(read_manifest(path_).generation, generation + 1);
      index.refresh();
      if (change == 0) size += 10;
      if (change == 1) size -= 1;
      EXPECT_EQ(index.size(), size);
    }
    index.add(named(all, 5, 6));
    ++size;
  }
}

TEST_F(HammingFolderTest, BeginningThrowsWhatAddingThrows) {
  const HammingFolderOptions hasty = {.wait = std::chrono::milliseconds(0), .cancelled = nullptr};
  const auto begin = [&] { (void)HammingFolder::begin(path_, Recipe{}, 3, hasty); };
  {
    const WriterLock lock(path_, {.make_folder = true});
    EXPECT_EQ(code_of(begin), ErrorCode::busy);
  }
  std::filesystem::create_directory(path_);
  std::ofstream(path_ + "/000001.seg") << "of a copy that was cut short";
  EXPECT_EQ(code_of(begin), ErrorCode::damaged);
  std::filesystem::remove_all(path_);
  {
    const StepHookScope hook([is_committed = false](std::string_view step) mutable {
      if (is_committed) throw Error(ErrorCode::io, "gone");
      is_committed = step == "rename MANIFEST";
    });
    EXPECT_EQ(code_of(begin), ErrorCode::committed);
  }
  EXPECT_EQ(HammingFolder::open(path_, Recipe{}).size(), 0U);
}

TEST_F(HammingFolderTest, WhoIsToldToStopStopsWaiting) {
  std::atomic<bool> stop = true;
  HammingFolder index = HammingFolder::begin(
      path_, Recipe{}, 3, {.wait = std::chrono::milliseconds::max(), .cancelled = nullptr});
  HammingFolder stopped = HammingFolder::open(
      path_, Recipe{}, {.wait = std::chrono::milliseconds::max(), .cancelled = &stop});
  const std::vector<Fingerprint> all = some_fingerprints(10, 9);
  std::optional<WriterLock> lock(std::in_place, path_);
  EXPECT_EQ(code_of([&] { stopped.add(named(all, 0, 5)); }), ErrorCode::cancelled);
  std::thread other([&lock] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    lock.reset();
  });
  index.add(named(all, 0, 5));
  other.join();
  EXPECT_EQ(index.size(), 5U);
}

TEST_F(HammingFolderTest, WhoIsToldToStopStopsEveryChangeThatHasTheLock) {
  std::atomic<bool> stop = true;
  const HammingFolderOptions options = {.cancelled = &stop};
  EXPECT_EQ(code_of([&] { (void)HammingFolder::begin(path_, Recipe{}, 3, options); }),
            ErrorCode::cancelled);
  EXPECT_FALSE(std::filesystem::exists(path_));
  const std::vector<Fingerprint> all = some_fingerprints(20, 10);
  HammingFolder::begin(path_, Recipe{}, 3).add(named(all, 0, 10));
  HammingFolder index = HammingFolder::open(path_, Recipe{}, options);
  EXPECT_EQ(code_of([&] { index.erase(std::vector<std::string>{"n1"}); }), ErrorCode::cancelled);
  EXPECT_EQ(code_of([&] { index.add(named(all, 10, 20)); }), ErrorCode::cancelled);
  EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::cancelled);
  stop = false;
  index.refresh();
  EXPECT_EQ(index.size(), 10U);
  EXPECT_EQ(index.erase(std::vector<std::string>{"n1"}), 1U);
}

// Without taking turns, other writers would sometimes get Error{busy} after all their waiting time.
TEST_F(HammingFolderTest, WhoAddsWithoutAPauseLetsOthersAdd) {
  HammingFolder index = HammingFolder::begin(path_, Recipe{});
  const std::vector<HammingEntry> one = {{Fingerprint{1}, ""}};
  std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> added = 0;
  std::vector<std::thread> busy;
  for (int i = 0; i < 2; ++i) {
    busy.emplace_back([&] {
      HammingFolder other =
          HammingFolder::open(path_, Recipe{}, {.wait = std::chrono::milliseconds::max()});
      for (; !stop; ++added) other.add(one);
    });
  }
  constexpr int kTurns = 9;
  std::vector<std::uint64_t> came_before;
  for (int i = 0; i < kTurns; ++i) {
    const std::uint64_t before = added;
    index.add(one);
    came_before.push_back(added - before);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  stop = true;
  for (std::thread& thread : busy) thread.join();
  index.refresh();
  EXPECT_EQ(index.size(), added + kTurns);
  // Summed up: a busy machine may miss a turn now and then. Without turns there are thousands.
  EXPECT_LT(std::reduce(came_before.begin(), came_before.end()), 30U * kTurns);
}

TEST_F(HammingFolderTest, RefusesWhatCannotBe) {
  EXPECT_THROW((void)HammingFolder::open(path_, Recipe{}), Error);
  EXPECT_THROW((void)HammingFolder::begin(path_, Recipe{}, 13), Error);
  Recipe wide;
  wide.fingerprint.bits = 128;
  EXPECT_THAT([&] { (void)HammingFolder::begin(path_, wide); },
              ThrowsMessage<Error>(HasSubstr("128")));
  EXPECT_FALSE(is_index_folder(path_)) << "nothing was begun";
  HammingFolder index =
      HammingFolder::begin(path_, Recipe{}, 3, {.wait = std::chrono::milliseconds(0)});
  EXPECT_THAT([&] { (void)HammingFolder::begin(path_, Recipe{}); },
              ThrowsMessage<Error>(HasSubstr("there is an index already")));
  EXPECT_THAT([&] { (void)HammingFolder::open(path_, recipe_named("bytes-4")); },
              ThrowsMessage<Error>(HasSubstr("say nothing of each other")));
  EXPECT_THROW((void)index.query(Fingerprint{1}, {.max_distance = 4}), Error);
  const WriterLock other(path_);
  EXPECT_EQ(code_of([&] { index.add(std::vector<HammingEntry>{{Fingerprint{1}, "a"}}); }),
            ErrorCode::busy);
}

}  // namespace
}  // namespace facsim
