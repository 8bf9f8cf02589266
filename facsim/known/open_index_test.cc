// SPDX-License-Identifier: Apache-2.0
// Several segments, some of their entries deleted, checked against a scan of a list of entries.
#include "facsim/known/open_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <random>
#include <unordered_set>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/index_for_test.h"

namespace facsim {
namespace {

using for_test::add_segment_to;
using for_test::small_options;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Start = IndexWriter::Start;
using Ids = std::unordered_set<std::string>;
namespace fs = std::filesystem;

struct Entry {
  std::uint64_t fingerprint = 0;
  std::string id;
};

// The content of an answer.
struct NearId {
  std::string id;
  std::uint32_t distance = 0;
  friend bool operator==(const NearId&, const NearId&) = default;
  friend void PrintTo(const NearId& match, std::ostream* out) {
    *out << match.id << " at " << match.distance;
  }
};

struct Answer {
  std::vector<NearId> matches;
  bool truncated = false;
  friend bool operator==(const Answer&, const Answer&) = default;
  friend void PrintTo(const Answer& answer, std::ostream* out) {
    *out << testing::PrintToString(answer.matches) << (answer.truncated ? " and more" : "");
  }
};

// The slow twin: compares all entries in the order in which they were added.
Answer scan(const std::vector<Entry>& entries, std::uint64_t query, const SearchOptions& options) {
  Answer answer;
  for (int distance = 0; distance <= options.max_distance; ++distance) {
    for (const Entry& entry : entries) {
      if (std::popcount(entry.fingerprint ^ query) != distance) continue;
      answer.matches.push_back({entry.id, static_cast<std::uint32_t>(distance)});
    }
  }
  if (options.limit > 0 && answer.matches.size() > options.limit) {
    answer.matches.resize(options.limit);
    answer.truncated = true;
  }
  return answer;
}

std::vector<Answer> answers_of(const OpenIndex& index, const std::vector<std::uint64_t>& queries,
                               const SearchOptions& options) {
  std::vector<Answer> answers;
  OpenIndex::Search search(index);
  search.find(queries, options,
              [&](std::size_t query, std::span<const IndexHit> hits, bool truncated) {
                EXPECT_EQ(query, answers.size()) << "queries are answered in their order";
                Answer& answer = answers.emplace_back();
                answer.truncated = truncated;
                for (const IndexHit& hit : hits) {
                  answer.matches.push_back({index.id_of(hit), hit.distance});
                }
              });
  return answers;
}

class OpenIndexTest : public testing::Test {
 protected:
  OpenIndexTest() : temp_(testing::TempDir()), index_(temp_.path() + "/idx") {}

  void add(const std::vector<Entry>& entries, const std::string& design = "blocks-0-0-0-0",
           std::uint32_t max_distance = 3) {
    add_segment_to(
        index_, {.options = small_options(design), .codec = codec_, .max_distance = max_distance},
        [&](FingerprintBatch& batch) {
          for (const Entry& entry : entries) batch.add(entry.fingerprint, entry.id);
        });
    entries_.insert(entries_.end(), entries.begin(), entries.end());
  }
  void erase(const Ids& ids) {
    IndexWriter writer(index_, Start::existing);
    const Deletion deletion = delete_ids(writer, ids);
    const auto erased =
        std::erase_if(entries_, [&](const Entry& entry) { return ids.contains(entry.id); });
    EXPECT_EQ(deletion.entries, erased);
  }
  void expect_as_scan(const std::vector<std::uint64_t>& queries, const SearchOptions& options) {
    for (const Residence residence : {Residence::mapped, Residence::loaded}) {
      const OpenIndex index(index_, {.residence = residence});
      EXPECT_EQ(index.entries(), entries_.size());
      const std::vector<Answer> answers = answers_of(index, queries, options);
      ASSERT_EQ(answers.size(), queries.size());
      for (std::size_t i = 0; i < queries.size(); ++i) {
        ASSERT_EQ(answers[i], scan(entries_, queries[i], options))
            << "query " << i << ", distance " << options.max_distance << ", limit "
            << options.limit;
      }
    }
  }

  TempFolder temp_;
  std::string index_;
  std::string codec_;
  std::vector<Entry> entries_;  // entries that are not deleted
};

// Half of them are random, the others within seven bits of an earlier one.
std::vector<Entry> uneven(std::mt19937_64& random, std::size_t count, const std::string& prefix) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t value = random();
    if (i > 0 && random() % 2 == 0) {
      value = entries[random() % i].fingerprint;
      for (std::uint64_t flips = random() % 8; flips > 0; --flips) value ^= 1ULL << random() % 64;
    }
    entries.push_back({value, prefix + std::to_string(i)});
  }
  return entries;
}

TEST_F(OpenIndexTest, SegmentsOfDifferentDesignsWithTombstonesAnswerLikeAScan) {
  std::mt19937_64 random(1);
  const std::vector<Entry> all = uneven(random, 900, "p");
  add({all.begin(), all.begin() + 400}, "blocks-0-0-0-0");
  add({all.begin() + 400, all.begin() + 401}, "cover-6x21");
  add({all.begin() + 401, all.begin() + 700}, "blocks-1-1");
  add({all.begin() + 700, all.end()}, "paper-10");
  // More than the 256 queries that are processed at once.
  std::vector<std::uint64_t> queries;
  for (const Entry& entry : all) queries.push_back(entry.fingerprint ^ 1ULL << random() % 64);
  queries.resize(600);
  for (int round = 0; round < 3; ++round) {
    for (const std::uint64_t limit : {0U, 1U, 2U, 5U, 400U}) {
      expect_as_scan(queries, {.max_distance = 3, .limit = limit});
    }
    expect_as_scan(queries, {.max_distance = 0, .limit = 0});
    expect_as_scan(queries, {.max_distance = 1, .limit = 1});
    Ids ids;
    while (ids.size() < 150) ids.insert(all[random() % all.size()].id);
    erase(ids);
  }
}

TEST_F(OpenIndexTest, CodedTablesAnswerLikeReadyOnes) {
  std::mt19937_64 random(2);
  const std::vector<Entry> all = uneven(random, 500, "p");
  std::vector<std::uint64_t> queries;
  for (const Entry& entry : all) queries.push_back(entry.fingerprint ^ 1ULL << random() % 64);
  add({all.begin(), all.begin() + 200}, "blocks-1-1");
  for (const std::string codec : {"elias-fano", "xor-huffman"}) {
    codec_ = codec;
    add({all.begin() + 200, all.end()}, "cover-6x21");
    erase({"p3", "p300"});
    expect_as_scan(queries, {.max_distance = 3, .limit = 0});
    expect_as_scan(queries, {.max_distance = 2, .limit = 3});
  }
}

TEST_F(OpenIndexTest, TiesComeInTheOrderOfAdding) {
  add({{0b0001, "d"}, {0b0010, "a"}, {0b0000, "c"}});
  add({{0b0100, "b"}, {0b0000, "f"}, {0b0001, "e"}});
  const OpenIndex index(index_);
  EXPECT_THAT(answers_of(index, {0}, {.max_distance = 3, .limit = 0}).front().matches,
              ElementsAre(NearId{"c", 0}, NearId{"f", 0}, NearId{"d", 1}, NearId{"a", 1},
                          NearId{"b", 1}, NearId{"e", 1}));
}

TEST_F(OpenIndexTest, DeletedEntriesDoNotTakeThePlacesOfOthers) {
  std::vector<Entry> same;
  for (int i = 0; i < 40; ++i) same.push_back({7, "s" + std::to_string(i)});
  add(same);
  Ids ids;
  for (int i = 0; i < 38; ++i) ids.insert("s" + std::to_string(i));
  erase(ids);
  const OpenIndex index(index_);
  const auto answer = [&](std::uint64_t limit) {
    return answers_of(index, {7}, {.max_distance = 3, .limit = limit}).front();
  };
  EXPECT_EQ(answer(1), (Answer{{{"s38", 0}}, true}));
  EXPECT_EQ(answer(2), (Answer{{{"s38", 0}, {"s39", 0}}, false})) << "both, and none is left out";
  EXPECT_EQ(answer(3), answer(2));
  EXPECT_EQ(answer(0), answer(2));
}

TEST_F(OpenIndexTest, CrowdsOfWhichMostAreDeletedAnswerLikeAScan) {
  std::mt19937_64 random(4);
  std::size_t named = 0;
  // Few fingerprints with many entries each, in three segments; the second loses nearly all.
  for (const std::size_t share : {2U, 100U, 1U}) {
    std::vector<Entry> crowd;
    for (int i = 0; i < 1500; ++i) {
      std::uint64_t value = 0x5555'0000'5555'0000U;
      for (std::uint64_t flips = random() % 4; flips > 0; --flips) value ^= 1ULL << random() % 5;
      crowd.push_back({value, "c" + std::to_string(named++)});
    }
    add(crowd);
    Ids ids;
    for (const Entry& entry : crowd) {
      if (random() % share != 0) ids.insert(entry.id);
    }
    if (!ids.empty()) erase(ids);
  }
  std::vector<std::uint64_t> queries;
  for (std::uint64_t low = 0; low < 32; ++low) queries.push_back(0x5555'0000'5555'0000U ^ low);
  for (const std::uint64_t limit : {0U, 1U, 7U, 64U, 1000U, 2264U, 5000U}) {
    expect_as_scan(queries, {.max_distance = 3, .limit = limit});
  }
}

TEST_F(OpenIndexTest, TruncatedOnlyWhereSomethingIsLeftOutOfAllSegmentsTogether) {
  add({{1, "a"}, {3, "b"}});
  add({{1, "c"}});
  const OpenIndex index(index_);
  const SearchOptions two{.max_distance = 3, .limit = 2};
  EXPECT_EQ(answers_of(index, {1}, two).front(), (Answer{{{"a", 0}, {"c", 0}}, true}));
  EXPECT_FALSE(answers_of(index, {1}, {.max_distance = 0, .limit = 2}).front().truncated);
  EXPECT_FALSE(answers_of(index, {1}, {.max_distance = 3, .limit = 3}).front().truncated);
}

TEST_F(OpenIndexTest, AnEmptyIndexFindsNothing) {
  add({});
  const OpenIndex index(index_);
  EXPECT_EQ(index.entries(), 0U);
  EXPECT_THAT(index.parts(), IsEmpty());
  EXPECT_EQ(answers_of(index, {0, 1}, {}), (std::vector<Answer>{{}, {}}));
  add({{5, "x"}});
  erase({"x"});
  expect_as_scan({5, 4}, {});
}

TEST_F(OpenIndexTest, KeepsTheStateThatItOpened) {
  add({{5, "x"}, {6, "y"}});
  const OpenIndex before(index_);
  erase({"x"});
  add({{5, "z"}});
  {
    IndexWriter writer(index_, Start::existing);
    MemoryScratch scratch;
    IndexChangeOptions options;
    options.design = "blocks-0-0-0-0";
    EXPECT_EQ(compact(writer, options, scratch).entries, 2U);
  }
  EXPECT_FALSE(fs::exists(index_ + "/000001.seg"));
  const SearchOptions same{.max_distance = 0, .limit = 0};
  EXPECT_EQ(answers_of(before, {5}, same).front(), (Answer{{{"x", 0}}, false}));
  EXPECT_EQ(answers_of(OpenIndex(index_), {5}, same).front(), (Answer{{{"z", 0}}, false}));
}

TEST_F(OpenIndexTest, RefusesADistanceThatItDoesNotServe) {
  add({{5, "x"}}, "blocks-1-0", 2);
  const OpenIndex index(index_);
  for (const int distance : {3, -1, 64}) {
    try {
      (void)answers_of(index, {5}, {.max_distance = distance, .limit = 0});
      ADD_FAILURE() << "distance " << distance;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr("serves 0..2"));
    }
  }
}

// A manifest that does not describe its segment, although the segment is sound.
TEST_F(OpenIndexTest, AManifestThatSaysSomethingElseOfASegmentIsDamage) {
  add({{5, "x"}, {6, "y"}}, "blocks-1-0", 2);
  const auto expect_damaged = [&](const auto& change) {
    {
      IndexWriter writer(index_, Start::existing);
      Manifest next = writer.manifest();
      change(next);
      writer.commit(next);
    }
    try {
      const OpenIndex index(index_);
      ADD_FAILURE() << "opened";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      EXPECT_THAT(error.where(), HasSubstr("000001.seg"));
    }
  };
  expect_damaged([](Manifest& next) { next.segments[0].entries = 3; });
  expect_damaged([](Manifest& next) {
    next.segments[0].entries = 2;
    next.max_distance = 3;
  });
  EXPECT_THROW(OpenIndex(temp_.path() + "/none"), Error);
}

}  // namespace
}  // namespace facsim
