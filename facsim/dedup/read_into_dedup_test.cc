// SPDX-License-Identifier: Apache-2.0
// Pages read one by one and pushed into dedup() are judged as their files are.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "facsim/dedup.h"
#include "facsim/files/temp_folder.h"
#include "facsim/read_pages.h"

namespace facsim {
namespace {

TEST(PageReader, GivesDedupThePagesThatItWouldRead) {
  const TempFolder temp(testing::TempDir());
  const std::string path = temp.path() + "/pages.jsonl";
  std::mt19937 random(1);
  std::ofstream out(path);
  std::vector<std::string> texts(60);
  for (int i = 0; i < 240; ++i) {
    std::string& text = texts[random() % texts.size()];
    for (int word = 0; word < (text.empty() ? 80 : 2); ++word) {
      text += "w" + std::to_string(random() % 5000) + " ";
    }
    out << "{\"id\":\"" << i << "\",\"html\":\"<main><p>" << text << "</main>\"}\n";
    if (i % 50 == 0) out << "no object\n";
  }
  out.close();

  const DedupOptions options{.limits = {.tmp = temp.path()}};
  DedupCollector of_files;
  const Summary expected = dedup({path}, of_files, options);
  PageReader reader({path});
  DedupCollector of_source;
  const Summary summary = dedup(reader, of_source, options);

  EXPECT_GT(expected.removed_total(), 50U);
  EXPECT_EQ(summary.removed, expected.removed);
  EXPECT_EQ(summary.pages_kept, expected.pages_kept);
  ASSERT_EQ(of_source.removed_pages.size(), of_files.removed_pages.size());
  for (std::size_t i = 0; i < of_files.removed_pages.size(); ++i) {
    const DedupCollector::Row& one = of_files.removed_pages[i];
    const DedupCollector::Row& other = of_source.removed_pages[i];
    EXPECT_EQ(label_of(one.page.name), label_of(other.page.name));
    EXPECT_EQ(label_of(one.other.name), label_of(other.other.name));
    EXPECT_EQ(one.match.resemblance, other.match.resemblance);
  }
}

}  // namespace
}  // namespace facsim
