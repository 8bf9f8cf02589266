// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/markup.h"

#include <gtest/gtest.h>

#include <string>

#include "facsim/extract/extractor.h"

namespace facsim {
namespace {

constexpr std::string_view kDeclaration = "<?xml version=\"1.0\"?>";

Page page_of(Markup markup, std::string bytes) {
  Page page;
  page.format = PageFormat::html;
  page.markup = markup;
  page.bytes = std::move(bytes);
  return page;
}

bool is_xhtml_page(Markup markup, std::string_view text) {
  return is_xhtml(page_of(markup, ""), text);
}

TEST(Markup, ADeclarationCountsWhereNothingIsStated) {
  for (const std::string_view text :
       {"<?xml version='1.0'?>", "\r\n\t <?xml\nversion='1.0'?><p>"}) {
    EXPECT_TRUE(is_xhtml_page(Markup::unstated, text)) << text;
    EXPECT_FALSE(is_xhtml_page(Markup::html, text)) << text;
  }
  for (const std::string_view text :
       {"", "<html xmlns='http://www.w3.org/1999/xhtml'>", "<?xml", "<?xml-stylesheet ?>",
        "<?xml:namespace />", "<!-- --><?xml version='1.0'?>", "words <?xml ?>"}) {
    EXPECT_FALSE(is_xhtml_page(Markup::unstated, text)) << text;
    EXPECT_TRUE(is_xhtml_page(Markup::xhtml, text)) << text;
  }
  Page text = page_of(Markup::xhtml, "");
  text.format = PageFormat::text;
  EXPECT_FALSE(is_xhtml(text, kDeclaration));
}

// A text without a media type is read by the same rules as before.
TEST(Markup, APrefixStatesWhatNoTypeDoes) {
  const std::string body = "<script/><p>words";
  for (const Markup markup : {Markup::unstated, Markup::html, Markup::xhtml}) {
    for (const std::string& text : {body, std::string(kDeclaration) + body}) {
      const Page page = page_of(markup, text);
      const std::string sent = std::string(markup_prefix(page, text)) + text;
      EXPECT_EQ(Extractor().extract(page_of(Markup::unstated, sent)).visible_text,
                Extractor().extract(page).visible_text)
          << sent;
      EXPECT_EQ(markup_prefix(page_of(Markup::unstated, sent), sent), "");
    }
  }
  EXPECT_EQ(Extractor().extract(page_of(Markup::xhtml, body)).visible_text, "words");
  EXPECT_EQ(
      Extractor().extract(page_of(Markup::html, std::string(kDeclaration) + body)).visible_text,
      "");
}

}  // namespace
}  // namespace facsim
