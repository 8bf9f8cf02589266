// SPDX-License-Identifier: Apache-2.0
// Compares runs: for any memory and number of threads, the files must be the same.
#include "facsim/dedup_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "facsim/base/error.h"
#include "facsim/dedup/words_for_test.h"
#include "facsim/files/folder_claim.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using for_test::words;
namespace fs = std::filesystem;

// Every file of a result, without the varying part of the summary.
std::map<std::string, std::string> result_of(const fs::path& folder) {
  auto files = for_test::files_of(folder);
  for (auto& [name, bytes] : files) {
    if (fs::path(name).filename() == "summary.json") bytes.resize(bytes.find("\"run\""));
  }
  return files;
}

class DedupTest : public ::testing::Test {
 protected:
  DedupTest() : temp_(::testing::TempDir()) {}

  std::string write(const std::string& name, const std::string& bytes) {
    for_test::put(temp_.path() + "/" + name, bytes);
    return temp_.path() + "/" + name;
  }

  std::map<std::string, std::string> run(const std::vector<std::string>& inputs,
                                         DedupOptions options) {
    options.limits.tmp = temp_.path();
    const std::string out = temp_.path() + "/out" + std::to_string(++runs_);
    summary_ = dedup_to_folder(inputs, out, options, {});
    return result_of(out);
  }

  TempFolder temp_;
  Summary summary_;
  int runs_ = 0;
};

// 600 pages of 120 families, with versions that differ a little, a lot, and not at all.
std::string family_corpus() {
  std::string lines;
  for (unsigned i = 0; i < 600; ++i) {
    const std::string text = words(i % 120, 150) + words(5000 + i / 3, static_cast<int>(i % 23));
    lines += R"({"id": "p)" + std::to_string(i) + R"(", "url": "https://h)" +
             std::to_string(i % 5) + R"(.example.org/", "text": ")" + text + "\"}\n";
  }
  return lines;
}

TEST_F(DedupTest, MemoryAndThreadsDoNotChangeTheResult) {
  const std::string input = write("pages.jsonl", family_corpus());
  const auto expected = run({input}, {});
  EXPECT_GT(summary_.removed_total(), 200U);
  for (const std::uint64_t memory : {std::uint64_t{1} << 14, std::uint64_t{1} << 18}) {
    for (const int threads : {1, 3}) {
      DedupOptions options;
      options.limits.memory_bytes = memory;
      options.limits.threads = threads;
      EXPECT_EQ(run({input}, options), expected) << memory << " bytes, " << threads << " threads";
    }
  }
}

TEST_F(DedupTest, ASpillTooSmallForAllShinglesMeansASecondReading) {
  const std::string input = write("pages.jsonl", family_corpus());
  const auto expected = run({input}, {});
  DedupOptions options;
  options.limits.memory_bytes = 1U << 14;
  EXPECT_EQ(run({input}, options), expected);
  bool read_again = false;
  for (const StageTime& stage : summary_.stages) read_again |= stage.name == "read again";
  EXPECT_TRUE(read_again);
}

TEST_F(DedupTest, EveryRepresentativeStaysAndEveryRemovedPageIsNamedOnce) {
  const std::string input = write("pages.jsonl", family_corpus());
  const auto files = run({input}, {});
  const std::string& kept = files.at("pages.jsonl");
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(kept.begin(), kept.end(), '\n')),
            summary_.pages_kept);
  std::istringstream rows(files.at("duplicates.jsonl"));
  std::uint64_t removed = 0;
  for (std::string row; std::getline(rows, row); ++removed) {
    const auto value = [&](const std::string& name) {
      const std::size_t begin = row.find(':', row.find("\"" + name + "\"")) + 1;
      const std::size_t open = row.find('"', begin) + 1;
      return row.substr(open, row.find('"', open) - open);
    };
    EXPECT_NE(kept.find("\"id\": \"" + value("representative") + "\""), std::string::npos) << row;
    EXPECT_EQ(kept.find("\"id\": \"" + value("id") + "\""), std::string::npos) << row;
  }
  EXPECT_EQ(removed, summary_.removed_total());
}

TEST_F(DedupTest, ScopesKeepPagesApart) {
  const std::string text = words(1, 100);
  const auto line = [&](const std::string& id, const std::string& host) {
    return R"({"id":")" + id + R"(","url":"https://)" + host + R"(/x","text":")" + text + "\"}\n";
  };
  const std::string a =
      write("a.jsonl", line("1", "one.example.org") + line("2", "two.example.org"));
  const std::string b = write("b.jsonl", line("3", "one.example.org"));
  DedupOptions options;
  run({a, b}, options);
  EXPECT_EQ(summary_.removed_total(), 2U);
  options.policy.scope = Scope::host;
  run({a, b}, options);
  EXPECT_EQ(summary_.removed_total(), 1U);
  options.policy.scope = Scope::file;
  run({a, b}, options);
  EXPECT_EQ(summary_.removed_total(), 1U);
}

TEST_F(DedupTest, AFailedRunLeavesNothing) {
  const std::string out = temp_.path() + "/never";
  DedupOptions options;
  options.limits.tmp = temp_.path() + "/tmp";
  fs::create_directory(options.limits.tmp);
  EXPECT_THROW((void)dedup_to_folder({temp_.path() + "/missing.jsonl"}, out, options, {}), Error);
  const std::string input = write("pages.jsonl", family_corpus());
  const std::atomic<bool> cancelled = true;
  EXPECT_THROW(
      (void)dedup_to_folder({input}, out, options, {}, {.progress = {}, .cancelled = &cancelled}),
      Error);
  EXPECT_FALSE(fs::exists(out));
  EXPECT_TRUE(fs::is_empty(options.limits.tmp)) << "litter";
  for (const auto& entry : fs::directory_iterator(temp_.path())) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "pages.jsonl" || name == "tmp" || name == kOwnerName) << "litter: " << name;
  }
}

}  // namespace
}  // namespace facsim
