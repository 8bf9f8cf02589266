// SPDX-License-Identifier: Apache-2.0
// Text that people see outside paragraphs: shadow roots, forms, drawings, pages in attributes, and
// replacements of content that browsers cannot show.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/base/limits.h"
#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::document_of;
using for_test::numbered_words;
using for_test::paragraph;
using for_test::repeated;
using testing::HasSubstr;
using testing::Not;

std::string seen(std::string bytes) { return document_of(std::move(bytes)).visible_text; }

// --- shadow roots ---

TEST(ShadowRoot, IsShownWhereItStands) {
  for (const std::string mark :
       {"shadowrootmode=open", "shadowrootmode=closed", "SHADOWROOTMODE='Open'", "shadowroot=open",
        "shadowmode=closed", "class=x shadowrootmode=open shadowrootdelegatesfocus"}) {
    EXPECT_EQ(seen("<p>a</p><my-card><template " + mark +
                   "><style>gone</style><p>b</p>"
                   "</template></my-card><p>c</p>"),
              "a\nb\nc")
        << mark;
  }
  for (const std::string other : {"", "shadowrootmode", "shadowrootmode=none", "mode=open"}) {
    EXPECT_EQ(seen("<p>a</p><div><template " + other + "><p>b</p></template></div>"), "a") << other;
  }
}

TEST(ShadowRoot, TheContentOfTheElementComesOnceBehind) {
  EXPECT_EQ(seen("<x-a><template shadowrootmode=open><h2>b</h2><slot></slot><p>c</p></template>"
                 "<p>d</p></x-a>"),
            "b\nc\nd");
  // A slot's own text is for elements that have no content.
  EXPECT_EQ(seen("<x-a><template shadowrootmode=open><slot>none</slot></template>d</x-a>"), "d");
  EXPECT_EQ(seen("<x-a><template shadowrootmode=open><slot>none</slot></template> </x-a>"), "none");
  // Without a slot, the element's own content is not shown.
  EXPECT_EQ(seen("<x-a><template shadowrootmode=open>b</template><p>d</p></x-a><p>e"), "b\ne");
  // An element has only one shadow root.
  EXPECT_EQ(seen("<x-a><template shadowrootmode=open>b<slot></slot></template>"
                 "<template shadowrootmode=open>gone</template><p>d</x-a>"),
            "b\nd");
}

TEST(ShadowRoot, MayStandInAnother) {
  EXPECT_EQ(seen("<x-a><template shadowrootmode=open><p>1</p><x-b><template shadowrootmode=open>"
                 "<p>2</p><slot></slot></template><p>3</p><slot></slot></x-b><p>4</p></template>"
                 "<p>5</p></x-a><p>6"),
            "1\n2\n3\n4\n5\n6");
  const std::string deep = repeated("<x-a><template shadowrootmode=open>", 5'000);
  EXPECT_EQ(seen(deep + "deep"), "deep");
  EXPECT_EQ(seen("<p>a</p>" + deep), "a");
}

TEST(ShadowRoot, ItsTextIsMainText) {
  const Document document = document_of("<body><nav>" + paragraph("menu", 12) +
                                        "</nav><x-article><template shadowrootmode=open>"
                                        "<article><h1>Head</h1>" +
                                        paragraph("own", 300) +
                                        "</article></template></x-article>"
                                        "<footer>" +
                                        paragraph("legal", 140) + "</footer>");
  EXPECT_EQ(document.main_text, "Head\n" + numbered_words("own", 300));
  EXPECT_EQ(document.blocks[1].path, "body/x-article/template/article/h1");
}

// --- forms ---

TEST(Forms, ATextareaShowsItsContent) {
  EXPECT_EQ(seen("<p>a<textarea rows=2>b &amp; <p>c</textarea>d"), "a\nb & <p>c\nd");
  const std::string good = numbered_words("good", 60);
  EXPECT_EQ(document_of("<p>" + good + "<textarea>" + numbered_words("typed", 20) + "</textarea>")
                .main_text,
            good);
  // The content of a textarea is main text if it is most of the page.
  EXPECT_THAT(
      document_of("<p>" + good + "<textarea>" + numbered_words("typed", 300) + "</textarea>")
          .main_text,
      HasSubstr("typed299"));
}

TEST(Forms, ASelectShowsOneOption) {
  EXPECT_EQ(seen("Size:<select><option>S<option>M<option>L</select>each"), "Size: S each");
  EXPECT_EQ(seen("<select><option>S<option selected>M<option>L</select>"), "M");
  EXPECT_EQ(seen("<select><option selected>S<option selected=''>M<option>L</select>"), "M");
  EXPECT_EQ(seen("<select size=1><optgroup label=x><option>S<option>M</optgroup></select>"), "S");
  EXPECT_EQ(seen("<select></select>x<select>gone</select>"), "x");
  for (const char* all : {"multiple", "size=3", "size='02'", "multiple=''"}) {
    EXPECT_EQ(seen("<p>a<select " + std::string(all) + "><option>S<option selected>M</select>b"),
              "a\nS\nM\nb")
        << all;
  }
}

// --- drawings ---

TEST(Drawings, TheirTextIsOneBlock) {
  EXPECT_EQ(seen("<p>a</p><svg><title>gone</title><desc>gone</desc><style>gone</style>"
                 "<defs><text>gone</text></defs><symbol><text>gone</text></symbol>gone"
                 "<g><text>b<tspan>c</tspan><title>gone</title></text><text>d</text></g></svg>"
                 "<p>e"),
            "a\nb c d\ne");
  // A drawing without text does not end a block.
  EXPECT_EQ(seen("<p>a <svg><path d=x></svg> b"), "a b");
  EXPECT_EQ(seen("<p>a<svg><foreignObject><p>b</p><p>c</p></foreignObject><text>d</text></svg>e"),
            "a\nb\nc\nd\ne");
  EXPECT_EQ(seen("<div hidden><svg><text>gone</text></svg></div>some <b>more</b>"), "some more");
}

TEST(Drawings, ShortOnesAreCaptionsLongOnesText) {
  const std::string good = numbered_words("good", 60);
  const std::string page = "<p>" + good + "</p><svg><text>";
  EXPECT_EQ(document_of(page + numbered_words("label", 12) + "</text></svg>").main_text, good);
  EXPECT_EQ(document_of(page + numbered_words("own", 300) + "</text></svg>").main_text,
            good + "\n" + numbered_words("own", 300));
}

// --- pages in attributes ---

TEST(InnerPages, AreReadWhereTheyStand) {
  EXPECT_EQ(seen("<p>a<iframe srcdoc='<title>gone</title><p>b &amp;amp; c'>gone</iframe>d"),
            "a\nb & c\nd");
  EXPECT_EQ(seen("<iframe content=gone srcdoc='b' content=gone srcdoc=gone></iframe>"), "b");
  EXPECT_EQ(seen("<iframe src=x>gone</iframe><iframe srcdoc></iframe>a"), "a");
  EXPECT_EQ(seen("<iframe hidden srcdoc=gone></iframe>some more"), "some more");
  const Document document = document_of(
      "<title>T</title><iframe srcdoc='<base href=/x><title>U"
      "</title><link rel=canonical href=y><b class=z>b'></iframe>");
  EXPECT_EQ(document.title, "T");
  EXPECT_EQ(document.canonical_url, "");
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

TEST(InnerPages, AreBounded) {
  std::string page = "<p>deepest";
  for (std::size_t i = 0; i < limits::kInnerPageDepthMax; ++i) {
    page = "<p>" + std::to_string(i) + "<iframe srcdoc=\"" + escaped(page) + "\"></iframe>";
  }
  EXPECT_EQ(seen(page), "3\n2\n1\n0\ndeepest");
  EXPECT_EQ(seen("<p>4<iframe srcdoc=\"" + escaped(page) + "\"></iframe>"), "4\n3\n2\n1\n0");
  const std::string many =
      repeated("<iframe srcdoc=x></iframe>", limits::kInnerPagesMax + 3) + "<p>end";
  EXPECT_EQ(seen(many).size(), 2 * limits::kInnerPagesMax + 3);
}

// --- replacements ---

TEST(Fallbacks, OfObjectsThatBrowsersCannotShow) {
  EXPECT_EQ(seen("<object>a</object>"), "a");
  EXPECT_EQ(seen("<object classid='clsid:1'><param name=x><object data=x.swf "
                 "type='application/x-shockwave-flash'>a</object></object>"),
            "a");
  for (const char* shown : {"data=x", "data=x.pdf type=application/pdf", "data=x type=text/html"}) {
    EXPECT_EQ(seen("<p>a<object " + std::string(shown) + ">gone</object>"), "a") << shown;
  }
  EXPECT_EQ(seen("a<video>gone</video><audio>gone</audio><canvas>gone</canvas>"), "a");
}

TEST(Fallbacks, NoscriptIsThePageWhereItIsAllThereIs) {
  const std::string menu = "<nav><a href=1>Home</a></nav>";
  const std::string content = "<noscript>" + paragraph("own", 100) + "</noscript>";
  EXPECT_EQ(document_of(menu + content).main_text, numbered_words("own", 100));
  EXPECT_THAT(seen(menu + paragraph("seen", 20) + content), Not(HasSubstr("own")));
  // The request to enable scripts is the same on all pages of a site.
  EXPECT_EQ(seen("<noscript>" + paragraph("Enable", 99) + "</noscript>"), "");
}

}  // namespace
}  // namespace facsim
