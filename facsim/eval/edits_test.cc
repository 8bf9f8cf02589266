// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/edits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "facsim/base/hash64.h"
#include "facsim/features/units.h"
#include "facsim/verify/agreement.h"

namespace facsim {
namespace {

constexpr std::size_t kWords = 600;

// Words with natural frequencies: a few are frequent, most are rare.
std::string prose(std::uint64_t seed, std::size_t count, bool chinese = false) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = combine(seed, i);
    const std::uint64_t rank = 1 + bits % (1 + (bits >> 20) % 900);
    if (chinese) {
      const auto code = static_cast<std::uint32_t>(0x4e00 + rank * 7);
      text += static_cast<char>(0xe0U | code >> 12);
      text += static_cast<char>(0x80U | (code >> 6 & 0x3fU));
      text += static_cast<char>(0x80U | (code & 0x3fU));
      if (i % 17 == 16) text += "\xe3\x80\x82\n";
    } else {
      text += "w" + std::string(1, static_cast<char>('a' + rank % 26)) + std::to_string(rank);
      text += i % 13 == 12 ? ".\n" : " ";
    }
  }
  return text;
}

PageAnalyzer& analyzer() {
  static PageAnalyzer made{AnalyzerOptions{.profile = {}, .tables = {}, .extract = {}}};
  return made;
}

EditablePage text_page(const std::string& text) {
  Page page;
  page.bytes = text;
  auto ready = editable(page, analyzer());
  EXPECT_TRUE(ready);
  return ready ? *ready : EditablePage{};
}

std::string html_of(const std::string& text, const std::string& menu = "Home") {
  std::string body;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    body += "<p class=\"x\">" + text.substr(begin, end - begin) + " &amp; more</p>";
    begin = end + 1;
  }
  return "<!doctype html><html><head><title>T</title><script>if (a < b) { x = \"<p>\"; }</script>"
         "</head><body class=\"a\"><nav><a href=\"/\">" +
         menu + "</a></nav><main>" + body + "</main><!-- <p>not this</p> --></body></html>";
}

std::vector<std::uint64_t> units_of(const std::string& text) {
  std::vector<std::uint64_t> units;
  hash_units(text, 0, units);
  return units;
}

std::vector<std::uint64_t> units_of(const PageEdit& edit) {
  if (edit.format == PageFormat::text) return units_of(edit.source);
  Page page;
  page.format = PageFormat::html;
  page.is_unicode = true;
  page.bytes = edit.source;
  (void)analyzer().analyze(page);
  return analyzer().units();
}

// The textbook algorithm for the longest common subsequence, divided by the longer of both.
double in_order(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const std::uint64_t unit : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = unit == b[j - 1] ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = above;
    }
  }
  return static_cast<double>(row.back()) / static_cast<double>(std::max(a.size(), b.size()));
}

const std::set<std::string> kAll = {"scattered", "block",     "date", "inserted", "deleted",
                                    "reordered", "truncated", "menu", "wrapped",  "embedded"};

std::set<std::string> names(const std::vector<PageEdit>& edits) {
  std::set<std::string> found;
  for (const PageEdit& edit : edits) found.insert(edit.name);
  return found;
}

TEST(EvalEdits, TheStatedShareIsWhatStandsInBothInOrder) {
  for (const bool chinese : {false, true}) {
    const std::string text = prose(1, kWords, chinese);
    const EditablePage page = text_page(text);
    const EditablePage partner = text_page(prose(2, kWords, chinese));
    const auto edits = edits_of(page, &partner, 7);
    EXPECT_EQ(names(edits), kAll);
    for (const PageEdit& edit : edits) {
      // A moved block has a few common words in common with the text that it passed.
      const double more = edit.name == "reordered" || edit.name == "embedded" ? .06 : 1e-9;
      const double measured = in_order(units_of(text), units_of(edit));
      EXPECT_GE(measured, edit.unedited - 1e-9) << edit.name << " " << edit.degree;
      EXPECT_LE(measured, edit.unedited + more) << edit.name << " " << edit.degree;
    }
  }
}

TEST(EvalEdits, AgreementIsTheStatedShare) {
  for (const bool chinese : {false, true}) {
    const std::string text = prose(3, kWords, chinese);
    const EditablePage page = text_page(text);
    const EditablePage partner = text_page(prose(4, kWords, chinese));
    for (const PageEdit& edit : edits_of(page, &partner, 1)) {
      EXPECT_NEAR(agreement(units_of(text), units_of(edit)).share, edit.unedited, .02)
          << edit.name << " " << edit.degree;
    }
  }
}

TEST(EvalEdits, DegreesAreWhatTheySay) {
  const EditablePage page = text_page(prose(5, kWords));
  std::map<std::string, std::vector<double>> degrees;
  for (const PageEdit& edit : edits_of(page, nullptr, 0)) {
    degrees[edit.name].push_back(edit.degree);
    if (edit.name == "scattered" || edit.name == "block") {
      EXPECT_NEAR(edit.unedited, 1 - edit.degree, 1.0 / kWords);
    }
  }
  ASSERT_EQ(degrees["scattered"].size(), 13U);
  EXPECT_EQ(degrees["block"].front(), 0);
  EXPECT_EQ(degrees["block"].back(), .6);
  EXPECT_FALSE(degrees.contains("embedded")) << "there is nothing to embed it in";
}

TEST(EvalEdits, TheSameSeedGivesTheSameEditsAndAnotherOthers) {
  const EditablePage page = text_page(prose(6, kWords));
  const EditablePage partner = text_page(prose(7, kWords));
  const auto one = edits_of(page, &partner, 1);
  const auto again = edits_of(page, &partner, 1);
  const auto other = edits_of(page, &partner, 2);
  ASSERT_EQ(one.size(), again.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].source, again[i].source);
    if (one[i].source != other[i].source) ++different;
  }
  EXPECT_GT(different, one.size() / 2);
}

TEST(EvalEdits, HtmlStaysHtmlAndItsMainTextIsEdited) {
  Page page;
  page.format = PageFormat::html;
  page.is_unicode = true;
  page.bytes = html_of(prose(8, kWords));
  const auto ready = editable(page, analyzer());
  ASSERT_TRUE(ready);
  ASSERT_EQ(ready->format, PageFormat::html);
  page.bytes = html_of(prose(9, kWords));
  const auto partner = editable(page, analyzer());
  ASSERT_TRUE(partner);
  const PageEdit unchanged{"", 0, 1, PageFormat::html, ready->source};
  const auto base = units_of(unchanged);
  const auto edits = edits_of(*ready, &*partner, 3);
  for (const PageEdit& edit : edits) {
    EXPECT_EQ(edit.format, PageFormat::html);
    EXPECT_NE(edit.source.find("</html>"), std::string::npos) << edit.name;
    const double more = edit.name == "reordered" || edit.name == "embedded" ? .06 : 1e-9;
    const double measured = in_order(base, units_of(edit));
    EXPECT_GE(measured, edit.unedited - .01) << edit.name << " " << edit.degree;
    EXPECT_LE(measured, edit.unedited + more) << edit.name << " " << edit.degree;
    if (edit.name == "menu") {
      EXPECT_EQ(edit.source.find(">Home<"), std::string::npos);
      EXPECT_NE(edit.source.find("quick-links"), std::string::npos);
    }
    if (edit.name == "wrapped") {
      EXPECT_NE(edit.source.find("tpl-side"), std::string::npos);
    }
  }
  EXPECT_TRUE(names(edits).contains("embedded"));
}

TEST(EvalEdits, ADateIsChangedWhereThereIsOne) {
  const EditablePage page = text_page("Last updated: 12 March 2019. " + prose(10, 80));
  for (const PageEdit& edit : edits_of(page, nullptr, 0)) {
    if (edit.name != "date") continue;
    EXPECT_EQ(edit.source.find("2019"), std::string::npos);
    EXPECT_EQ(units_of(edit).size(), page.units);
    EXPECT_TRUE(edit.source.starts_with("Last updated: "));
  }
}

TEST(EvalEdits, ShortAndOddPages) {
  Page page;
  page.bytes = prose(11, kEditableUnitsMin - 1);
  EXPECT_FALSE(editable(page, analyzer()));
  page.bytes = "";
  EXPECT_FALSE(editable(page, analyzer()));
  // HTML in which the main text cannot be located is edited as a plain text.
  page.format = PageFormat::html;
  page.is_unicode = true;
  std::string entities = "<html><body><main>";
  for (int i = 0; i < 60; ++i) entities += "<p>caf&eacute; number " + std::to_string(i) + "</p>";
  page.bytes = entities;
  const auto ready = editable(page, analyzer());
  ASSERT_TRUE(ready);
  EXPECT_EQ(ready->format, PageFormat::text);
  for (const PageEdit& edit : edits_of(*ready, nullptr, 0)) EXPECT_FALSE(edit.source.empty());
  // Broken markup must not break its reader.
  for (const char* broken :
       {"<", "<p", "<p class=\"", "<!--", "<script>", "<nav", "</", "<body><nav>x", "a<b>c</"}) {
    page.bytes = html_of(prose(12, 60)) + broken;
    if (const auto odd = editable(page, analyzer())) {
      EXPECT_FALSE(edits_of(*odd, nullptr, 0).empty());
    }
    page.bytes = broken + html_of(prose(12, 60));
    if (const auto odd = editable(page, analyzer())) {
      EXPECT_FALSE(edits_of(*odd, nullptr, 0).empty());
    }
  }
}

}  // namespace
}  // namespace facsim
