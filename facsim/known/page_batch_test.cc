// SPDX-License-Identifier: Apache-2.0
// Segments of pages made from other segments.
#include <gtest/gtest.h>

#include <random>
#include <span>
#include <string>
#include <unordered_set>

#include "facsim/base/memory_scratch.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/page_manifest.h"

namespace facsim {
namespace {

using Start = IndexWriter::Start;

struct AddedPage {
  PageFacts facts;
  PageName name;
  std::vector<std::uint64_t> anchors;
};

std::vector<AddedPage> added_pages(std::size_t count) {
  std::mt19937_64 draw(5);
  std::vector<AddedPage> pages(count);
  for (std::size_t i = 0; i < count; ++i) {
    AddedPage& page = pages[i];
    PageFacts& facts = page.facts;
    facts.has_text = true;
    facts.digest = {draw() % 500, draw() % 2};
    facts.has_fingerprint = draw() % 9 != 0;
    if (facts.has_fingerprint) {
      facts.fingerprint = draw() % 1000;
      for (auto& bin : facts.sketch.bins) bin = static_cast<std::uint8_t>(draw() % 3);
    }
    page.name = {.id = "p" + std::to_string(i), .url = "http://a.example/", .file = "pages.jsonl"};
    if (draw() % 3 == 0) page.anchors = {i, i + 100, i + 200};
  }
  return pages;
}

class PageBatchTest : public testing::Test {
 protected:
  PageBatchTest() : temp_(testing::TempDir()) {}

  void add(const std::string& name, std::span<const AddedPage> pages) {
    IndexWriter writer(folder(name), Start::either);
    Manifest next = writer.manifest();
    if (next.generation == 0) next = manifest_for_pages(Profile{}, 3);
    const IndexChangeOptions options;
    MemoryScratch scratch;
    PageBatch batch(next, options, scratch);
    for (const AddedPage& page : pages) batch.add(page.facts, page.name, "", page.anchors);
    add_segment(writer, std::move(next), batch);
  }
  [[nodiscard]] std::string folder(const std::string& name) const {
    return temp_.path() + "/" + name;
  }
  [[nodiscard]] std::string segment_of(const std::string& name) const {
    const OpenIndex index(folder(name));
    EXPECT_EQ(index.parts().size(), 1U);
    return for_test::files_of(folder(name))[index.manifest().segments[0].name];
  }

  TempFolder temp_;
};

TEST_F(PageBatchTest, OfSegmentsItGivesTheBytesOfOneBuild) {
  std::vector<AddedPage> pages = added_pages(3000);
  const std::span all(pages);
  add("many", all.first(1000));
  add("many", all.subspan(1000, 1));
  add("many", all.subspan(1001));
  std::unordered_set<std::string> gone = {"p1000"};
  for (std::size_t i = 0; i < pages.size(); i += 3) gone.insert(pages[i].name.id);
  {
    IndexWriter writer(folder("many"), Start::existing);
    EXPECT_EQ(delete_ids(writer, gone).entries, gone.size());
    MemoryScratch scratch;
    const Compaction done = compact(writer, {}, scratch);
    EXPECT_EQ(done.segments_before, 3U);
    EXPECT_EQ(done.dropped, gone.size());
  }
  std::erase_if(pages, [&](const AddedPage& page) { return gone.contains(page.name.id); });
  add("one", pages);
  EXPECT_TRUE(segment_of("many") == segment_of("one"));
}

}  // namespace
}  // namespace facsim
