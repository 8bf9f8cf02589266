// SPDX-License-Identifier: Apache-2.0
// Hidden text is not part of the page while the visible text says something; otherwise it is the
// page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::document_of;
using for_test::numbered_words;
using for_test::paragraph;
using testing::HasSubstr;
using testing::Not;

const std::string kBar =
    "<nav><a href=1>Home</a> <a href=2>All news</a> " + numbered_words("menu", 12) + "</nav>";

// The ways in which browsers hide an element without a style sheet.
constexpr std::array kWays = {"<div hidden",
                              "<div style='display:none'",
                              "<section hidden",
                              "<div hidden style=color:red",
                              "<dialog",
                              "<div popover",
                              "<div style='visibility:hidden'",
                              "<div style='opacity:0'",
                              "<div style='position:absolute;left:-9999px'"};
constexpr std::array kClasses = {"",           "none",     "terms",   "agb",      "privacy",
                                 "shipping",   "reviews",  "overlay", "lightbox", "drawer",
                                 "size-guide", "collapse", "d-none",  "tooltip",  "hidden"};

TEST(HiddenText, IsNotThePageBesideVisibleText) {
  for (const int words : {30, 120, 300}) {
    const std::string shown = numbered_words("seen", words);
    for (const std::string way : kWays) {
      for (const std::string name : kClasses) {
        const Document document = document_of(
            "<h1>Lamp</h1><p>" + shown + "</p>" + way + " class='" + name + "'>" +
            paragraph("terms", 8 * words) + "</" + way.substr(1, way.find(' ') - 1) + ">");
        EXPECT_EQ(document.main_text, "Lamp\n" + shown) << way << name;
        EXPECT_EQ(document.visible_text, "Lamp\n" + shown) << way << name;
        EXPECT_EQ(document.hidden_text, numbered_words("terms", 8 * words)) << way << name;
      }
    }
  }
}

TEST(HiddenText, WhatIsNotVisibleMayHoldWhatIs) {
  const std::string seen = paragraph("seen", 30);
  const Document document =
      document_of("<body>" + seen +
                  "<div style='visibility:hidden'>gone<p style='visibility:visible'>here <b>too"
                  "</b><p>more gone<div hidden>never <i style='visibility:visible'>ever</i></div>"
                  "<em style='visibility: visible'>again</em></div>after");
  EXPECT_EQ(document.visible_text, numbered_words("seen", 30) + "\nhere too\nagain\nafter");
  EXPECT_EQ(document.hidden_text, "gone\nmore gone\nnever ever");
}

TEST(HiddenText, NeverReplacesMain) {
  const std::string page = kBar + "<main><h1>Lamp</h1><p>" + numbered_words("seen", 25) +
                           "</main><div hidden>" + paragraph("terms", 1000) + "</div>";
  EXPECT_EQ(document_of(page).main_text, "Lamp\n" + numbered_words("seen", 25));
}

TEST(HiddenText, IsThePageWhereNothingElseIsSaid) {
  const std::string good = numbered_words("good", 60);
  const std::string article = "<article><h1>Head</h1><p>" + good + "</p></article>";
  for (const std::string& visible :
       {std::string(), kBar, std::string("<p>Loading, please wait a moment ..."),
        "<h2>" + numbered_words("heading", 25) + "</h2>",
        "<p><a href=1>" + numbered_words("link", 25) + "</a>",
        "<button>" + numbered_words("button", 25) + "</button>",
        "<footer>" + numbered_words("legal", 25) + "</footer>"}) {
    const Document document = document_of("<body>" + visible + "<div hidden>" + article + "</div>");
    EXPECT_THAT(document.main_text, HasSubstr(good)) << visible;
    EXPECT_EQ(document.hidden_text, "") << visible;
  }
  // 20 words say something, and so do a hundred in a frame.
  const auto beside = [&](const std::string& visible) {
    return document_of("<body>" + visible + "<div hidden>" + paragraph("good", 200)).hidden_text;
  };
  EXPECT_EQ(beside(paragraph("seen", 19)), "");
  EXPECT_NE(beside(paragraph("seen", 20)), "");
  EXPECT_EQ(beside("<footer>" + paragraph("seen", 99) + "</footer>"), "");
  EXPECT_NE(beside("<footer>" + paragraph("seen", 100) + "</footer>"), "");
}

TEST(HiddenText, OfHiddenPanelsAllAreThePage) {
  std::string panels = "<ul><li><a href=#1>One</a><li><a href=#2>Two</a></ul>";
  std::string text;
  for (const std::string name : {"first", "second", "third"}) {
    panels += "<div class=panel style=display:none>" + paragraph(name, 40) + "</div>";
    text += (text.empty() ? "" : "\n") + numbered_words(name, 40);
  }
  EXPECT_EQ(document_of(panels).main_text, text);
  // A page shown by a script, with hidden panels: the text of the outer level is enough.
  const Document wrapped = document_of("<div id=page hidden>" + paragraph("intro", 130) +
                                       "<div hidden>" + paragraph("panel", 90) + "</div></div>");
  EXPECT_EQ(wrapped.main_text, numbered_words("intro", 130));
  EXPECT_EQ(wrapped.hidden_text, numbered_words("panel", 90));
  const Document nested =
      document_of("<div hidden><div hidden>" + paragraph("deep", 90) + "</div>few words</div>");
  EXPECT_THAT(nested.visible_text, HasSubstr("deep89"));
}

TEST(HiddenText, WhatIsStreamedIsShown) {
  const std::string article = "<article><h1>Head</h1>" + paragraph("good", 60) + "</article>";
  for (const std::string& visible : {kBar, kBar + paragraph("shell", 90)}) {
    for (const std::string id : {"S:0", "S:1f", ":R1:S:2"}) {
      const Document document = document_of(
          "<body>" + visible + "<div><template id=B:0></template></div><div hidden id='" + id +
          "'>" + article + "</div><script>move()</script>");
      EXPECT_THAT(document.main_text, HasSubstr("Head\n" + numbered_words("good", 60))) << id;
      EXPECT_EQ(document.hidden_text, "");
    }
  }
  for (const std::string id : {"S:", "S:x", "US", "s:1"}) {
    EXPECT_NE(
        document_of(paragraph("shell", 90) + "<div hidden id='" + id + "'>" + article).hidden_text,
        "")
        << id;
  }
}

TEST(HiddenText, ExtrasAndLinksAreNeverThePage) {
  for (const char* extra : {"<div hidden class=modal>", "<nav hidden>", "<div hidden id=cookies>",
                            "<nav><div hidden>", "<dialog>", "<div popover>"}) {
    const Document document = document_of(kBar + extra + paragraph("gone", 60));
    EXPECT_THAT(document.visible_text, Not(HasSubstr("gone"))) << extra;
    EXPECT_EQ(document.hidden_text, numbered_words("gone", 60)) << extra;
  }
  const Document links =
      document_of("<p>shown</p><div hidden><a href=1>" + numbered_words("gone", 60) + "</a></div>");
  EXPECT_EQ(links.visible_text, "shown");
  EXPECT_EQ(links.hidden_text, "");
  // Hidden text shorter than the visible text is not shown.
  EXPECT_EQ(document_of("<p>a few short words</p><p hidden>only this</p>").visible_text,
            "a few short words");
}

TEST(HiddenText, IsFoldedAndInPieces) {
  const Document document = document_of(
      "<p>" + numbered_words("seen", 30) +
      "<span hidden> one \n two <a href=1>gone</a></span> and <b style=display:none>three</b>"
      "<div hidden><p>four<p>five<script>gone</script></div><select hidden><option>six</select>");
  EXPECT_EQ(document.hidden_text, "one two\nthree\nfour\nfive\nsix");
  EXPECT_EQ(document.visible_text, numbered_words("seen", 30) + " and");
  EXPECT_EQ(document_of("<p>" + numbered_words("seen", 30)).hidden_text, "");
}

TEST(HiddenText, IsWhatAnElementTookInThatWasNotClosed) {
  const std::string shown = paragraph("seen", 40);
  const std::string taken = paragraph("taken", 60);
  const auto hidden_of = [&](const std::string& part) {
    const Document document = document_of("<div>" + shown + part + "</div>");
    EXPECT_EQ(document.visible_text, numbered_words("seen", 40)) << part;
    return document.hidden_text;
  };
  for (const std::string name : {"audio", "video", "canvas", "template", "datalist", "script",
                                 "style", "object data=a.mp3"}) {
    const std::string end = "</" + name.substr(0, name.find(' ')) + ">";
    EXPECT_THAT(hidden_of("<" + name + "/>" + taken), HasSubstr("taken59")) << name;
    EXPECT_EQ(hidden_of("<" + name + ">" + taken + end), "") << name;
    EXPECT_EQ(hidden_of("<" + name + ">" + taken + end + "<p></p>" + end), "") << name;
  }
  EXPECT_THAT(hidden_of("<!-- " + taken), HasSubstr("taken59"));
  EXPECT_EQ(hidden_of("<!-- " + taken + "-->"), "");
  // The end tag belongs to another element.
  EXPECT_THAT(hidden_of("<video>" + taken + "<video></video>"), HasSubstr("taken59"));
  EXPECT_EQ(hidden_of("<svg><style/><script/></svg><p></p>"), "");
  // The shown option is still text.
  const Document document =
      document_of(shown + "<select><option selected>one<option>two" + numbered_words("taken", 60));
  EXPECT_THAT(document.visible_text, HasSubstr("one"));
  EXPECT_THAT(document.hidden_text, HasSubstr("taken59"));
}

TEST(HiddenText, AnOpenDialogIsShown) {
  EXPECT_EQ(document_of("<p>a<dialog open>b</dialog>").visible_text, "a\nb");
  EXPECT_EQ(document_of("<p>a<dialog>b</dialog>").visible_text, "a");
}

TEST(NamedText, IsWhatIsNeitherMainNorLinks) {
  const Document document =
      document_of(kBar + "<div>" + paragraph("good", 60) +
                  "</div><aside><p>Also <b>this</b></p><ul><li>"
                  "<a href=1>a teaser of another page</a></ul></aside><footer>The  firm</footer>");
  EXPECT_EQ(document.main_text, numbered_words("good", 60));
  EXPECT_EQ(document.named_text, "Home All news " + numbered_words("menu", 12) + "\nThe firm");
  EXPECT_EQ(document_of(paragraph("good", 60)).named_text, "");
}

}  // namespace
}  // namespace facsim
