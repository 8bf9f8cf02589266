// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/moved_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/index_changes.h"

namespace facsim {
namespace {

struct OldFile {
  std::string root;
  std::string name;
};

// An index with one page of each of these files, a segment for each list.
class MovedFilesTest : public testing::Test {
 protected:
  const OpenIndex& index_of(const std::vector<std::vector<OldFile>>& segments) {
    const std::string folder = temp_.path() + "/idx";
    const IndexChangeOptions options{.design = "blocks-0-0-0-0",
                                     .memory_bytes = std::uint64_t{1} << 22,
                                     .costs = {},
                                     .threads = 1,
                                     .check = {}};
    for (const std::vector<OldFile>& files : segments) {
      IndexWriter writer(folder, &files == &segments.front() ? IndexWriter::Start::anew
                                                             : IndexWriter::Start::existing);
      Manifest next = writer.manifest();
      next.kind = IndexKind::pages;
      next.max_distance = 3;
      MemoryScratch scratch;
      PageBatch batch(next, options, scratch);
      for (const OldFile& file : files) {
        PageName name;
        name.file = file.name;
        batch.add(PageFacts{}, name, file.root);
      }
      add_segment(writer, std::move(next), batch);
    }
    index_.emplace(folder);
    return *index_;
  }

  static InputFile input(const std::string& path, const std::string& name = {}) {
    InputFile file;
    file.path = path;
    file.name = name.empty() ? path : name;
    return file;
  }

  TempFolder temp_{testing::TempDir()};
  std::optional<OpenIndex> index_;
};

TEST(ShortestTail, IsTheNameThatTheIndexHas) {
  using Case = std::tuple<std::string, std::string, std::string>;
  for (const auto& [path, name, tail] : {
           Case{"/data/day/a.html", "a.html", "a.html"},
           {"/data/day/a.html", "day/a.html", "day/a.html"},
           {"/data/day/a.html", "./a.html", "a.html"},
           {"/data/day/a.html", "../day/a.html", "day/a.html"},
           {"/data/day/a.html", "../x/../day/a.html", "day/a.html"},
           // An absolute name contains where a file was, so only its last part is its name.
           {"/data/day/a.html", "/data/day/a.html", "a.html"},
           {"/data/day/ba.html", "a.html", "ba.html"},
           {"/data/day/a.html", "otherday/a.html", "a.html"},
           {"/data/a.html", "", "a.html"},
           {"a.html", "a.html", "a.html"},
           {"/data/", "x", ""},
       }) {
    EXPECT_EQ(path.substr(path.size() - shortest_tail(path, name)), tail) << path << ' ' << name;
  }
}

TEST_F(MovedFilesTest, AFileThatStayedIsFoundByItsPath) {
  const OpenIndex& index = index_of({{{"/one/", "a.jsonl"}}, {{"/two/", "a.jsonl"}}});
  const std::vector<InputFile> files = {input("/two/a.jsonl"), input("/three/b.jsonl")};
  const MovedFiles moved(index, files);
  const auto known = moved.known(files[0]);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->name, "a.jsonl");
  EXPECT_FALSE(known->has_moved);
  EXPECT_EQ(known->key, moved.key_of(1, 0));
  EXPECT_NE(known->key, moved.key_of(0, 0));
  EXPECT_FALSE(moved.known(files[1]));
}

TEST_F(MovedFilesTest, FoldersThatMovedAreToldApartByTheirNames) {
  const OpenIndex& index =
      index_of({{{"/old/day1/", "a.html"}, {"/old/day1/", "b.html"}}, {{"/old/day2/", "a.html"}}});
  const std::vector<InputFile> files = {input("/new/x/day2/a.html"), input("/new/x/day1/a.html"),
                                        input("/new/b.html"), input("/new/day3/c.html")};
  const MovedFiles moved(index, files);
  EXPECT_EQ(moved.known(files[0])->key, moved.key_of(1, 0));
  EXPECT_EQ(moved.known(files[1])->key, moved.key_of(0, 0));
  EXPECT_EQ(moved.known(files[2])->key, moved.key_of(0, 1));
  EXPECT_TRUE(moved.known(files[2])->has_moved);
  EXPECT_EQ(moved.missing(), 0U);
  EXPECT_FALSE(moved.known(files[3]));
}

TEST_F(MovedFilesTest, LessThanTheNameIsNotEnough) {
  const OpenIndex& index = index_of({{{"/old/", "site/index.html"}, {"/old/", "b.html"}}});
  const std::vector<InputFile> files = {input("/new/index.html"), input("/new/site/x/b.html")};
  const MovedFiles moved(index, files);
  EXPECT_FALSE(moved.known(files[0]));
  EXPECT_EQ(moved.key_of(0, 0), 0U);
  EXPECT_EQ(moved.missing(), 1U);
  EXPECT_EQ(moved.known(files[1])->key, moved.key_of(0, 1));
}

TEST_F(MovedFilesTest, OneThatStayedIsNotTakenForOneThatMoved) {
  const OpenIndex& index = index_of({{{"/old/", "a.html"}}});
  const std::vector<InputFile> files = {input("/copy/a.html"), input("/old/a.html")};
  const MovedFiles moved(index, files);
  EXPECT_EQ(moved.known(files[1])->key, moved.key_of(0, 0));
  const auto copy = moved.known(files[0]);
  EXPECT_TRUE(!copy || copy->key != moved.key_of(0, 0));
}

TEST_F(MovedFilesTest, StandardInputIsItselfAlone) {
  const OpenIndex& index = index_of({{{"", "-"}, {"/old/", "a.html"}}});
  const std::vector<InputFile> files = {input("/tmp/spool/stdin", "-")};
  const MovedFiles moved(index, files);
  EXPECT_EQ(moved.known(files[0])->key, moved.key_of(0, 0));
  EXPECT_EQ(moved.known(files[0])->name, "-");
  EXPECT_EQ(moved.key_of(0, 1), 0U);
}

TEST_F(MovedFilesTest, OfNoFilesNothingIsKnown) {
  const OpenIndex& index = index_of({{{"/old/", "a.html"}}});
  const MovedFiles moved(index, {});
  EXPECT_EQ(moved.key_of(0, 0), 0U);
  EXPECT_FALSE(moved.known(input("/old/a.html")));
}

}  // namespace
}  // namespace facsim
