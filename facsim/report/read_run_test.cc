// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/read_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/report/summary_text.h"

namespace facsim {
namespace {

class ReadRun : public testing::Test {
 protected:
  for_test::Folder folder_;
};

TEST_F(ReadRun, SaysWhatTheSummarySaid) {
  Summary summary;
  summary.profile = "strict";
  summary.recipe = "mine";
  summary.recipe_id = "00112233445566ff";
  summary.recipe_toml = "name = \"mine\"\n";
  summary.mode = "annotate";
  summary.units_min = 7;
  summary.max_distance = -1;
  summary.min_resemblance = .75;
  summary.min_agreement = .5;
  summary.min_containment = .25;
  summary.text_field = "body";
  summary.html_field = "page";
  summary.id_field = "key";
  summary.url_field = "link";
  summary.page_bytes_max = 12345;
  summary.follow = true;
  summary.inputs = {"a.jsonl", "caf\xe9", "-"};
  summary.linked = {"x.html", "y.html"};
  summary.against = AgainstCounts{.index = "old.idx"};
  summary.records_read = 1300;
  summary.pages_read = 1234;
  summary.bytes_read = 56'789;
  summary.listed = ListedCounts{.pairs = 7, .pages_cut = 2, .floor = .5};
  folder_.put("summary.json", to_json(summary));
  const RunFacts facts = read_run(folder_.path());
  EXPECT_EQ(facts.profile, "strict");
  EXPECT_EQ(facts.recipe_name, "mine");
  EXPECT_EQ(facts.recipe_id, summary.recipe_id);
  EXPECT_EQ(facts.recipe_toml, summary.recipe_toml);
  EXPECT_EQ(facts.mode, "annotate");
  EXPECT_EQ(facts.units_min, 7U);
  EXPECT_EQ(facts.max_distance, -1);
  EXPECT_EQ(facts.min_resemblance, .75);
  EXPECT_EQ(facts.min_agreement, .5);
  EXPECT_EQ(facts.min_containment, .25);
  EXPECT_EQ(facts.text_field, "body");
  EXPECT_EQ(facts.html_field, "page");
  EXPECT_EQ(facts.id_field, "key");
  EXPECT_EQ(facts.url_field, "link");
  EXPECT_EQ(facts.page_bytes_max, 12345U);
  EXPECT_TRUE(facts.follow);
  EXPECT_EQ(facts.inputs, summary.inputs);
  EXPECT_EQ(facts.against, "old.idx");
  EXPECT_EQ(facts.records_read, 1300U);
  EXPECT_EQ(facts.pages_read, 1234U);
  EXPECT_EQ(facts.bytes_read, 56'789U);
  ASSERT_TRUE(facts.listed);
  EXPECT_EQ(facts.listed->pairs, 7U);
  EXPECT_EQ(facts.listed->pages_cut, 2U);
  EXPECT_EQ(facts.listed->floor, .5);
  summary.follow = false;
  folder_.put("summary.json", to_json(summary));
  EXPECT_FALSE(read_run(folder_.path()).follow);
}

TEST_F(ReadRun, RefusesWhatIsNoResult) {
  EXPECT_THROW((void)read_run(folder_.path()), Error);
  for (const char* text : {"", "{", "[]", "{\"version\": \"0.0.1\"}", "{\"options\": 5}"}) {
    folder_.put("summary.json", text);
    EXPECT_THROW((void)read_run(folder_.path()), Error) << text;
  }
}

TEST_F(ReadRun, RefusesNumbersThatNoRunHas) {
  Summary summary;
  summary.max_distance = 3;
  summary.units_min = 7;
  summary.min_resemblance = .75;
  summary.min_agreement = .5;
  summary.min_containment = .25;
  summary.page_bytes_max = 12345;
  const std::string sound = to_json(summary);
  const auto is_read = [&](const std::string& member, const std::string& value) {
    std::string text = sound;
    const std::size_t at = text.find("\"" + member + "\": ") + member.size() + 4;
    text.replace(at, text.find_first_of(",\n", at) - at, value);
    folder_.put("summary.json", text);
    try {
      (void)read_run(folder_.path());
      return true;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      return false;
    }
  };
  for (const char* whole : {"min_units", "max_distance", "page_max"}) {
    EXPECT_TRUE(is_read(whole, "8")) << whole;
    for (const char* value : {"-1", "1e300", "3.5", "\"3\"", "18446744073709551616"}) {
      EXPECT_FALSE(is_read(whole, value)) << whole << " " << value;
    }
  }
  EXPECT_FALSE(is_read("min_units", "4294967296"));
  EXPECT_FALSE(is_read("max_distance", "129"));
  for (const char* share : {"min_resemblance", "min_agreement", "min_containment"}) {
    EXPECT_TRUE(is_read(share, "1")) << share;
    for (const char* value : {"-0.5", "true", "[]", "1e400"}) {
      EXPECT_FALSE(is_read(share, value)) << share << " " << value;
    }
  }
  EXPECT_TRUE(is_read("max_distance", "null") && is_read("min_agreement", "null"));
}

TEST_F(ReadRun, ReadsTheRowsThatAreWritten) {
  const PageName page{.id = "a \"b\"\n\xe9", .url = {}, .file = "x.jsonl", .offset = 9};
  const PageName other{.id = {}, .url = "http://u", .file = "y", .offset = 3, .in_index = true};
  Match match;
  match.kind = Kind::content;
  match.by = By::sketch;
  const std::string row = duplicate_row(page, other, match);
  RowReader reader(folder_.put("duplicates.jsonl", row + "\n" + row));
  std::string_view line;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(line, row);
    const PairRow read = reader.pair(line);
    EXPECT_EQ(read.page.id,
              "a \"b\"\n\xef\xbf\xbd"
              "E9");
    EXPECT_EQ(read.page.url, "");
    EXPECT_EQ(read.page.file, "x.jsonl");
    EXPECT_EQ(read.page.offset, 9U);
    EXPECT_EQ(read.representative.id, "y:3");
    EXPECT_EQ(read.representative.url, "http://u");
    EXPECT_TRUE(read.representative.in_index);
    EXPECT_EQ(read.kind, "content");
    EXPECT_EQ(read.by, "sketch");
  }
  EXPECT_FALSE(reader.next(line));
}

TEST_F(ReadRun, ATruthIsOneOfTwoWords) {
  const std::string sound = duplicate_row({.id = "a", .url = {}, .file = "x"},
                                          {.id = "b", .url = {}, .file = "y"}, Match{});
  const std::string member = "\"in_index\":";
  for (const char* word : {"true", "false", "null", "0", "\"false\"", "x", "truer"}) {
    std::string row = sound;
    row.replace(row.find(member + "false"), member.size() + 5, member + word);
    RowReader reader(folder_.put("duplicates.jsonl", row));
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    const std::string_view said = word;
    if (said == "true" || said == "false") {
      EXPECT_EQ(reader.pair(line).representative.in_index, said == "true");
    } else {
      EXPECT_THROW((void)reader.pair(line), Error) << word;
    }
  }
}

TEST_F(ReadRun, LinesAreWholeWhereverTheBufferEnds) {
  std::string bytes;
  for (int i = 0; i < 20'000; ++i) {
    bytes += skipped_row("f" + std::to_string(i), std::uint64_t(i), std::uint64_t(i % 3),
                         Skip::bad_json) +
             "\n";
  }
  RowReader reader(folder_.put("skipped.jsonl", bytes));
  std::string_view line;
  std::uint64_t count = 0;
  for (; reader.next(line); ++count) {
    const SkippedRow row = reader.skipped(line);
    ASSERT_EQ(row.file, "f" + std::to_string(count));
    ASSERT_EQ(row.offset, count);
    ASSERT_EQ(row.bytes, count % 3);  // rows of earlier versions have no length
    ASSERT_EQ(row.reason, "bad_json");
  }
  EXPECT_EQ(count, 20'000U);
}

TEST_F(ReadRun, APairSaysNoMemberTwiceAndStandsAlone) {
  const std::string sound = duplicate_row({.id = "a", .url = {}, .file = "x"},
                                          {.id = "b", .url = {}, .file = "y"}, Match{});
  std::string twice = sound;
  twice.insert(1, R"("by":"text",)");
  for (const std::string& row : {sound, sound + " \t", twice, sound + sound, sound + "x"}) {
    RowReader reader(folder_.put("duplicates.jsonl", row));
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    if (line.starts_with(sound) && line.find_last_not_of(" \t") + 1 == sound.size()) {
      EXPECT_EQ(reader.pair(line).page.id, "a");
    } else {
      EXPECT_THROW((void)reader.pair(line), Error) << row;
    }
  }
}

TEST_F(ReadRun, ALengthMayBeZero) {
  RowReader reader(
      folder_.put("skipped.jsonl", R"({"file":"a","offset":1,"length":0,"reason":"c"})"));
  std::string_view line;
  ASSERT_TRUE(reader.next(line));
  const SkippedRow row = reader.skipped(line);
  EXPECT_EQ(row.bytes, 0U);
  EXPECT_EQ(row.reason, "c");
}

TEST_F(ReadRun, NamesTheLineThatIsNoRow) {
  for (const char* bad :
       {"", "x", "[]", "{}", R"({"file":"a","offset":"b","length":2,"reason":"c"})",
        R"({"file":"a","offset":1,"length":2,"reason":"c")",
        R"({"file":"a","offset":1,"reason":"c"})", R"({"file":"a","offset":1,"length":0})",
        R"({"file":"a","offset":1,"offset":1})",
        R"({"file":"a","offset":1,"length":2,"reason":"c","reason":"c"})",
        R"({"file":"a","offset":1,"length":2,"length":2,"reason":"c"})",
        R"({"file":"a","offset":1,"length":2,"reason":"c"}{"file":"b"})",
        R"({"file":"a","offset":1,"length":2,"reason":"c"},)"}) {
    RowReader reader(
        folder_.put("skipped.jsonl", skipped_row("a", 1, 2, Skip::bad_json) + "\n" + bad + "\n"));
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    (void)reader.skipped(line);
    ASSERT_TRUE(reader.next(line)) << bad;
    try {
      (void)reader.skipped(line);
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      EXPECT_THAT(error.what(), testing::HasSubstr("line 2")) << bad;
    }
  }
  RowReader endless(folder_.put("skipped.jsonl", std::string(3 << 20, 'x')));
  std::string_view line;
  EXPECT_THROW((void)endless.next(line), Error);
}

}  // namespace
}  // namespace facsim
