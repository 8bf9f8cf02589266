// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/index_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/step_hook.h"
#include "facsim/store/tombstones.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;
using Start = IndexWriter::Start;
namespace fs = std::filesystem;

constexpr RecipeId kRecipe{0x41aa};

class IndexFolderTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return index_ + "/" + name; }
  void put(const std::string& name, const std::string& bytes = "x") const {
    for_test::put(path(name), bytes);
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(index_)) all.push_back(entry.path().filename());
    return all;
  }
  static SegmentEntry write_segment(const IndexWriter& writer, Manifest& next,
                                    const std::string& text, RecipeId recipe = kRecipe) {
    SegmentEntry entry{segment_name(next.next_segment++), text.size(), {}, {}};
    SegmentWriter segment(writer.path_of(entry.name), "fingerprints", recipe);
    segment.add("text", std::as_bytes(std::span(text)));
    entry.stamp = segment.commit();
    return entry;
  }
  void add(const std::string& text, Start start = Start::existing) const {
    IndexWriter writer(index_, start);
    Manifest next = writer.manifest();
    next.recipe = kRecipe;
    next.segments.push_back(write_segment(writer, next, text));
    writer.commit(next);
  }
  void remove_entry(std::size_t part, std::uint64_t ordinal) const {
    IndexWriter writer(index_, Start::existing);
    Manifest next = writer.manifest();
    SegmentEntry& entry = next.segments[part];
    std::vector<std::uint64_t> ordinals;
    if (entry.tombstones) {
      ordinals = read_tombstones(Segment::open(path(entry.tombstones->name)), entry.entries);
    }
    ordinals.push_back(ordinal);
    const std::string name = tombstones_name(entry.name, next.generation + 1);
    entry.tombstones = {name, ordinals.size(), write_tombstones(path(name), ordinals)};
    writer.commit(next);
  }
  // Merges all segments into one.
  void compact() const {
    IndexWriter writer(index_, Start::existing);
    Manifest next = writer.manifest();
    next.segments = {write_segment(writer, next, content())};
    writer.commit(next);
  }
  [[nodiscard]] static std::string content_of(const IndexFiles& files) {
    std::string all;
    for (const IndexPart& part : files.parts) {
      const auto text = part.segment->section_of<char>("text");
      for (std::uint64_t at = 0; at < text.size(); ++at) {
        const auto& dead = *part.tombstones;
        if (!std::binary_search(dead.begin(), dead.end(), at)) all += text[at];
      }
    }
    return all;
  }
  [[nodiscard]] std::string content() const { return content_of(open_consistent(index_)); }
  [[nodiscard]] std::optional<Error> refusal() const {
    try {
      (void)open_consistent(index_);
    } catch (const Error& failed) {
      return failed;
    }
    return std::nullopt;
  }

  TempFolder folder_{testing::TempDir()};
  std::string index_ = folder_.path() + "/index";
};

TEST_F(IndexFolderTest, GrowsShrinksAndIsCompacted) {
  add("abc", Start::anew);
  add("defg");
  EXPECT_EQ(content(), "abcdefg");
  const IndexFiles before = open_consistent(index_, Residence::loaded);
  remove_entry(1, 0);
  remove_entry(1, 3);
  EXPECT_EQ(content(), "abcef");
  EXPECT_THAT(names(),
              UnorderedElementsAre("MANIFEST", "LOCK", "000001.seg", "000002.seg", "000002-4.del"));
  compact();
  EXPECT_EQ(content(), "abcef");
  EXPECT_THAT(names(), UnorderedElementsAre("MANIFEST", "LOCK", "000003.seg"));
  EXPECT_EQ(content_of(before), "abcdefg");
  EXPECT_EQ(read_manifest(index_).generation, 5U);
}

TEST_F(IndexFolderTest, WithoutCommitAllIsAsItWas) {
  {
    IndexWriter writer(index_, Start::anew);
    Manifest next = writer.manifest();
    (void)write_segment(writer, next, "abc");
  }
  EXPECT_FALSE(fs::exists(index_));
  add("abc", Start::anew);
  put("notes.txt");
  {
    IndexWriter writer(index_, Start::existing);
    Manifest next = writer.manifest();
    next.segments.push_back(write_segment(writer, next, "abc", RecipeId{1}));
  }
  EXPECT_THAT(names(), UnorderedElementsAre("MANIFEST", "LOCK", "000001.seg", "notes.txt"));
  EXPECT_EQ(content(), "abc");
}

TEST_F(IndexFolderTest, OneWriterMayCommitTwice) {
  IndexWriter writer(index_, Start::anew);
  for (const char* text : {"a", "b"}) {
    Manifest next = writer.manifest();
    next.recipe = kRecipe;
    next.segments.push_back(write_segment(writer, next, text));
    writer.commit(next);
  }
  EXPECT_EQ(content(), "ab");
}

TEST_F(IndexFolderTest, OnlyLitterOfOurOwnIsRemoved) {
  add("abc", Start::anew);
  const std::vector<std::string> litter = {"000002.seg", "000001-7.del", ".000002.seg.12-0.tmp",
                                           ".MANIFEST.1-22.tmp", ".000001-7.del.1-1.tmp"};
  const std::vector<std::string> others = {
      "2.seg",          "notes.txt",   ".x.1-1.tmp", ".000002.seg.tmp", ".000002.seg.a-0.tmp",
      "000002.seg.bak", "MANIFEST.old"};
  for (const std::string& name : litter) put(name);
  for (const std::string& name : others) put(name);
  fs::create_directory(path("000009.seg"));
  (void)open_consistent(index_);  // readers remove nothing
  EXPECT_EQ(names().size(), 3 + litter.size() + others.size() + 1);
  {
    const WriterLock lock(index_);
    EXPECT_THROW((void)remove_litter(lock, Manifest{}), Error);
    EXPECT_EQ(remove_litter(lock, read_manifest(index_)), litter.size());
    EXPECT_EQ(remove_litter(lock, read_manifest(index_)), 0U);
  }
  EXPECT_EQ(names().size(), 3 + others.size() + 1);
  EXPECT_EQ(content(), "abc");
}

TEST_F(IndexFolderTest, AnewReplacesWhatIsThere) {
  add("abc", Start::anew);
  add("def");
  {
    IndexWriter writer(index_, Start::anew);
    EXPECT_TRUE(writer.manifest().segments.empty());
    EXPECT_EQ(content(), "abcdef");
  }
  EXPECT_EQ(content(), "abcdef");
  add("xyz", Start::anew);
  EXPECT_EQ(content(), "xyz");
  EXPECT_THAT(names(), UnorderedElementsAre("MANIFEST", "LOCK", "000003.seg"));
  EXPECT_EQ(read_manifest(index_).generation, 3U);
}

TEST_F(IndexFolderTest, AnewKeepsWhatItCannotReadUntilTheCommit) {
  add("abc", Start::anew);
  put("MANIFEST", "damaged");
  put(".000002.seg.12-0.tmp");
  EXPECT_EQ(refusal()->code(), ErrorCode::damaged);
  EXPECT_THROW(add("def"), Error);
  {
    const IndexWriter writer(index_, Start::anew);
  }
  EXPECT_THAT(names(), UnorderedElementsAre("MANIFEST", "LOCK", "000001.seg"));
  add("xyz", Start::anew);
  EXPECT_EQ(content(), "xyz");
  EXPECT_THAT(names(), UnorderedElementsAre("MANIFEST", "LOCK", "000002.seg"));
}

// This may be an incomplete copy, which its owner wants to inspect.
TEST_F(IndexFolderTest, SegmentsWithoutAManifestAreLeftAsTheyAre) {
  add("abc", Start::anew);
  fs::remove(path("MANIFEST"));
  put(".000002.seg.12-0.tmp");
  using Text = std::optional<std::string>;
  for (const Text& lock : {Text(), Text(""), Text("process 1 on the moon\n")}) {
    fs::remove(path("LOCK"));
    if (lock) put("LOCK", *lock);
    const auto before = for_test::files_of(index_);
    for (const Start start : {Start::existing, Start::anew, Start::either}) {
      EXPECT_THROW(add("def", start), Error);
      EXPECT_EQ(for_test::files_of(index_), before) << static_cast<int>(start);
    }
  }
  add("xyz", Start::over);
  EXPECT_EQ(content(), "xyz");
  EXPECT_THAT(names(), UnorderedElementsAre("MANIFEST", "LOCK", "000002.seg"));
}

TEST_F(IndexFolderTest, AFileThatTheManifestDoesNotMeanIsDamage) {
  add("abc", Start::anew);
  add("def");
  fs::rename(path("000002.seg"), path("kept"));
  EXPECT_EQ(refusal()->code(), ErrorCode::damaged);
  EXPECT_THAT(refusal()->what(), HasSubstr("000002.seg: is missing, though MANIFEST names it"));
  fs::copy(path("000001.seg"), path("000002.seg"));
  EXPECT_EQ(refusal()->code(), ErrorCode::damaged);
  EXPECT_THAT(refusal()->what(), HasSubstr("is not the file that MANIFEST means"));
  fs::rename(path("kept"), path("000002.seg"));
  EXPECT_EQ(content(), "abcdef");
}

TEST_F(IndexFolderTest, ASegmentOfAnotherRecipeIsRefused) {
  IndexWriter writer(index_, Start::anew);
  Manifest next = writer.manifest();
  next.recipe = kRecipe;
  next.segments.push_back(write_segment(writer, next, "abc", RecipeId{0x9f2c}));
  writer.commit(next);
  EXPECT_THAT(refusal()->what(), HasSubstr("made with recipe 0000000000009f2c, this index uses "
                                           "00000000000041aa"));
}

TEST_F(IndexFolderTest, AReaderThatMeetsACompactionStartsAgain) {
  add("abc", Start::anew);
  add("def");
  int compactions = 0;
  int compactions_max = 1;
  bool compacting = false;
  // Whenever the reader has read the manifest, a writer replaces all files that it names.
  const StepHookScope scope([&](std::string_view step) {
    if (compacting || compactions == compactions_max || !step.starts_with("open ")) return;
    compacting = true;
    ++compactions;
    compact();
    compacting = false;
  });
  EXPECT_EQ(content(), "abcdef");
  EXPECT_EQ(compactions, 1);
  EXPECT_EQ(read_manifest(index_).segments.size(), 1U);
  // A reader that can open nothing gives up, and does not report damage.
  compactions = 0;
  compactions_max = 100;
  EXPECT_EQ(refusal()->code(), ErrorCode::busy);
  EXPECT_THAT(refusal()->what(), HasSubstr("is changed faster than it can be opened; try again"));
  EXPECT_EQ(compactions, 16);
}

TEST_F(IndexFolderTest, ThereMustBeAnIndexToAddTo) {
  EXPECT_THROW(add("abc"), Error);
  fs::create_directory(index_);
  EXPECT_THROW(add("abc"), Error);
  EXPECT_TRUE(fs::is_empty(index_));
}

}  // namespace
}  // namespace facsim
