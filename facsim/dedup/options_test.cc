// SPDX-License-Identifier: Apache-2.0
// Impossible options are rejected at every door before anything happens; valid ones are obeyed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "facsim/analyze.h"
#include "facsim/base/error.h"
#include "facsim/compare.h"
#include "facsim/dedup.h"
#include "facsim/dedup_folder.h"
#include "facsim/dedup_texts.h"
#include "facsim/files/temp_folder.h"
#include "facsim/read_pages.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class NoPages final : public PageSource {
 public:
  [[nodiscard]] bool next(Page& /*page*/) override { return false; }
};

// Returns the error message; "nothing" if the call succeeds.
std::string refusal(const std::function<void()>& call) {
  try {
    call();
    return "nothing";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
    return error.what();
  }
}

struct Impossible {
  std::string says;
  std::function<void(Profile&)> make;
};

std::vector<Impossible> impossible_profiles() {
  return {
      {"fingerprint.bits = 512", [](Profile& p) { p.recipe.fingerprint.bits = 512; }},
      {"sketch.bins = 0", [](Profile& p) { p.recipe.sketch.bins = 0; }},
      {"bands = 17", [](Profile& p) { p.bands = 17; }},
      {"max_distance = 65", [](Profile& p) { p.max_distance = 65; }},
      {"max_distance = -2", [](Profile& p) { p.max_distance = -2; }},
      {"min_resemblance = 1.1", [](Profile& p) { p.thresholds.min_resemblance = 1.1; }},
      {"min_layout = -0.1", [](Profile& p) { p.thresholds.min_layout = -0.1; }},
      {"min_containment = nan", [](Profile& p) { p.thresholds.min_containment = std::nan(""); }},
      {"grey_zone = inf",
       [](Profile& p) { p.thresholds.grey_zone = std::numeric_limits<double>::infinity(); }},
  };
}

TEST(Options, ProfilesThatCannotBeAreRefusedAtEveryDoor) {
  for (const Impossible& wish : impossible_profiles()) {
    DedupOptions options;
    wish.make(options.judge.profile);
    const ReadyProfile& judge = options.judge;
    EXPECT_THAT(refusal([&] { const Analyzer made(judge); }), HasSubstr(wish.says));
    EXPECT_THAT(refusal([&] { (void)compare({}, {}, judge); }), HasSubstr(wish.says));
    EXPECT_THAT(refusal([&] { (void)dedup_texts(std::span<const std::string>(), judge); }),
                HasSubstr(wish.says));
    NoPages pages;
    DedupSink sink;
    EXPECT_THAT(refusal([&] { (void)dedup(pages, sink, options); }), HasSubstr(wish.says));
    const TempFolder folder("");
    EXPECT_THAT(refusal([&] {
                  (void)dedup_to_folder({folder.path()}, folder.path() + "/out", options, {});
                }),
                HasSubstr(wish.says));
    EXPECT_FALSE(fs::exists(folder.path() + "/out"));
  }
}

TEST(Options, AKernelThatCannotRunIsRefused) {
  if (can_run(Kernel::avx512)) GTEST_SKIP() << "this machine runs every kernel";
  DedupOptions options;
  options.limits.kernel = Kernel::avx512;
  NoPages pages;
  DedupSink sink;
  EXPECT_THAT(refusal([&] { (void)dedup(pages, sink, options); }), HasSubstr("cannot run"));
  EXPECT_THAT(refusal([] { const Analyzer made({}, Kernel::avx512); }), HasSubstr("cannot run"));
}

TEST(Options, WishesThatMeanNothingAreRefused) {
  NoPages pages;
  DedupSink sink;
  DedupOptions no_index;
  no_index.against.update = true;
  EXPECT_THAT(refusal([&] { (void)dedup(pages, sink, no_index); }), HasSubstr("against.index"));
  DedupOptions by_file;
  by_file.policy.scope = Scope::file;
  EXPECT_THAT(refusal([&] { (void)dedup(pages, sink, by_file); }), HasSubstr("scope = file"));
}

// Numbers cast to choices, and shares out of range, are rejected with the name of the field.
TEST(Options, ValuesOutOfRangeAreRefusedByName) {
  const std::vector<std::pair<std::string, std::function<void(DedupOptions&)>>> wishes = {
      {"policy.keep = 99", [](DedupOptions& o) { o.policy.keep = {static_cast<Keep>(99)}; }},
      {"policy.keep has no key", [](DedupOptions& o) { o.policy.keep.clear(); }},
      {"a field has no name", [](DedupOptions& o) { o.policy.keep = {Keep::field}; }},
      {"policy.scope = 3", [](DedupOptions& o) { o.policy.scope = static_cast<Scope>(3); }},
      {"policy.clustering = 2: it must be one of leader, single",
       [](DedupOptions& o) { o.policy.clustering = static_cast<Clustering>(2); }},
      {"loss_warned = nan", [](DedupOptions& o) { o.loss_warned = std::nan(""); }},
      {"loss_warned = -0.1", [](DedupOptions& o) { o.loss_warned = -0.1; }},
      {"loss_warned = 1.5", [](DedupOptions& o) { o.loss_warned = 1.5; }},
      {"limits.threads = 1025", [](DedupOptions& o) { o.limits.threads = 1025; }},
  };
  for (const auto& [sentence, make] : wishes) {
    DedupOptions options;
    make(options);
    NoPages pages;
    DedupSink sink;
    EXPECT_THAT(refusal([&] { (void)dedup(pages, sink, options); }), HasSubstr(sentence));
  }
  const TempFolder folder("");
  const auto to_folder = [&](const FolderOptions& options) {
    return refusal(
        [&] { (void)dedup_to_folder({folder.path()}, folder.path() + "/out", {}, options); });
  };
  EXPECT_THAT(to_folder({.mode = static_cast<Mode>(7)}),
              HasSubstr("mode = 7: it must be one of remove, annotate, report"));
  EXPECT_THAT(to_folder({.matches = static_cast<Matches>(3)}), HasSubstr("matches = 3"));
  EXPECT_FALSE(fs::exists(folder.path() + "/out"));
}

class FieldsTest : public testing::Test {
 protected:
  // Twenty pages with one text that differ in their features, and one without features.
  void SetUp() override {
    std::ofstream lines(input_);
    std::string text;
    for (int i = 0; i < 100; ++i) text += "word" + std::to_string(i) + " ";
    for (int i = 0; i < 20; ++i) {
      lines << R"({"id":")" << i << R"(","score":)" << i << R"(,"text":")" << text
            << R"(","features":["a)" << i / 10 << R"(","b","c)" << i / 10 << R"(","d"]})" << "\n";
    }
    lines << R"({"id":"none","text":"no features here"})" << "\n";
    lines.close();
    std::ofstream(recipe_) << "name = \"mine\"\n[units]\nkind = \"given\"\nfield = \"features\"\n"
                              "[features]\nlengths = [1]\nweights = \"tf\"\n";
  }

  const TempFolder folder_{""};
  const std::string input_ = folder_.path() + "/in.jsonl";
  const std::string recipe_ = folder_.path() + "/mine.toml";
};

TEST_F(FieldsTest, AReaderGivesWhatTheRecipeReads) {
  DedupOptions options;
  options.judge = ready_profile("balanced", recipe_);
  DedupSink sink;
  const Summary of_files = dedup(std::vector{input_}, sink, options);
  PageReader reader({input_}, {.recipe = options.judge.profile.recipe});
  const Summary of_reader = dedup(reader, sink, options);
  EXPECT_GT(of_files.removed_total(), 0U);
  EXPECT_EQ(of_reader.removed_total(), of_files.removed_total());
  EXPECT_EQ(reader.counts().skipped, of_files.skipped);
}

TEST_F(FieldsTest, PagesWithoutTheFeaturesThatTheRecipeReadsAreCounted) {
  DedupOptions options;
  options.judge = ready_profile("balanced", recipe_);
  DedupSink sink;
  PageReader reader({input_});  // does not know the recipe
  const Summary summary = dedup(reader, sink, options);
  EXPECT_EQ(summary.removed_total(), 0U);
  EXPECT_EQ(summary.skipped[static_cast<std::size_t>(Skip::no_text_field)], 21U);
  const std::string_view text = "a text has no features";
  EXPECT_THAT(refusal([&] { (void)dedup_texts({&text, 1}, options.judge); }),
              HasSubstr("reads parts of pages"));
}

TEST_F(FieldsTest, AFieldToKeepByIsRead) {
  DedupOptions options;
  options.policy.keep = {{Keep::field, "score"}, Keep::longest};
  DedupCollector sink;
  const Summary summary = dedup(std::vector{input_}, sink, options);
  EXPECT_THAT(summary.warnings, testing::IsEmpty());
  ASSERT_FALSE(sink.removed_pages.empty());
  for (const DedupCollector::Row& row : sink.removed_pages) EXPECT_EQ(row.other.name.id, "19");
}

}  // namespace
}  // namespace facsim
