// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "facsim/eval/synthesized_rows.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::Not;

EvalReport report() {
  EvalReport r;
  r.version = "1";
  r.recipe = "mine <b>";
  r.recipe_id = "0123456789abcdef";
  r.truth = "pairs & \"labels\"";
  r.bins_about = "all";
  r.removals_about = "removed pages";
  r.pages = 4292;
  r.pairs_true = 6399;
  EvalMeasure distance{.name = "distance",
                       .about = "bits",
                       .note = "",
                       .at_most = true,
                       .pairs = 9,
                       .points = {{0, {3, 0, 6}, false}, {3, {8, 2, 1}, true}}};
  EvalMeasure agreement{.name = "agreement",
                        .about = "order",
                        .note = "on few",
                        .at_most = false,
                        .pairs = 0,
                        .points = {{.5, {}, false}, {.82, {}, false}}};
  r.measures = {distance, agreement};
  r.channels = {{"bands, sketch", {9999, 10000}, 20000}, {"digest", {0, 0}, std::nullopt}};
  r.curves = {{"bands, sketch", {{.5, .75, {1, 4}}, {.75, 1, {0, 0}}}}};
  r.removals = {{.profile = "balanced",
                 .rule = "resemblance >= 0.8",
                 .removed = 5,
                 .counts = {4, 1, 2},
                 .alone = std::nullopt,
                 .bad = 1,
                 .missed = std::nullopt,
                 .expected_short = std::nullopt}};
  return r;
}

TEST(EvalReport, TheTableSaysUnknownWhereNothingWasCounted) {
  const std::string text = to_text(report());
  EXPECT_THAT(text, HasSubstr("  <= 3 *                   8           2           1  0.8000 ["));
  EXPECT_THAT(text, HasSubstr("  >= 0.82                  0           0           0  -  "));
  EXPECT_THAT(text, Not(HasSubstr(" \n")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, HasSubstr("6,399 true pairs"));
  EXPECT_THAT(text, HasSubstr("(on few)"));
  EXPECT_THAT(text, HasSubstr("0.9999")) << "9,999 of 10,000 are not all";
  EXPECT_TRUE(text.ends_with("\n"));
}

// The columns of one table begin at the same positions.
TEST(EvalReport, ColumnsAreAligned) {
  std::istringstream lines(to_text(report()));
  std::size_t bracket = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  <= ")) continue;
    if (bracket == 0) bracket = line.find('[');
    EXPECT_EQ(line.find('['), bracket) << line;
    EXPECT_LE(line.size(), 120U);
  }
  EXPECT_GT(bracket, 0U);
}

TEST(EvalReport, EveryLineOfTheCsvHasAllFields) {
  std::istringstream lines(to_csv(report()));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    std::size_t commas = 0;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) ++commas;
    }
    EXPECT_EQ(commas, 15U) << line;
  }
  EXPECT_EQ(count, 1U + 4 + 2 + 2 + 1);
  EXPECT_THAT(to_csv(report()), HasSubstr("\nmeasure,distance,,3,8,2,1,0.8,"));
  EXPECT_THAT(to_csv(report()), HasSubstr("\nmeasure,agreement,0.82,,0,0,0,,,,,,,,,\n"));
  EXPECT_THAT(to_csv(report()), HasSubstr("\"bands, sketch\""));
}

TEST(EvalReport, JsonHasTheSameFacts) {
  const auto json = nlohmann::json::parse(to_json(report()));
  EXPECT_EQ(json["measures"][0]["points"][1]["right"], 8);
  EXPECT_EQ(json["measures"][0]["points"][1]["precision"], .8);
  EXPECT_TRUE(json["measures"][1]["points"][0]["f1"].is_null());
  EXPECT_TRUE(json["measures"][1]["points"][0]["f1_interval"].is_null());
  EXPECT_EQ(json["channels"][0]["recall"], .9999);
  EXPECT_TRUE(json["channels"][1]["recall"].is_null());
  EXPECT_EQ(json["removals"][0]["bad"], 1);
  EXPECT_TRUE(json["removals"][0]["kept_alike"].is_null());
}

TEST(EvalReport, ThePageNeedsNothingButItself) {
  const std::string html = to_html(report());
  for (const char* foreign : {"http:", "https:", "<script", "<link", "@import", "url(", "src="}) {
    EXPECT_THAT(html, Not(HasSubstr(foreign)));
  }
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(html, HasSubstr("pairs &amp; &quot;labels&quot;"));
  EXPECT_THAT(html, HasSubstr("mine &lt;b&gt;"));
  EXPECT_THAT(html, HasSubstr("<polyline"));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, Not(HasSubstr("inf\"")));
  EXPECT_TRUE(html.ends_with("</html>\n"));
  // An unknown value interrupts a line and has no point.
  EXPECT_EQ(to_html(EvalReport{}).find("<svg"), std::string::npos);
}

TEST(EvalRows, DocumentsAndPairs) {
  const SynthesizedDocument page{.id = "a",
                                 .url = "http://example.org/",
                                 .of = "",
                                 .edit = "",
                                 .degree = 0,
                                 .unedited = 1,
                                 .is_html = false,
                                 .source = "x\ny"};
  EXPECT_EQ(document_row(page),
            "{\"id\":\"a\",\"url\":\"http://example.org/\",\"text\":\"x\\ny\"}\n");
  const SynthesizedDocument edit{.id = "a~block-0.30",
                                 .url = "",
                                 .of = "a",
                                 .edit = "block",
                                 .degree = .3,
                                 .unedited = 2.0 / 3,
                                 .is_html = true,
                                 .source = "<p>"};
  EXPECT_EQ(document_row(edit),
            "{\"id\":\"a~block-0.30\",\"of\":\"a\",\"edit\":\"block\",\"degree\":0.3,"
            "\"unedited\":0.6667,\"html\":\"<p>\"}\n");
  EXPECT_EQ(pair_row(edit), "a\ta~block-0.30\t0.666667\tblock\t0.3\n");
}

}  // namespace
}  // namespace facsim
