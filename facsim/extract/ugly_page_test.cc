// SPDX-License-Identifier: Apache-2.0
// Pages that no author would write: huge, deep, cut, of any bytes.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <numeric>

#include "facsim/extract/extractor.h"
#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::html_page;
using for_test::kAll;
using for_test::repeated;
using namespace std::string_literals;

Document extracted(std::string bytes) {
  return Extractor(kAll).extract(html_page(std::move(bytes)));
}

TEST(UglyPage, LargeAndDeepPages) {
  std::string attributes = "<p";
  for (int i = 0; i < 100'000; ++i) attributes += " a" + std::to_string(i) + "=1";
  const struct {
    std::string page, text;
  } cases[] = {
      {repeated("<div>", 200'000) + "deep" + repeated("</div>", 200'000) + "<p>after",
       "deep\nafter"},
      {repeated("<b>", 200'000) + "x", "x"},
      {attributes + ">text", "text"},
      {"<p>" + repeated("word ", 10'000'000) + "end", repeated("word ", 10'000'000) + "end"},
      {repeated("<br>", 500'000) + "x", "x"},
      {"<!--" + repeated("-", 1'000'000), ""},
      {"<p>a" + std::string(1'000'000, '\0') + "b", "ab"},
      {"<plaintext>" + repeated("<p>", 10), repeated("<p>", 10)},
  };
  Extractor extractor;
  for (const auto& c : cases) {
    const std::string text = extractor.extract(html_page(c.page)).visible_text;
    EXPECT_TRUE(text == c.text) << c.page.substr(0, 20) << " gave " << text.size() << " bytes";
  }
}

TEST(UglyPage, PathsOfDeepPagesAreShort) {
  const Document document = extracted(repeated("<div>", 4000) + repeated("<p>x</p>", 100));
  EXPECT_EQ(document.blocks.size(), 100U);
  for (const Block& block : document.blocks) EXPECT_LT(block.path.size(), 300U);
}

TEST(UglyPage, APageLeavesNothingToTheNext) {
  Extractor extractor(kAll);
  const Page page = html_page("<title>T</title><html lang=en><p class=a>" + repeated("word ", 30));
  const Document first = extractor.extract(page);
  (void)extractor.extract(
      html_page("<base href=/x><main hidden><b><table><select class=q>" + repeated("word ", 50)));
  const Document again = extractor.extract(page);
  EXPECT_EQ(again.visible_text, first.visible_text);
  EXPECT_EQ(again.main_text, first.main_text);
  EXPECT_EQ(again.layout, first.layout);
  EXPECT_EQ(again.title, first.title);
  EXPECT_EQ(again.language, first.language);
  EXPECT_EQ(again.canonical_url, "");
}

// Pieces of markup in any order, and plain bytes.
rc::Gen<std::string> any_markup() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::weightedOneOf<std::string>(
          {{6, rc::gen::elementOf(std::vector<std::string>{"<div class='a b'>",
                                                           "</div>",
                                                           "<p>",
                                                           "</p>",
                                                           "<table>",
                                                           "<tr>",
                                                           "<td>",
                                                           "<b>",
                                                           "</b>",
                                                           "<a href=x>",
                                                           "</a>",
                                                           "<script>",
                                                           "</script>",
                                                           "<svg>",
                                                           "</svg>",
                                                           "<math>",
                                                           "<mi>",
                                                           "<template>",
                                                           "</template>",
                                                           "<select>",
                                                           "<option>",
                                                           "<!--",
                                                           "-->",
                                                           "<title>",
                                                           "</title>",
                                                           "<br>",
                                                           "<br>",
                                                           "&amp;",
                                                           "&#xD800;",
                                                           "<pre>",
                                                           "<main>",
                                                           "</main>",
                                                           "<article>",
                                                           "<nav>",
                                                           "<form>",
                                                           "<li>",
                                                           "text ",
                                                           "漢字",
                                                           "\xFF",
                                                           "\0"s,
                                                           "<",
                                                           "<p hidden>",
                                                           "<noscript>",
                                                           "</noscript>",
                                                           "<iframe>",
                                                           "<textarea>",
                                                           "<footer>",
                                                           "<div hidden id=S:0>",
                                                           "<template shadowrootmode=open>",
                                                           "<slot>",
                                                           "<text>",
                                                           "<foreignObject>",
                                                           "<select multiple>",
                                                           "<dialog>",
                                                           "<object>",
                                                           "<iframe srcdoc='<p hidden>x'>",
                                                           "<div class=comments>",
                                                           "<pre>",
                                                           "<frameset>",
                                                           "<body x=y>",
                                                           "</body>",
                                                           "<link rel=canonical href=../x>",
                                                           "<base href='/y/'>",
                                                           "<plaintext>"})},
           {1, rc::gen::arbitrary<std::string>()}})),
      [](const std::vector<std::string>& parts) {
        return std::accumulate(parts.begin(), parts.end(), std::string());
      });
}

RC_GTEST_PROP(Page, AnyBytesGiveValidTextsThatAgree, ()) {
  Page page = html_page(*any_markup());
  page.is_unicode = *rc::gen::arbitrary<bool>();
  page.url = *rc::gen::elementOf(std::vector<std::string>{"", "https://example.org/a/b", "x:"});
  static Extractor extractor(kAll);
  const Document document = extractor.extract(page);
  for (const std::string* text :
       {&document.title, &document.main_text, &document.visible_text, &document.hidden_text,
        &document.named_text, &document.canonical_url, &document.language}) {
    RC_ASSERT(simdjson::validate_utf8(*text));
  }
  RC_ASSERT(document.main_text.size() <= document.visible_text.size());
  std::string all;
  for (const Block& block : document.blocks) {
    RC_ASSERT(simdjson::validate_utf8(block.text));
    if (!all.empty()) all.push_back('\n');
    all += block.text;
  }
  RC_ASSERT(all == document.visible_text);
  RC_ASSERT(document.layout.size() == document.layout_names.size());
  RC_ASSERT(std::ranges::is_sorted(document.layout));
  const Document fresh = Extractor().extract(page);
  RC_ASSERT(fresh.main_text == document.main_text);
  RC_ASSERT(fresh.visible_text == document.visible_text);
  RC_ASSERT(fresh.layout == document.layout);
}

}  // namespace
}  // namespace facsim
