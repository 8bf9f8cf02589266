// SPDX-License-Identifier: Apache-2.0
// XHTML is read as XML reads it, tag soup labeled as XHTML is read as HTML reads it, and the steps
// for a hostile page are bounded by its number of bytes.

#include "facsim/extract/xhtml_reader_internal.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/limits.h"
#include "facsim/extract/page_for_test.h"

namespace facsim {
namespace {

using for_test::repeated;

constexpr std::string_view kDoctype = "<!DOCTYPE html>";

std::string html_of(std::string_view xhtml) {
  XhtmlReader reader;
  const std::string_view html = reader.as_html(xhtml);
  EXPECT_TRUE(html.starts_with(kDoctype));
  return std::string(html.substr(kDoctype.size()));
}

struct Case {
  std::string_view xhtml, html;
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& each : cases) EXPECT_EQ(html_of(each.xhtml), each.html) << each.xhtml;
}

TEST(XhtmlReader, SelfClosedElementsAreEmpty) {
  expect_all({
      {"<script src='x'/>a", "<script src='x'></script>a"},
      {"<style/><title/>a", "<style></style><title></title>a"},
      {"<iframe src='x' /><textarea/>a", "<iframe src='x' ></iframe><textarea></textarea>a"},
      {"<a id='x'/>a<p/><div class='y'/>", "<a id='x'></a>a<p></p><div class='y'></div>"},
      {"<noscript/><select/><svg/>", "<noscript></noscript><select></select><svg></svg>"},
      {"<br/>a<hr />b<img src='x'/>", "<br>a<hr >b<img src='x'>"},
      {"<br></br>a<br class='x'></br>", "<br>a<br class='x'>"},
      {"a</br>b", "a</br>b"},
      {"<plaintext/>a<xmp>b &lt; c</xmp>", "<pre></pre>a<pre>b &lt; c</pre>"},
      {"<x:y/>", "<x:y></x:y>"},
      {"<a href=x/>a</a>", "<a href=x/>a</a>"},
      {"<a title='/>'>a</a>", "<a title='/>'>a</a>"},
  });
}

TEST(XhtmlReader, CdataIsText) {
  expect_all({
      {"<p><![CDATA[a <b> & c &amp; d]]></p>", "<p>a &lt;b> & c &amp;amp; d</p>"},
      {"<p><![CDATA[x < y && z]]>!</p>", "<p>x < y && z!</p>"},
      {"<p><![CDATA[]]>a<![CDATA[]]]]><![CDATA[>]]></p>", "<p>a]]></p>"},
      {"<title><![CDATA[</title>]]></title>", "<title>&lt;/title></title>"},
      {"<![CDATA[<]]>b", "&lt;b"},
      // Without its end, or if another begins inside: only the mark is left out.
      {"<p><![CDATA[a <b>b</b></p>", "<p>a <b>b</b></p>"},
      {"<p><![CDATA[a</p><p><![CDATA[b]]></p>", "<p>a</p><p>b</p>"},
  });
}

TEST(XhtmlReader, ScriptsAndStylesEndWhereXmlEndsThem) {
  expect_all({
      {"<script>//<![CDATA[\nf('</script>');\n//]]></script>a", "<script></script>a"},
      {"<style><!-- p {} </style> --></style>a", "<style></style>a"},
      {"<script>if (a < b) i--;</script>a", "<script></script>a"},
      {"<SCRIPT>x</script >a", "<SCRIPT></SCRIPT>a"},
      {"<script>x</scripts></script>a", "<script></script>a"},
      // Not well-formed: read as HTML.
      {"<script><!-- f()</script>a<!-- b -->", "<script></script>a"},
      {"<script>//<![CDATA[ f()</script>a<script>//<![CDATA[\n//]]></script>",
       "<script></script>a<script></script>"},
      // Never closed: empty.
      {"<script src='x'>a<p>b</p>", "<script src='x'></script>a<p>b</p>"},
      {"<script>a<!-- b -->c<!-- d --><![CDATA[e]]>f", "<script></script>acef"},
      {"<style>a<script>b<style>c", "<style></style>a<script></script>b<style></style>c"},
  });
}

TEST(XhtmlReader, CommentsAndInstructionsEndWhereXmlEndsThem) {
  expect_all({
      {"a<!-- <p> -->b<!---->c", "abc"},
      {"a<!--> b -->c", "ac"},
      {"<?php echo '<b>x</b>' ?>a", "a"},
      {"<?xml version='1.0'?><?xml-stylesheet href='x>y'?>a", "a"},
      {"<title>a<!-- b --></title>", "<title>a</title>"},
      // Not well-formed: read as HTML.
      {"a<!-- b <!-- c --> d -->e", "a d -->e"},
      {"a<!-- b -- c --!>d", "ad"},
      {"a<!--> -- <b>", "a -- <b>"},
      {"a<!-- b", "a"},
      {"<?xml version='1.0'>a<?php f() ?>b", "ab"},
      {"<?xml:namespace prefix = o />a<?x ?>", "a"},
      {"<?php f(>a<?php g() ?>b", "ab"},
      {"a<![if !IE]>b<![endif]>c", "abc"},
  });
}

TEST(XhtmlReader, NamespacesOfHtmlLoseTheirPrefix) {
  expect_all({
      {"<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p>a</h:p><h:br/><h:script/></h:html>",
       "<html xmlns:h='http://www.w3.org/1999/xhtml'><p>a</p><br><script></script></html>"},
      {"<h:script xmlns:h='http://www.w3.org/1999/xhtml'>a</script></h:script>b",
       "<script xmlns:h='http://www.w3.org/1999/xhtml'></script>b"},
      {"<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:path/></s:svg>",
       "<svg xmlns:s='http://www.w3.org/2000/svg'><path></path></svg>"},
      {"<o:p xmlns:o='urn:office'>a</o:p>", "<o:p xmlns:o='urn:office'>a</o:p>"},
      {"<h:p>a</h:p>", "<h:p>a</h:p>"},
  });
  // There is a limit on the number of prefixes.
  std::string page;
  for (int i = 0; i < 20; ++i) {
    page += "<x xmlns:a" + std::to_string(i) + "='http://www.w3.org/1999/xhtml'>";
  }
  EXPECT_TRUE(html_of(page + "<a15:p>").ends_with("<p>"));
  EXPECT_TRUE(html_of(page + "<a16:p>").ends_with("<a16:p>"));
}

TEST(XhtmlReader, LanguageOfXml) {
  expect_all({
      {"<html xml:lang='de'>", "<html lang='de'>"},
      {"<html xml:lang='de' lang='en'/>", "<html xml:lang='de' lang='en'></html>"},
  });
}

TEST(XhtmlReader, EntitiesOfThePage) {
  const std::string_view names =
      "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd' [\n"
      "<!-- ]> --><?x ]> ?><!ELEMENT p (#PCDATA)> %more;\n"
      "<!ENTITY firm \"Acme &amp; Co\"><!ENTITY firm 'other'>\n"
      "<!ENTITY dash '&#8212;'> <!ENTITY raw '&#38;#38;'><!ENTITY b '<b>&firm;</b>'>\n"
      "<!ENTITY % part 'x'><!ENTITY file SYSTEM 'file:///etc/passwd'><!ENTITY lt 'x'> ]>";
  const auto text = [&](std::string_view body) { return html_of(std::string(names).append(body)); };
  EXPECT_EQ(text("<p>&firm;&dash;&raw;</p>"), "<p>Acme &amp; Co\xE2\x80\x94&#38;</p>");
  EXPECT_EQ(text("&b;"), "<b>Acme &amp; Co</b>");
  EXPECT_EQ(text("&file;&part;&lt;&nbsp;&eacute;&none;& &firm"),
            "&file;&part;&lt;&nbsp;&eacute;&none;& &firm");
  EXPECT_EQ(text("<p title='&firm;'>"), "<p title='&firm;'>");
  // Malformed declarations end at the next ">", as in HTML.
  expect_all({
      {"<!DOCTYPE html [ <!ENTITY a 'b' ><p>&a;</p>", "<p>b</p>"},
      {"<!DOCTYPE html SYSTEM \"x><p>a</p>", "<p>a</p>"},
      {"<p>a</p><!DOCTYPE html [<!ENTITY a 'b'>]>&a;", "<p>a</p>]>&a;"},
  });
}

TEST(XhtmlReader, EntitiesWithinEntitiesAreBounded) {
  std::string laughs = "<!DOCTYPE html [<!ENTITY l0 'ha'>";
  for (int i = 1; i < 10; ++i) {
    const std::string inner = "&l" + std::to_string(i - 1) + ";";
    laughs += "<!ENTITY l" + std::to_string(i) + " '" + repeated(inner, 10) + "'>";
  }
  const std::string all = html_of(laughs + "]><p>&l9;</p>behind");
  EXPECT_GT(all.size(), 100'000U);
  EXPECT_LE(all.size(), limits::kXmlEntityBytesMax);
  EXPECT_TRUE(all.ends_with("</p>behind"));

  std::string deep = "<!DOCTYPE html [<!ENTITY d0 'end'>";
  for (int i = 1; i < 20; ++i) {
    deep += "<!ENTITY d" + std::to_string(i) + " '&d" + std::to_string(i - 1) + ";'>";
  }
  deep += "<!ENTITY self '&self;'>]>";
  EXPECT_EQ(html_of(deep + "&d15;"), "end");
  EXPECT_EQ(html_of(deep + "&d16;"), "&d0;");
  EXPECT_EQ(html_of(deep + "&self;"), "&self;");

  std::string many = "<!DOCTYPE html [";
  for (std::size_t i = 0; i <= limits::kXmlEntitiesMax; ++i) {
    many += "<!ENTITY e" + std::to_string(i) + " 'x'>";
  }
  EXPECT_EQ(html_of(many + "]>&e1023;&e1024;"), "x&e1024;");
}

TEST(XhtmlReader, SoupStaysSoup) {
  expect_all({
      {"", ""},
      {"a < b & c <1> </ > <", "a < b & c <1> </ > <"},
      {"<P CLASS=x>a<BR>b</P>", "<P CLASS=x>a<BR>b</P>"},
      {"<p title=\"a>b", "<p title=\"a>b"},
      {"<p", "<p"},
      {"</p", "</p"},
      {"<p =x y = 'z' /w>", "<p =x y = 'z' /w>"},
  });
}

TEST(XhtmlReader, StepsFollowTheLengthWhateverThePage) {
  const auto expect_few = [](std::string_view before, std::string_view piece, std::size_t bytes) {
    XhtmlReader reader;
    const std::string page = std::string(before) + repeated(piece, bytes / piece.size());
    const std::string_view html = reader.as_html(page);
    EXPECT_LE(reader.steps(), 12 * page.size()) << before << piece;
    EXPECT_LE(html.size(), 3 * page.size() + 64) << before << piece;
  };
  constexpr std::size_t kLong = std::size_t{5} << 20;
  expect_few("", "<p>Some words of a <i>chapter</i>.<br/><a id='x'/></p>", kLong);
  for (const std::string_view piece : {"<![CDATA[",
                                       "<![CDATA[]]>",
                                       "<!--",
                                       "<!-- -->",
                                       "<!-- -- ",
                                       "<?",
                                       "<?xml ",
                                       "<?x?>",
                                       "<!DOCTYPE [",
                                       "<!DOCTYPE \"[>",
                                       "<script>",
                                       "<style><!--",
                                       "<script><![CDATA[",
                                       "<script><![CDATA[</script>",
                                       "<script><!--</script>",
                                       "<script></script>",
                                       "<a/>",
                                       "<a b='",
                                       "<a b=\"c>",
                                       "&a;",
                                       "&",
                                       "</",
                                       "<",
                                       "<![CDATA[&a]]>",
                                       "\"'",
                                       "<a:b xmlns:a='http://www.w3.org/1999/xhtml'/>"}) {
    for (const std::string_view before : {"", "<!DOCTYPE x [<!ENTITY a ''>]>", "<script>"}) {
      expect_few(before, piece, std::size_t{256} << 10);
    }
  }
}

}  // namespace
}  // namespace facsim
