// SPDX-License-Identifier: Apache-2.0
// Real pages: elements that are not closed, wrongly named or moved into place by a script do not
// lose main text; and furniture is never main text, however little else the page says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::document_of;
using for_test::numbered_words;
using for_test::paragraph;
using testing::HasSubstr;
using testing::Not;

std::string main_text(std::string bytes) { return document_of(std::move(bytes)).main_text; }

const std::string kGood = numbered_words("good", 60);
const std::string kGoodParagraph = "<p>" + kGood + "</p>";
const std::string kMenu =
    "<nav><a href=1>Home</a> <a href=2>All news</a> " + numbered_words("menu", 12) + "</nav>";

// --- markup that hides a page ---

TEST(OddMarkup, NoscriptIsRawTextAndEndsWhereItEnds) {
  for (const char* noscript :
       {"<noscript><iframe src=x/></noscript>", "<noscript><div></noscript>",
        "<noscript><!-- </noscript>", "<noscript><table><tr><td></noscript>"}) {
    EXPECT_EQ(main_text("<body>" + std::string(noscript) + kGoodParagraph), kGood) << noscript;
    EXPECT_EQ(main_text("<head>" + std::string(noscript) + "</head>" + kGoodParagraph), kGood)
        << noscript;
  }
}

TEST(OddMarkup, RawTextThatIsNeverClosedDoesNotSwallowThePage) {
  for (const char* open : {"<noscript>", "<iframe src=x/>", "<textarea>", "<TEXTAREA rows=2>"}) {
    EXPECT_EQ(main_text("<body>" + std::string(open) + kGoodParagraph), kGood) << open;
  }
  // An element that is closed later is raw text up to its end tag, as in browsers.
  EXPECT_EQ(main_text("<body><textarea>" + paragraph("typed", 20) + "</textarea>" + kGoodParagraph),
            kGood);
  // In a drawing, <title> is an ordinary element.
  EXPECT_EQ(main_text("<body><svg><title>x</svg>" + kGoodParagraph), kGood);
}

TEST(OddMarkup, ATitleThatIsNeverClosedEndsBeforeTheNextTag) {
  const Document document = document_of(
      "<html><head><title>Late &amp; news<script>var x = '<p>';</script>"
      "<link rel=canonical href=/x></head><body>" +
      kGoodParagraph);
  EXPECT_EQ(document.title, "Late & news");
  EXPECT_EQ(document.main_text, kGood);
  EXPECT_EQ(document.canonical_url, "/x");
  EXPECT_EQ(document_of("<title>One<title>Two<p>" + kGood).main_text, kGood);
  EXPECT_EQ(document_of("<title>").title, "");
}

TEST(OddMarkup, OnlyAnchorsWithAnAddressAreLinks) {
  EXPECT_EQ(main_text("<a name=top><table><tr><td>" + kGoodParagraph + kGoodParagraph + "</table>"),
            kGood + "\n" + kGood);
}

TEST(OddMarkup, OneLinkRoundAWholePageIsNone) {
  const std::string page = "<a href=/><table><tr><td>" + kGoodParagraph + kGoodParagraph;
  EXPECT_EQ(main_text("<body>" + page + "</table>"), kGood + "\n" + kGood);
  EXPECT_EQ(main_text("<body><a href=/>" + kGoodParagraph + "</a>"), "");
  // A list of links is still a list of links.
  EXPECT_EQ(main_text("<ul><li><a href=1>" + numbered_words("link", 30) + "</a><li><a href=2>" +
                      numbered_words("link", 30) + "</a></ul>"),
            "");
}

TEST(OddMarkup, CategoriesAndTagsAreTheContents) {
  EXPECT_EQ(
      main_text("<body>" + kMenu + "<div class='post hentry category-social-media tag-comments'>" +
                kGoodParagraph + "</div>"),
      kGood);
}

TEST(OddMarkup, WordsOfPageBuildersAreNoHint) {
  EXPECT_EQ(main_text("<div class=section><div class='widget Blog'>" + kGoodParagraph +
                      "</div></div><div class='elementor-widget elementor-widget-share'>" +
                      kGoodParagraph + "</div><div class='wp-block-comments'>" + kGoodParagraph +
                      "</div>"),
            kGood + "\n" + kGood + "\n" + kGood);
}

TEST(OddMarkup, WhereAllIsExtraNothingIs) {
  std::string page;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    page += "<aside>" + kGoodParagraph + "</aside>";
    text += (i == 0 ? "" : "\n") + kGood;
  }
  EXPECT_EQ(main_text("<body>" + page), text);
}

TEST(OddMarkup, CommentsMayBeLongerThanTheArticle) {
  std::string comments = "<div id=comments>";
  for (int i = 0; i < 30; ++i)
    comments += "<div class=comment>" + paragraph("reader", 40) + "</div>";
  comments += "</div>";
  EXPECT_EQ(main_text("<div>" + kGoodParagraph + "</div>" + comments), kGood);
  // Without an article, comments are the content of the page.
  EXPECT_THAT(main_text("<h1>Questions</h1>" + comments), HasSubstr("reader39"));
}

TEST(OddMarkup, TeasersInAnAsideAreNoArticles) {
  std::string teasers;
  for (int i = 0; i < 4; ++i) teasers += "<article>" + paragraph("teaser", 35) + "</article>";
  EXPECT_EQ(main_text("<body><div>" + kGoodParagraph + "</div><aside>" + teasers + "</aside>"),
            kGood);
}

TEST(OddMarkup, AFormRoundTheArticleIsNoForm) {
  EXPECT_EQ(main_text("<body><form><div class=sidebar>" + paragraph("side", 20) +
                      "</div><article>" + kGoodParagraph + "</article></form><footer>" +
                      paragraph("legal", 90) + "</footer>"),
            kGood);
}

// --- furniture ---

TEST(Furniture, IsNeverTheMainTextBesideAFilledMain) {
  for (const char* furniture :
       {"<footer>", "<div role=contentinfo>", "<div class=footer>", "<div id=page-footer>",
        "<div class=navfooter>", "<header>", "<div role=banner>", "<nav>", "<div class=navbar>",
        "<div class=copyright>", "<div id=cookie-banner>", "<div class=cookies>", "<aside>",
        "<div class=sidebar>"}) {
    for (const char* body : {"<main>", "<div role=main>"}) {
      EXPECT_EQ(main_text("<body>" + std::string(body) + "<h1>Uses of a class</h1>No uses of it</" +
                          (body == std::string("<main>") ? "main>" : "div>") + furniture +
                          paragraph("legal", 90)),
                "Uses of a class\nNo uses of it")
          << furniture;
    }
  }
}

TEST(Furniture, IsNeverTheMainTextBesideABodyColumn) {
  const std::string menu = "<ul><li><a href=1>" + numbered_words("menu", 25) + "</a></ul>";
  const std::string column =
      "<p>Says only this</p><p>and a little more than this</p>"
      "<p>but not as much as others</p>";
  for (const char* furniture : {"<footer>", "<div class=footer>", "<header>", "<div class=nav>",
                                "<div id=cookie-banner>", "<p class=copyright>"}) {
    EXPECT_EQ(main_text("<body>" + menu + "<div class=content>" + column + "</div>" + furniture +
                        numbered_words("legal", 90)),
              "Says only this\nand a little more than this\nbut not as much as others")
        << furniture;
  }
}

TEST(Furniture, IsNoneWhereItHoldsThePage) {
  EXPECT_EQ(main_text("<body><div id=nav-wrapper>" + kGoodParagraph + kGoodParagraph +
                      "</div><div>Printed on the pier</div>"),
            kGood + "\n" + kGood);
}

TEST(Furniture, APolicyOnCookiesIsNoBanner) {
  EXPECT_EQ(main_text("<body>" + kMenu + "<div class=cookies-use>" + paragraph("policy", 60) +
                      "</div><div class=modal-cookies>" + paragraph("accept", 50) + "</div>"),
            numbered_words("policy", 60));
}

TEST(Furniture, APopupThatAsksForConsentIsNoneOfThePage) {
  for (const char* popup :
       {"<div role=dialog>", "<div class=cky-modal>", "<div role=alertdialog>", "<dialog open>"}) {
    const std::string page = kGoodParagraph + popup + paragraph("item", 140);
    EXPECT_THAT(main_text(page), HasSubstr("item139")) << popup;
    EXPECT_EQ(main_text(page + "<p>Cookies, cookie by cookie, for some purpose or other"), kGood)
        << popup;
    EXPECT_THAT(main_text(page + "<p>A cookie, another cookie and ten words of other things"),
                HasSubstr("item139"))
        << popup;
  }
}

// --- reference ---

TEST(Reference, DefinitionsAreContent) {
  std::string page = "<main><h1>Colours</h1><p>" + numbered_words("about", 14) + "<dl>";
  for (int i = 0; i < 30; ++i) page += "<dt>name" + std::to_string(i) + "<dd>three short words";
  const Document document = document_of(page + "</dl></main><footer>" + paragraph("legal", 20));
  EXPECT_THAT(document.main_text, testing::StartsWith("Colours\nabout0 "));
  EXPECT_THAT(document.main_text, testing::EndsWith("\nname29\nthree short words"));
}

TEST(Reference, TablesOfMembersAndCodeAreContent) {
  std::string page = "<body><ul><li><a href=1>Index</a></ul><div class=body><h1>Class</h1><table>";
  for (int i = 0; i < 9; ++i) {
    page += "<tr><td>int<td><a href=x>open</a>(path, mode)<td>Opens file " + std::to_string(i);
  }
  page +=
      "</table><pre><a href=t>handle</a> <a href=o>open</a>(<a href=p>path</a>);</pre><p>See "
      "the manual</div>";
  const Document document = document_of(page + "<div class=footer>Made by a program</div>");
  EXPECT_THAT(document.main_text, HasSubstr("Opens file 0\n"));
  EXPECT_THAT(document.main_text,
              testing::EndsWith("Opens file 8\nhandle open(path);\nSee the manual"));
  EXPECT_THAT(document.main_text, Not(HasSubstr("Index")));
  EXPECT_THAT(document.main_text, Not(HasSubstr("program")));
}

TEST(Reference, CommentsInCodeAreCode) {
  const std::string code = "int x; // counts all the things that there are in it";
  EXPECT_EQ(main_text(kGoodParagraph + "<pre>int x; <span class=comment>// counts all the things "
                                       "that there are in it</span></pre>"),
            kGood + "\n" + code);
}

TEST(Reference, CommentsInListingsWithoutPreAreCode) {
  std::string page = "<div class=header><div class=title>a.h</div></div><div class=fragment>";
  for (int i = 0; i < 9; ++i) {
    page += "<div class=line>" + std::to_string(i) +
            "<span class=comment>// counts all the things that there are in it</span></div>";
  }
  EXPECT_THAT(main_text(page + "</div>"), HasSubstr("8// counts all the things"));
}

TEST(Reference, WhatStandsBeforeTheMembersIsContent) {
  const std::string class_name = "<div class=header><div class=title>tree::Node Class Reference";
  std::string page = "<title>Library: tree::Node Class Reference</title>" + kMenu +
                     "<div class=banner>Library 2.1</div><div class=wrap>" + class_name +
                     "</div></div><div class=declaration>class Node: Item</div>"
                     "<div class=short>One of two things</div><div class=h>node.h</div>"
                     "<div class=more>More</div><div class=members>";
  for (int i = 0; i < 9; ++i) {
    page += "<h3>set_" + std::to_string(i) + "</h3>" + paragraph("inherited", 30);
  }
  page += "</div></div>";
  for (const std::string generator : {"Doxygen 1.9.4", "javadoc/ClassWriterImpl", " gtk-doc V1"}) {
    EXPECT_THAT(main_text("<meta name=generator content='" + generator + "'>" + page),
                testing::StartsWith("tree::Node Class Reference\nclass Node: Item\nOne of two "
                                    "things\nnode.h\nMore\nset_0\n"))
        << generator;
  }
  for (const std::string other :
       {"<meta name=generator content=WordPress>", "<meta name=keywords content=Doxygen>",
        "<meta rel=generator content=Doxygen>"}) {
    EXPECT_THAT(main_text(other + page), Not(HasSubstr("One of two things"))) << other;
  }
}

TEST(Reference, AListOfLinksIsNone) {
  std::string index = "<main><h1>Index</h1><ul>";
  for (int i = 0; i < 50; ++i) index += "<li><a href=x>entry" + std::to_string(i) + "</a>, in it";
  EXPECT_THAT(main_text(index + "</ul></main>"), Not(HasSubstr("entry")));
}

}  // namespace
}  // namespace facsim
