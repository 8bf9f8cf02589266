// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/html_parser_internal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "facsim/base/limits.h"
#include "facsim/extract/html_attributes_internal.h"
#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::repeated;

struct Shape {
  std::size_t elements = 0;
  std::size_t depth = 0;
  std::size_t attributes = 0;
  std::string text;
};

Shape shape_of(lxb_html_document_t& document) {
  Shape shape;
  std::size_t depth = 0;
  const lxb_dom_node_t* const root = lxb_dom_interface_node(&document);
  const lxb_dom_node_t* node = root;
  while (true) {
    if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
      ++shape.elements;
      const auto* element = reinterpret_cast<const lxb_dom_element_t*>(node);
      for (const auto* at = element->first_attr; at != nullptr; at = at->next) ++shape.attributes;
    } else if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      const auto& data = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
      shape.text.append(reinterpret_cast<const char*>(data.data), data.length);
    }
    if (node->first_child != nullptr) {
      node = node->first_child;
      shape.depth = std::max(shape.depth, ++depth);
      continue;
    }
    while (node != root && node->next == nullptr) {
      node = node->parent;
      --depth;
    }
    if (node == root) return shape;
    node = node->next;
  }
}

Shape parse(const std::string& html) {
  HtmlParser parser;
  return shape_of(parser.parse(html));
}

TEST(HtmlParser, ParsesByTheHtml5Algorithm) {
  const Shape shape = parse("<p>one<b>two<p>three</b>four<table>five<tr><td>six");
  EXPECT_EQ(shape.text, "onetwothreefourfivesix");
  // The elements are html head body p b p b table tbody tr td: the open b is copied into the second
  // p.
  EXPECT_EQ(shape.elements, 11U);
}

TEST(HtmlParser, KeepsTheAttributesThatAreRead) {
  HtmlParser parser;
  EXPECT_EQ(shape_of(parser.parse("<p class=a id=b data-x=1 onclick='y' hidden>")).attributes, 2U);
  lxb_html_document_t& document = parser.parse("<body><main hidden><p role=' MAIN '><i role=x>");
  const lxb_dom_node_t* main = lxb_dom_interface_node(document.body)->first_child;
  EXPECT_EQ(marks_of(*main), kMarkHidden);
  EXPECT_EQ(marks_of(*main->first_child), kMarkRoleMain);
  EXPECT_EQ(marks_of(*main->first_child->first_child), 0U);
  lxb_html_document_t& other =
      parser.parse("<body><div role=contentinfo></div><div role=Complementary>");
  const lxb_dom_node_t* footer = lxb_dom_interface_node(other.body)->first_child;
  EXPECT_EQ(marks_of(*footer), kMarkRoleAside);
  EXPECT_EQ(marks_of(*footer->next), kMarkRoleExtra);
}

TEST(HtmlParser, TheFirstOfTwoAttributesOfOneNameStays) {
  HtmlParser parser;
  lxb_html_document_t& document = parser.parse("<body><p class=first class=second>");
  const lxb_dom_node_t* p = lxb_dom_interface_node(document.body)->first_child;
  const auto* attribute = reinterpret_cast<const lxb_dom_element_t*>(p)->attr_class;
  ASSERT_NE(attribute, nullptr);
  EXPECT_EQ(attribute->value->length, 5U);
}

TEST(HtmlParser, DeepNestingIsCutOffAndWhatFollowsIsInPlace) {
  constexpr std::size_t kLevels = 200'000;
  HtmlParser parser;
  const Shape shape =
      shape_of(parser.parse(repeated("<div>", kLevels) + "deep" + repeated("</div>", kLevels) +
                            "<section class=after>end"));
  EXPECT_FALSE(parser.was_cut());
  EXPECT_EQ(shape.text, "deepend");
  EXPECT_LE(shape.depth, limits::kHtmlDepthMax + 8);
  lxb_html_document_t& document = parser.parse(
      repeated("<div>", kLevels) + repeated("</div>", kLevels) + "<section>after</section>");
  EXPECT_EQ(lxb_dom_interface_node(document.body)->last_child->local_name, LXB_TAG_SECTION);
}

TEST(HtmlParser, RawTextBelowTheDepthLimitStaysRaw) {
  const Shape shape = parse(repeated("<div>", 5000) + "<script>x<b>y</script>z");
  EXPECT_EQ(shape.text, "x<b>yz");
}

TEST(HtmlParser, ALongTokenComesThroughWhole) {
  std::string text;
  for (int i = 0; i < 400'000; ++i) text += std::to_string(i) + "&amp;";
  std::string expected;
  for (int i = 0; i < 400'000; ++i) expected += std::to_string(i) + "&";
  HtmlParser parser;
  EXPECT_EQ(shape_of(parser.parse("<p>" + text)).text, expected);
  lxb_html_document_t& document = parser.parse("<body><p class='" + text + "'>");
  const lxb_dom_node_t* p = lxb_dom_interface_node(document.body)->first_child;
  const auto* attribute = reinterpret_cast<const lxb_dom_element_t*>(p)->attr_class;
  ASSERT_NE(attribute, nullptr);
  EXPECT_EQ(attribute->value->length, expected.size());
}

// Hostile pages, each of which costs quadratic time or memory with HTML5 alone. The bound is on
// counted steps, so it does not depend on the machine; if the limits allow it, the test also checks
// that the text survives.
TEST(HtmlParser, StepsAreBoundedByTheLength) {
  std::string distinct;
  for (int i = 0; i < 20000; ++i) distinct += "<b class=c" + std::to_string(i) + ">";
  std::string nested_links;
  for (int i = 0; i < 20000; ++i) nested_links += "<a href=" + std::to_string(i) + "><div>";
  const std::string pages[] = {
      repeated("<div>", 200'000),
      repeated("<b><i><a>", 100'000) + "x" + repeated("</a></b></i>", 100'000),
      repeated("<b>", 4096) + repeated("<p>", 500'000),
      distinct + repeated("<p>x", 200'000),
      nested_links,
      repeated("<b><p></b>", 100'000),
      repeated("<a><b>x</a>", 100'000),
      repeated("<i><b></i>", 100'000),
      repeated("<font><table>", 50'000),
      repeated("<table>", 100'000),
      "<table>" + repeated("a</x>", 500'000),
      "<table>" + repeated("a<tr>", 500'000),
      repeated("<svg><desc>", 50'000),
      repeated("<svg><script>", 50'000),
      repeated("<template>", 100'000),
      repeated("<select><option>", 100'000),
      "<select>" + repeated("<iframe>", 400'000) + "</iframe>",
      repeated("<textarea></title>", 200'000),
      repeated("<title>x<b>", 200'000),
      repeated("<ruby><rt>", 100'000),
      repeated("<frameset>", 100'000),
      repeated("<applet><b>", 100'000) + repeated("<p>x", 100'000),
  };
  HtmlParser parser;
  for (const std::string& page : pages) {
    const Shape shape = shape_of(parser.parse(page));
    const std::string name = page.substr(0, 30);
    // One token may pass the limit; it alone costs at most eight walks through all open elements.
    EXPECT_LE(parser.steps(), HtmlParser::kStepsBase + HtmlParser::kStepsPerByte * page.size() +
                                  9 * (limits::kHtmlDepthMax + 100) + page.size() / 8)
        << name;
    EXPECT_LE(shape.depth, limits::kHtmlDepthMax + HtmlParser::kFormattingMax + 8) << name;
    // A node has at least 100 bytes.
    EXPECT_LE(
        shape.elements,
        (HtmlParser::kTreeBytesBase + (HtmlParser::kTreeBytesPerByte + 1) * page.size()) / 100 +
            16384 * HtmlParser::kFormattingMax)
        << name;
  }
}

TEST(HtmlParser, TextThatComesInPiecesIsNotCopiedEachTime) {
  HtmlParser parser;
  const Shape shape = shape_of(parser.parse("<p>" + repeated("a</x>", 1'000'000)));
  EXPECT_FALSE(parser.was_cut());
  EXPECT_EQ(shape.text.size(), 1'000'000U);
}

TEST(HtmlParser, AHundredThousandAttributes) {
  std::string page = "<p";
  for (int i = 0; i < 100'000; ++i) page += " name" + std::to_string(i) + "=value";
  page += " class=last>text";
  HtmlParser parser;
  const Shape shape = shape_of(parser.parse(page));
  EXPECT_FALSE(parser.was_cut());
  EXPECT_EQ(shape.attributes, 1U);
  EXPECT_EQ(shape.text, "text");
}

TEST(HtmlParser, TooManyTagNamesCutThePage) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += "<x" + std::to_string(i) + ">text ";
  HtmlParser parser;
  const Shape shape = shape_of(parser.parse(page));
  EXPECT_TRUE(parser.was_cut());
  EXPECT_THAT(shape.text, testing::StartsWith("text text "));
  EXPECT_EQ(shape_of(parser.parse("<p>next")).text, "next");
  EXPECT_FALSE(parser.was_cut());
}

TEST(HtmlParser, LargePagesOfText) {
  const std::string text = repeated("hello world ", 50'000'000 / 12);
  HtmlParser parser;
  EXPECT_EQ(shape_of(parser.parse("<p>" + text)).text, text);
  EXPECT_FALSE(parser.was_cut());
  EXPECT_EQ(shape_of(parser.parse("<p>small")).text, "small");
}

// Chunks of the parser end anywhere: in names, references, characters.
TEST(HtmlParser, ChunkBordersDoNotShow) {
  const std::string page = "<p class=\"one two\">caf\u00e9 &amp; &notin; 漢字 <!-- note --> x</p>";
  const std::string expected = parse(page).text;
  for (std::size_t shift = 0; shift < page.size() + 2; ++shift) {
    const std::string padding(16384 - shift, 'a');
    const Shape shape = parse("<i>" + padding + "</i>" + page);
    ASSERT_EQ(shape.text, padding + expected) << shift;
    ASSERT_EQ(shape.attributes, 1U) << shift;
  }
}

TEST(HtmlParser, AnOpenTagIsFoundOnBothSidesOfAChunkBorder) {
  for (std::size_t shift = 0; shift < 20; ++shift) {
    const std::string padding(16384 - shift, 'a');
    ASSERT_EQ(parse("<i>" + padding + "</i><iframe src=x>b").text, padding + "b") << shift;
    ASSERT_EQ(parse("<i>" + padding + "</i><title>b</title>c").text, padding + "bc") << shift;
  }
}

TEST(HtmlParser, OnePageLeavesNothingToTheNext) {
  HtmlParser parser;
  (void)parser.parse("<b><i><table><tr><td><select><option>open");
  const Shape shape = shape_of(parser.parse("<p>x"));
  EXPECT_EQ(shape.elements, 4U);
  EXPECT_EQ(shape_of(parser.parse("")).elements, 3U);
}

}  // namespace
}  // namespace facsim
