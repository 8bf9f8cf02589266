// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/extractor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/base/hash64.h"
#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::html_page;
using for_test::kAll;
using for_test::repeated;
using namespace std::string_literals;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

Document html(std::string bytes, std::string url = "") {
  Page page = html_page(std::move(bytes));
  page.url = std::move(url);
  return Extractor(kAll).extract(page);
}

std::string visible(std::string bytes) { return html(std::move(bytes)).visible_text; }

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "word" : " word") + std::to_string(i);
  return text;
}

// --- what a reader sees ---

TEST(VisibleText, BlocksAreLines) {
  EXPECT_EQ(visible("<h1>Head</h1><p>one</p>two<ul><li>a<li>b</ul><table><tr><td>x<td>y</table>"),
            "Head\none\ntwo\na\nb\nx\ny");
}

TEST(VisibleText, InlineElementsDoNotCut) {
  EXPECT_EQ(visible("<p>un<b>do</b> <i> it </i>now</p>"), "undo it now");
}

TEST(VisibleText, PreIsFoldedToo) {
  EXPECT_EQ(visible("<pre>int x;\n  int y;\n</pre>"), "int x; int y;");
}

TEST(VisibleText, BreaksAreSpacesAndTwoAreBlocks) {
  EXPECT_EQ(visible("a<br>b<br><br>c"), "a b\nc");
}

TEST(VisibleText, ReferencesAreDecoded) {
  EXPECT_EQ(visible("&lt;b&gt; &amp; caf&eacute; &#x6f22;&#23383; &nbsp;x"), "<b> & café 漢字 x");
  EXPECT_EQ(visible("a&#xD800;b&#x110000;c&#0;d"), "a�b�c�d");
}

TEST(VisibleText, WhatIsNotShownIsNotThere) {
  for (const char* hidden :
       {"<script>gone</script>",
        "<style>gone</style>",
        "<noscript>gone</noscript>",
        "<template>gone<p>gone</template>",
        "<iframe>gone</iframe>",
        "<object data=x>gone</object>",
        "<video>gone</video>",
        "<svg><title>gone</title><g>gone</g></svg>",
        "<!-- gone -->",
        "<datalist><option>gone</datalist>",
        "<dialog>gone</dialog>",
        "<div popover>gone</div>",
        "<p hidden>gone</p>",
        "<p HIDDEN=''>gone <b>gone</b></p>",
        "<p hidden hidden=until-found>gone</p>",
        "<p style='display:none'>gone</p>",
        "<p style='color:red; DISPLAY : None !important'>gone</p>",
        "<div style=display:none><p>gone</div>",
        "<img alt=gone>",
        "<input value=gone>",
        "<head><title>gone</title></head>",
        "<ruby><rp>gone</rp></ruby>",
        "<math><semantics><annotation encoding='application/x-tex'>gone</annotation></math>"}) {
    EXPECT_EQ(visible("<body>before "s + hidden + "<p>after"), "before\nafter") << hidden;
  }
}

TEST(VisibleText, WhatLooksHiddenButIsShown) {
  for (const char* shown :
       {"<p aria-hidden=true>seen</p>", "<p hidden=until-found>seen</p>",
        "<p hidden=until-found hidden>seen</p>",
        "<p style='color:red' style='display:none'>seen</p>",
        "<p style='display:nonexistent'>seen</p>", "<p style='visibility:hidden'>seen</p>",
        "<p class=hidden>seen</p>", "<math><mi>seen</mi></math>", "<details>seen</details>"}) {
    EXPECT_EQ(visible("<body>"s + shown), "seen") << shown;
  }
  EXPECT_EQ(visible("<body style='display:none' hidden>seen"), "seen");
}

TEST(VisibleText, NulBytesAreDropped) { EXPECT_EQ(visible("<p>a\0b</p>"s), "ab"); }

TEST(VisibleText, EmptyPages) {
  for (const char* page : {"", "   ", "<html></html>", "<p></p>", "<title>x</title>", "<"}) {
    const Document document = html(page);
    EXPECT_EQ(document.main_text, "");
    EXPECT_TRUE(document.has_markup);
    EXPECT_LE(document.visible_text.size(), 1U);
  }
}

// --- the head ---

TEST(Head, Title) {
  EXPECT_EQ(html("<title> A \n caf&eacute; </title><body>x").title, "A café");
  EXPECT_EQ(html("<svg><title>no</title></svg><title>yes</title><title>late</title>").title, "yes");
  EXPECT_EQ(html("<p>x").title, "");
}

TEST(Head, Language) {
  EXPECT_EQ(html("<html lang='en-GB'>").language, "en-GB");
  EXPECT_EQ(html("<meta http-equiv=Content-Language content='de, en'>").language, "de");
  EXPECT_EQ(html("<html lang=fr><meta http-equiv=content-language content=de>").language, "fr");
  EXPECT_EQ(html("<p lang=it>x").language, "");
}

TEST(Head, CanonicalUrl) {
  const std::string at = "https://example.org/a/b?c#d";
  EXPECT_EQ(html("<link rel=canonical href=/x>", at).canonical_url, "https://example.org/x");
  EXPECT_EQ(html("<link rel='nofollow CANONICAL' href=' y '>", at).canonical_url,
            "https://example.org/a/y");
  EXPECT_EQ(html("<base href='//other.example/q/'><link rel=canonical href=z>", at).canonical_url,
            "https://other.example/q/z");
  EXPECT_EQ(html("<link rel=canonical href=1><link rel=canonical href=2>", at).canonical_url,
            "https://example.org/a/1");
  EXPECT_EQ(html("<link rel=canonical href=/x>").canonical_url, "/x");
  EXPECT_EQ(html("<link rel=canonicals href=/x><link rel=canonical>", at).canonical_url, "");
  EXPECT_EQ(html("<link rel=canonical href='" + std::string(10'000, 'x') + "'>", at).canonical_url,
            "");
}

// --- main text ---

TEST(PageMainText, MenusAndFootersAreOut) {
  const Document document =
      html("<nav><a href=1>Home</a> " + words(20) + "</nav><div><h1>Head</h1><p>" + words(60) +
           "</p><table><tr><td>1<td>2</table><pre>x = 1;</pre><p>" + words(40) +
           "</p></div><footer>" + words(15) + "</footer>");
  EXPECT_EQ(document.main_text, "Head\n" + words(60) + "\n1\n2\nx = 1;\n" + words(40));
  EXPECT_THAT(document.visible_text, HasSubstr("Home"));
}

TEST(PageMainText, ClassesAndRolesHelp) {
  for (const char* extra : {"<div class=cookie-consent>", "<div id=comments>", "<div role=banner>",
                            "<section class='x relatedLinks'>", "<form>"}) {
    const Document document = html("<p>" + words(60) + "</p>" + extra + "<p>extra " + words(20));
    EXPECT_THAT(document.main_text, Not(HasSubstr("extra"))) << extra;
    EXPECT_THAT(document.visible_text, HasSubstr("extra")) << extra;
  }
  EXPECT_EQ(html("<div role=main><p>" + words(30) + "</div><div><p>other " + words(20)).main_text,
            words(30));
  // If there are two roles, the first counts.
  EXPECT_EQ(html("<div role=main role=banner><p>" + words(30) +
                 "</div><div role=none role=main><p>" + words(60))
                .main_text,
            words(30));
}

TEST(PageMainText, AFormAroundThePageIsNoAside) {
  EXPECT_EQ(html("<form class=sidebar><p>" + words(60) + "</form>").main_text, words(60));
}

TEST(PageMainText, ChineseIsCountedByCharacter) {
  const std::string text = "人人生而自由，在尊严和权利上一律平等。";
  EXPECT_EQ(html("<p>" + text + "</p><p><a href=1>首页</a></p>").main_text, text);
}

TEST(PageMainText, PagesOfLinksHaveNone) {
  EXPECT_EQ(html("<ul>" + repeated("<li><a href=1>some link</a>", 50) + "</ul>").main_text, "");
}

TEST(PageBlocks, AreDescribed) {
  const Document document =
      html("<nav><a href=1>Home</a></nav><main><article><p>" + words(20) + " <a>ab</a>");
  ASSERT_EQ(document.blocks.size(), 2U);
  EXPECT_EQ(document.blocks[0].text, "Home");
  EXPECT_FALSE(is_main(document.blocks[0].reason));
  EXPECT_FLOAT_EQ(document.blocks[0].link_density, 1.0F);
  EXPECT_EQ(document.blocks[0].path, "body/nav");
  EXPECT_TRUE(is_main(document.blocks[1].reason));
  EXPECT_EQ(document.blocks[1].words, 21U);
  EXPECT_EQ(document.blocks[1].path, "body/main/article/p");
}

TEST(PageBlocks, AreJoinedInTheTexts) {
  const Document document = html("<p>" + words(12) + "<p>" + words(3) + "<div>" + words(12));
  std::string all;
  std::string main;
  for (const Block& block : document.blocks) {
    all += (all.empty() ? "" : "\n") + block.text;
    if (is_main(block.reason)) main += (main.empty() ? "" : "\n") + block.text;
  }
  EXPECT_EQ(document.visible_text, all);
  EXPECT_EQ(document.main(), main);
}

// --- layout ---

TEST(PageLayout, IsTheSetOfTagClassNames) {
  const Document document = html(
      "<body class=home><div class='post wide'><p>x</p><p>y</p></div><script class=z></script>");
  EXPECT_THAT(document.layout_names, UnorderedElementsAre("html", "head", "body.home", "div.post",
                                                          "div.wide", "p", "script.z"));
  std::vector<std::uint64_t> hashes;
  for (const std::string& name : document.layout_names) hashes.push_back(hash64(name));
  std::ranges::sort(hashes);
  EXPECT_EQ(document.layout, hashes);
}

TEST(PageLayout, DoesNotDependOnTextOrOrder) {
  EXPECT_EQ(html("<p class=a>one<div><b>two").layout,
            html("<div><b>x</b></div><p class=a>").layout);
}

TEST(Options, WhatIsNotAskedForIsNotThere) {
  const Document document = Extractor().extract(html_page("<p class=a>" + words(20)));
  EXPECT_TRUE(document.blocks.empty());
  EXPECT_TRUE(document.layout_names.empty());
  EXPECT_EQ(document.layout.size(), 4U);
  EXPECT_EQ(document.main_text, words(20));
}

// --- text pages ---

TEST(TextPage, IsTakenAsItIs) {
  Page page;
  page.bytes = "First  line\n<p>second\n\n\nThird\0 paragraph\n"s;
  const Document document = Extractor(kAll).extract(page);
  EXPECT_EQ(document.visible_text, "First  line\n<p>second\n\n\nThird paragraph\n");
  EXPECT_EQ(&document.main(), &document.visible_text);
  EXPECT_FALSE(document.has_markup);
  EXPECT_TRUE(document.layout.empty());
  ASSERT_EQ(document.blocks.size(), 2U);
  EXPECT_EQ(document.blocks[0].text, "First line <p>second");
  EXPECT_EQ(document.blocks[1].text, "Third paragraph");
}

TEST(TextPage, IsDecoded) {
  Page page;
  page.bytes = "\xBA\xBA\xD7\xD6\xFF";
  page.http_charset = "gb2312";
  const Document document = Extractor().extract(page);
  EXPECT_EQ(document.main(), "汉字�");
  EXPECT_EQ(document.charset, "GBK");
  EXPECT_EQ(document.replaced, 1U);
}

TEST(HtmlPage, IsDecodedByItsMetaUnlessItCameInJson) {
  Page page = html_page("<meta charset=windows-1251><p>\xCF\xF0");
  page.is_unicode = false;
  EXPECT_EQ(Extractor().extract(page).visible_text, "Пр");
  EXPECT_EQ(html("<meta charset=windows-1251><p>é").visible_text, "é");
}

// A style sheet hides the help; the markup does not say so.
TEST(Extractor, HelpBesideAShortMainIsNotTheText) {
  const std::string help =
      "<div id=book-help-popup><h2>Keyboard shortcuts</h2><p>Press left or right to move between "
      "chapters<p>Press S to search in the book<p>Press Esc to hide this help</div>";
  const std::string main = "<main><h1><a href='#colours'>Colours</a></h1>";
  EXPECT_EQ(html(help + main + "<p>See the issue <a href=/42>#42</a>.</main>").main_text,
            "Colours\nSee the issue #42.");
  EXPECT_EQ(html(help + main + "</main>").main_text, "");
}

TEST(Extractor, HeadingsThatLinkToThemselvesAreText) {
  const std::string text = "<p>" + words(30);
  EXPECT_TRUE(html("<h1><a href='#a'>Colours</a></h1>" + text).main_text.starts_with("Colours\n"));
  EXPECT_FALSE(html("<h1><a href='/a'>Colours</a></h1>" + text).main_text.starts_with("Colours"));
}

}  // namespace
}  // namespace facsim
