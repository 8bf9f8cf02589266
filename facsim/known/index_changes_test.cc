// SPDX-License-Identifier: Apache-2.0
// Indexes that grow and shrink: what they contain afterwards, and what a failed change leaves.
#include "facsim/known/index_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/index_for_test.h"
#include "facsim/known/open_index.h"
#include "facsim/model/label.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

using for_test::add_segment_to;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using Start = IndexWriter::Start;
using Entries = std::vector<std::pair<std::uint64_t, std::string>>;
namespace fs = std::filesystem;

class IndexChangesTest : public testing::Test {
 protected:
  IndexChangesTest() : temp_(testing::TempDir()), index_(temp_.path() + "/idx") {}

  void add(const Entries& entries, const std::string& folder) {
    add_segment_to(folder, {.options = options_, .codec = codec_}, [&](FingerprintBatch& batch) {
      for (const auto& [fingerprint, id] : entries) batch.add(fingerprint, id);
      EXPECT_EQ(batch.size(), entries.size());
    });
  }
  void add(const Entries& entries) { add(entries, index_); }

  Deletion erase(const std::unordered_set<std::string>& ids) {
    IndexWriter writer(index_, Start::existing);
    return delete_ids(writer, ids);
  }
  Compaction compact_all() {
    IndexWriter writer(index_, Start::existing);
    MemoryScratch scratch;
    return compact(writer, options_, scratch);
  }
  [[nodiscard]] Entries all(std::uint64_t memory_bytes = std::uint64_t{1} << 22) const {
    Entries entries;
    MemoryScratch scratch;
    for_each_entry(index_, memory_bytes, scratch,
                   [&](std::uint64_t fingerprint, std::string_view id) {
                     entries.emplace_back(fingerprint, id);
                   });
    return entries;
  }
  [[nodiscard]] Manifest manifest() const { return read_manifest(index_); }
  [[nodiscard]] static std::map<std::string, std::string> files_of(const std::string& folder) {
    auto files = for_test::files_of(folder);
    files.erase(std::string(kLockName));
    return files;
  }

  TempFolder temp_;
  std::string index_;
  std::string codec_;
  IndexChangeOptions options_ = for_test::small_options();
};

Entries many(std::uint64_t seed, std::size_t count, const std::string& prefix = "") {
  std::mt19937_64 random(seed);
  Entries entries;
  for (std::size_t i = 0; i < count; ++i) {
    entries.emplace_back(random() % 4 == 0 ? 99 : random(), prefix + std::to_string(i + 1));
  }
  return entries;
}

TEST_F(IndexChangesTest, WhatGoesInComesOutInTheOrderOfAdding) {
  Entries expected;
  for (int segment = 0; segment < 3; ++segment) {
    const Entries entries =
        many(static_cast<std::uint64_t>(segment), 2000, segment == 1 ? "p" : "");
    add(entries);
    expected.insert(expected.end(), entries.begin(), entries.end());
  }
  EXPECT_EQ(all(), expected);
  EXPECT_EQ(all(1), expected) << "what is sorted may go to scratch";
  EXPECT_EQ(manifest().segments.size(), 3U);
}

TEST_F(IndexChangesTest, IdsKeepTheirSpelling) {
  const std::string longest(limits::kLabelBytesMax, 'x');
  const Entries entries = {{1, "1"},
                           {2, "2"},
                           {3, "03"},
                           {4, "4 "},
                           {5, longest},
                           {6, "-6"},
                           {7, ""},
                           {8, "18446744073709551615"},
                           {9, "9999999999999999999"},
                           {10, "10000000000000000000"},
                           {11, std::string("a\0b\n", 4)}};
  add(entries);
  EXPECT_EQ(all(), entries);
  add({{12, longest + "tail"}});
  EXPECT_EQ(all().back(), std::pair(std::uint64_t{12}, cut_label(longest + "tail")));
}

TEST_F(IndexChangesTest, ConsecutiveNumbersTakeNoSpace) {
  add(many(1, 1000));
  add(many(1, 1000, "p"));
  const OpenIndex index(index_);
  EXPECT_EQ(index.parts()[0]->segment.section("ids.bytes").size(), 0U);
  EXPECT_EQ(index.parts()[0]->segment.section("ids.blocks").size(), 0U);
  EXPECT_GT(index.parts()[1]->segment.section("ids.bytes").size(), 4000U);
}

TEST_F(IndexChangesTest, DeletingMarksEveryEntryOfAnId) {
  add({{1, "a"}, {2, "b"}, {3, "a"}});
  add({{4, "a"}, {5, "7"}});
  const Deletion first = erase({"a", "nobody", "none"});
  EXPECT_EQ(first.entries, 3U);
  EXPECT_THAT(first.ids_missing, ElementsAre("nobody", "none"));
  EXPECT_THAT(all(), ElementsAre(Pair(2, "b"), Pair(5, "7")));
  const std::uint64_t generation = manifest().generation;
  const Deletion again = erase({"a"});
  EXPECT_EQ(again.entries, 0U);
  EXPECT_THAT(again.ids_missing, ElementsAre("a")) << "deleted ones are not there";
  EXPECT_EQ(manifest().generation, generation) << "nothing to commit";
  EXPECT_EQ(erase({"7"}).entries, 1U);
  add({{6, "a"}});
  EXPECT_THAT(all(), ElementsAre(Pair(2, "b"), Pair(6, "a")));
}

TEST_F(IndexChangesTest, CompactingGivesTheBytesOfOneBuild) {
  Entries kept;
  for (std::uint64_t segment = 0; segment < 3; ++segment) {
    const Entries entries = many(segment, 700, "p" + std::to_string(segment) + "-");
    add(entries);
    kept.insert(kept.end(), entries.begin(), entries.end());
  }
  std::unordered_set<std::string> gone;
  for (std::size_t i = 0; i < kept.size(); i += 3) gone.insert(kept[i].second);
  EXPECT_EQ(erase(gone).entries, gone.size());
  std::erase_if(kept, [&](const auto& entry) { return gone.contains(entry.second); });
  const Compaction done = compact_all();
  EXPECT_EQ(done.segments_before, 3U);
  EXPECT_EQ(done.entries, kept.size());
  EXPECT_EQ(done.dropped, gone.size());
  ASSERT_EQ(manifest().segments.size(), 1U);
  EXPECT_FALSE(manifest().segments[0].tombstones);
  EXPECT_EQ(all(), kept);
  add(kept, temp_.path() + "/one");
  EXPECT_TRUE(files_of(index_)[manifest().segments[0].name] ==
              files_of(temp_.path() + "/one")["000001.seg"]);
}

TEST_F(IndexChangesTest, TheCodecOfTheIndexHoldsForEverySegment) {
  const auto sections_of = [&](std::size_t part) {
    const OpenIndex index(index_);
    std::vector<std::string> names;
    for (const SectionInfo& section : index.parts()[part]->segment.sections()) {
      names.push_back(section.name);
    }
    return names;
  };
  codec_ = "elias-fano";
  const Entries entries = many(5, 4000, "p");
  add(entries);
  add({{1, "x"}});
  EXPECT_THAT(sections_of(0), Contains("table0.keys"));
  EXPECT_THAT(sections_of(1), Contains("table3.keys"));
  EXPECT_THAT(sections_of(1), Not(Contains("table0.low")));
  erase({"p1"});
  compact_all();
  EXPECT_EQ(manifest().codec, "elias-fano");
  EXPECT_THAT(sections_of(0), Contains("table0.keys"));
  Entries kept = entries;
  kept.erase(kept.begin());
  kept.emplace_back(1, "x");
  EXPECT_EQ(all(), kept);
}

TEST_F(IndexChangesTest, CompactingWhatIsCompactDoesNothing) {
  add({{1, "a"}});
  const auto before = files_of(index_);
  EXPECT_EQ(compact_all().dropped, 0U);
  EXPECT_TRUE(files_of(index_) == before);
}

TEST_F(IndexChangesTest, CompactingAwayEverythingLeavesAnEmptyIndex) {
  add({{1, "a"}, {2, "b"}});
  erase({"a", "b"});
  EXPECT_EQ(compact_all().entries, 0U);
  EXPECT_THAT(manifest().segments, IsEmpty());
  EXPECT_THAT(all(), IsEmpty());
}

TEST_F(IndexChangesTest, AnEmptyBatchCommitsAnEmptyIndex) {
  add({});
  EXPECT_EQ(manifest().generation, 1U);
  EXPECT_THAT(manifest().segments, IsEmpty());
  add({});
  EXPECT_EQ(manifest().generation, 2U);
}

TEST_F(IndexChangesTest, AnImpossibleDistanceOrDesignIsRefusedBeforeAnythingIsRead) {
  MemoryScratch scratch;
  Manifest manifest;
  const auto expect_refused = [&] {
    try {
      const FingerprintBatch batch(manifest, options_, scratch);
      ADD_FAILURE() << options_.design << " for " << manifest.max_distance;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
    }
  };
  options_.design.clear();
  manifest.max_distance = 13;
  expect_refused();
  manifest.max_distance = 3;
  options_.design = "none";
  expect_refused();
  manifest.max_distance = 4;
  options_.design = "paper-10";
  expect_refused();
  options_.design.clear();
  manifest.codec = "none";
  expect_refused();
}

TEST_F(IndexChangesTest, WithoutANameTheDesignIsPlanned) {
  options_.design.clear();
  options_.costs = usual_costs;
  add(many(3, 3000));
  const OpenIndex index(index_);
  const PlanChoice choice = plan({.count = 3000, .max_distance = 3}, usual_costs());
  EXPECT_EQ(index.parts()[0]->hamming.design(), choice.pareto[choice.chosen].design);
}

TEST_F(IndexChangesTest, ReadingAllEntriesEndsWhereTheCallerSaysSo) {
  add(many(4, 20'000, "p"));
  MemoryScratch scratch;
  int visited = 0;
  int asked = 0;
  bool stop = false;
  const auto read = [&] {
    for_each_entry(
        index_, std::uint64_t{1} << 22, scratch,
        [&](std::uint64_t, std::string_view) { ++visited; },
        [&] {
          ++asked;
          if (stop && visited > 0) throw Error{ErrorCode::cancelled, "stop"};
        });
  };
  read();
  EXPECT_EQ(visited, 20'000);
  EXPECT_GT(asked, 10) << "while bytes are verified, fingerprints sorted and entries visited";
  visited = 0;
  stop = true;
  EXPECT_THROW(read(), Error);
  EXPECT_LE(visited, 4096);
}

// Each step that changes the disk fails once: the former state remains whole, and nothing else.
TEST_F(IndexChangesTest, AFailingStepLeavesTheOldState) {
  add(many(1, 300));
  add(many(2, 300, "p"));
  erase({"p3"});
  const auto before = files_of(index_);
  const Entries entries = all();
  const auto fail_at_each_step = [&](const auto& change) {
    int failed = 0;
    for (int failing = 0;; ++failing) {
      int step = 0;
      bool is_committed = false;
      try {
        const StepHookScope hook([&](std::string_view name) {
          if (name.starts_with("open")) return;
          if (step++ == failing) throw Error{ErrorCode::no_space, "the disk is full", "test"};
          is_committed |= name == "rename MANIFEST";
        });
        change();
        break;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), is_committed ? ErrorCode::committed : ErrorCode::no_space)
            << error.what();
      }
      ++failed;
      if (is_committed) break;  // the very last step: the new state is there
      EXPECT_TRUE(files_of(index_) == before) << "step " << failing;
      EXPECT_EQ(all(), entries);
    }
    EXPECT_GT(failed, 5);
  };
  fail_at_each_step([&] { erase({"5", "p7"}); });
  for (const auto& [name, bytes] : files_of(index_)) fs::remove(index_ + "/" + name);
  for (const auto& [name, bytes] : before) std::ofstream(index_ + "/" + name) << bytes;
  ASSERT_EQ(all(), entries);
  fail_at_each_step([&] { compact_all(); });
}

// Wrong bits must not come out with right checksums.
TEST_F(IndexChangesTest, DamageIsNotMergedIntoASoundSegment) {
  add(many(1, 3000));
  add(many(2, 100, "p"));
  {
    std::uint64_t offset = 0;
    const Segment segment = Segment::open(index_ + "/000001.seg");
    for (const SectionInfo& section : segment.sections()) {
      if (section.name == "table0.low") offset = section.offset + section.bytes / 2;
    }
    ASSERT_GT(offset, 0U);
    std::fstream file(index_ + "/000001.seg", std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(offset));
    const char byte = static_cast<char>(file.get() ^ 4);
    file.seekp(static_cast<std::streamoff>(offset));
    file.put(byte);
  }
  const auto before = files_of(index_);
  try {
    compact_all();
    ADD_FAILURE() << "compacted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::damaged);
    EXPECT_THAT(error.where(), HasSubstr("000001.seg"));
  }
  EXPECT_TRUE(files_of(index_) == before);
  EXPECT_THROW((void)all(), Error);
}

}  // namespace
}  // namespace facsim
