// SPDX-License-Identifier: Apache-2.0
// Readers open an index folder while writers go on: slow readers, and many times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/step_hook.h"
#include "facsim/store/tombstones.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Start = IndexWriter::Start;
namespace fs = std::filesystem;

constexpr RecipeId kReadersRecipe{0x41aa};

class ReadersTest : public testing::Test {
 protected:
  ReadersTest() {
    add("large", Start::anew);
    add("small");
  }

  [[nodiscard]] std::string path(const std::string& name) const { return index_ + "/" + name; }

  static SegmentEntry write_segment(const IndexWriter& writer, Manifest& next,
                                    const std::string& text) {
    SegmentEntry entry{segment_name(next.next_segment++), text.size(), {}, {}};
    SegmentWriter segment(writer.path_of(entry.name), "fingerprints", next.recipe);
    segment.add("text", std::as_bytes(std::span(text)));
    entry.stamp = segment.commit();
    return entry;
  }
  void add(const std::string& text, Start start = Start::existing) const {
    IndexWriter writer(index_, start);
    Manifest next = writer.manifest();
    next.recipe = kReadersRecipe;
    next.segments.push_back(write_segment(writer, next, text));
    writer.commit(next);
  }
  // Replaces the newest segment, like an add() that merges.
  void replace_newest(const std::string& text) const {
    IndexWriter writer(index_, Start::existing);
    Manifest next = writer.manifest();
    next.segments.back() = write_segment(writer, next, text);
    writer.commit(next);
  }
  void remove_entry(std::size_t part, std::uint64_t ordinal) const {
    IndexWriter writer(index_, Start::existing);
    Manifest next = writer.manifest();
    SegmentEntry& entry = next.segments[part];
    const std::string name = tombstones_name(entry.name, next.generation + 1);
    const std::vector<std::uint64_t> ordinals = {ordinal};
    entry.tombstones = {name, 1, write_tombstones(path(name), ordinals)};
    writer.commit(next);
  }
  [[nodiscard]] static std::vector<std::string> texts_of(const IndexFiles& files) {
    std::vector<std::string> texts;
    for (const IndexPart& part : files.parts) {
      const auto text = part.segment->section_of<char>("text");
      texts.emplace_back(text.begin(), text.end());
    }
    return texts;
  }

  TempFolder folder_{testing::TempDir()};
  std::string index_ = folder_.path() + "/index";
};

// While a large segment is being opened or loaded, the small one after it is merged away.
TEST_F(ReadersTest, WhatOneTryOpenedServesTheNext) {
  std::vector<std::string> steps;
  bool is_writing = false;
  const StepHookScope hook([&](std::string_view step) {
    if (is_writing || !(step.starts_with("open ") || step.starts_with("load "))) return;
    steps.emplace_back(step);
    if (step != "open 000001.seg" && step != "load 000001.seg") return;
    is_writing = true;
    for (int i = 0; i < 20; ++i) replace_newest("new" + std::to_string(i));
    is_writing = false;
  });
  const IndexFiles files = open_consistent(index_, Residence::loaded);
  EXPECT_EQ(texts_of(files), (std::vector<std::string>{"large", "new19"}));
  // Each file is opened once, except the one that was gone; an open file may be removed before it
  // is loaded.
  EXPECT_THAT(steps, ElementsAre("open 000001.seg", "open 000002.seg", "open 000022.seg",
                                 "load 000001.seg", "load 000022.seg"));
  EXPECT_FALSE(fs::exists(path("000022.seg")));
}

// A try that opens a file which stays is progress, however many tries are needed.
TEST_F(ReadersTest, ManyTriesMayBeNeeded) {
  for (int i = 0; i < 30; ++i) add("more");
  std::set<std::string> opened;
  std::size_t tries = 0;
  bool is_writing = false;
  const StepHookScope hook([&](std::string_view step) {
    if (is_writing || !step.starts_with("open ") || opened.size() > 25) return;
    // After each file that is new to the reader, the next one is replaced.
    if (!opened.emplace(step).second) return;
    is_writing = true;
    ++tries;
    IndexWriter writer(index_, Start::existing);
    Manifest next = writer.manifest();
    next.segments[opened.size()] = write_segment(writer, next, "other");
    writer.commit(next);
    is_writing = false;
  });
  const IndexFiles files = open_consistent(index_, Residence::loaded);
  EXPECT_GT(tries, 20U);
  EXPECT_EQ(files.manifest, read_manifest(index_));
  EXPECT_EQ(files.parts.size(), 32U);
}

TEST_F(ReadersTest, DeletionsMayComeInBetweenToo) {
  bool is_writing = false;
  std::uint64_t deleted = 0;
  const StepHookScope hook([&](std::string_view step) {
    if (is_writing || deleted == 4 || !step.ends_with(".del")) return;
    is_writing = true;
    remove_entry(0, ++deleted);
    is_writing = false;
  });
  is_writing = true;
  remove_entry(0, 0);
  is_writing = false;
  const IndexFiles files = open_consistent(index_);
  EXPECT_THAT(*files.parts[0].tombstones, ElementsAre(4U));
}

// Whatever else changes, the files that the newest manifest names must exist.
TEST_F(ReadersTest, DamageIsDamageAlsoBesideAWriter) {
  fs::rename(path("000001.seg"), path("kept"));
  bool is_writing = false;
  int tries = 0;
  const StepHookScope hook([&](std::string_view step) {
    if (is_writing || !step.ends_with(" 000001.seg")) return;
    is_writing = true;
    ++tries;
    replace_newest("new");
    is_writing = false;
  });
  const auto refusal = [this]() -> std::optional<Error> {
    try {
      (void)open_consistent(index_, Residence::loaded);
    } catch (const Error& failed) {
      return failed;
    }
    return std::nullopt;
  };
  auto refused = refusal();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code(), ErrorCode::damaged);
  EXPECT_THAT(refused->what(), HasSubstr("000001.seg: is missing, though MANIFEST names it"));
  EXPECT_EQ(tries, 1);
  // A flipped byte is detected when the file is loaded.
  fs::rename(path("kept"), path("000001.seg"));
  std::fstream file(path("000001.seg"), std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(256);
  file.put('?');
  file.close();
  refused = refusal();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code(), ErrorCode::damaged);
  EXPECT_THAT(refused->what(), HasSubstr("000001.seg:"));
}

// Another process replaces the newest segment as fast as it can; opening a file takes 20 ms.
TEST_F(ReadersTest, ASlowReaderOpensAnIndexThatABusyWriterChanges) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (;;) replace_newest("new");
  }
  const StepHookScope hook([](std::string_view step) {
    const bool is_large = step == "open 000001.seg" || step.starts_with("load ");
    if (is_large) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  std::vector<std::string> failed;
  std::set<std::uint64_t> generations;
  for (int i = 0; i < 40; ++i) {
    try {
      const IndexFiles files = open_consistent(index_, Residence::loaded);
      EXPECT_EQ(files.parts.size(), 2U);
      generations.insert(files.manifest.generation);
    } catch (const Error& error) {
      // On a slow machine the reader may never get to open the small file.
      if (error.code() != ErrorCode::busy) failed.emplace_back(error.what());
    }
  }
  EXPECT_EQ(::kill(child, SIGKILL), 0);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_THAT(failed, testing::IsEmpty());
  EXPECT_GT(generations.size(), 10U);
}

}  // namespace
}  // namespace facsim
