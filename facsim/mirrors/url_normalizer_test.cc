// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/url_normalizer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace facsim {
namespace {

using enum UrlRuleKind;

std::string by(UrlRule rule, std::string_view url) {
  return UrlNormalizer({std::move(rule)}).normalized(url);
}

TEST(UrlNormalizer, EachKind) {
  EXPECT_EQ(by({.kind = use_https, .site = "a.org"}, "http://a.org/x"), "https://a.org/x");
  const UrlRule move{.kind = move_prefix, .site = "b.org", .from = "b.org/m/", .to = "a.org/"};
  EXPECT_EQ(by(move, "http://b.org/m/x/y?q"), "http://a.org/x/y?q");
  EXPECT_EQ(by(move, "http://b.org/m"), "http://b.org/m");
  EXPECT_EQ(by(move, "http://b.org.example/m/x"), "http://b.org.example/m/x");
  const UrlRule session{.kind = drop_path_parameters, .names = {"jsessionid"}};
  EXPECT_EQ(by(session, "http://a/x;jsessionid=1/y;v=2;jsessionid=3?q"), "http://a/x/y;v=2?q");
  EXPECT_EQ(by({.kind = drop_session_segment}, "http://a/s/0123456789abcdef/x"), "http://a/s/x");
  EXPECT_EQ(by({.kind = drop_session_segment}, "http://a/(S(k3x))/x"), "http://a/x");
  EXPECT_EQ(by({.kind = drop_session_segment}, "http://a/deadbeefdeadbeef"),
            "http://a/deadbeefdeadbeef");  // has no digit
  EXPECT_EQ(by({.kind = drop_segment, .from = "print"}, "http://a/print/x/print"), "http://a/x");
  EXPECT_EQ(by({.kind = drop_segment, .from = "print"}, "http://a/print"), "http://a/");
  EXPECT_EQ(by({.kind = replace_segment, .from = "p.php", .to = "v.php"}, "http://a/p.php?i=1"),
            "http://a/v.php?i=1");
  EXPECT_EQ(
      by({.kind = replace_ending, .from = "-print.html", .to = ".html"}, "http://a/x-print.html"),
      "http://a/x.html");
  EXPECT_EQ(by({.kind = replace_beginning, .from = "print-", .to = ""}, "http://a/print-x.html"),
            "http://a/x.html");
  EXPECT_EQ(by({.kind = index_page, .from = "index.html"}, "http://a/d/index.html?a"),
            "http://a/d/?a");
  EXPECT_EQ(by({.kind = index_page, .from = "index.html"}, "http://a/xindex.html"),
            "http://a/xindex.html");
  EXPECT_EQ(by({.kind = drop_trailing_slash}, "http://a/d//"), "http://a/d");
  EXPECT_EQ(by({.kind = drop_trailing_slash}, "http://a/"), "http://a/");
  EXPECT_EQ(by({.kind = lower_case}, "http://a/Foo/%C3%89?Q=1"), "http://a/foo/%C3%89?Q=1");
  const UrlRule sid{.kind = drop_parameters, .names = {"sid"}};
  EXPECT_EQ(by(sid, "http://a/?sid=1&b=2&sid&sidx=3#f"), "http://a/?b=2&sidx=3");
  EXPECT_EQ(by(sid, "http://a/x?sid=1"), "http://a/x");
  const UrlRule value{.kind = drop_values, .names = {"all", "print=1"}};
  EXPECT_EQ(by(value, "http://a/?print=1&print=2&print=11&all&all=1&xprint=1&print=1"),
            "http://a/?print=2&print=11&all=1&xprint=1");
  EXPECT_EQ(by(value, "http://a/x?print=1"), "http://a/x");
  EXPECT_EQ(by(value, "http://a/x?print=%31"), "http://a/x");
  EXPECT_EQ(by({.kind = drop_empty_pieces}, "http://a/?&b=2&&c&"), "http://a/?b=2&c");
  EXPECT_EQ(by({.kind = sort_parameters}, "http://a/?b=2&a=9&b=1&a=1"),
            "http://a/?a=9&a=1&b=2&b=1");
}

TEST(UrlNormalizer, ARuleOfASiteIsForThatSite) {
  const UrlRule rule{.kind = drop_parameters, .site = "a.org", .names = {"s"}};
  EXPECT_EQ(by(rule, "http://a.org/?s=1"), "http://a.org/");
  EXPECT_EQ(by(rule, "http://a.org:81/?s=1"), "http://a.org:81/?s=1");
  EXPECT_EQ(by(rule, "http://www.a.org/?s=1"), "http://www.a.org/?s=1");
}

TEST(UrlNormalizer, RulesOfTheNewSiteFollowAMove) {
  const UrlNormalizer rules(
      {{.kind = drop_parameters, .site = "a.org", .names = {"s"}},
       {.kind = move_prefix, .site = "b.org", .from = "b.org/", .to = "a.org/"}});
  EXPECT_EQ(rules.normalized("http://b.org/x?s=1"), "http://a.org/x");
}

TEST(UrlNormalizer, NamesTheMirrorThatAUrlIsOf) {
  const UrlNormalizer rules(
      {{.kind = drop_parameters, .names = {"s"}},
       {.kind = move_prefix, .site = "b.org", .from = "b.org/m/", .to = "a.org/"},
       {.kind = move_prefix, .from = "c.org/", .to = "a.org/"},
       {.kind = move_prefix, .site = "d.org", .from = "d.org/", .to = "e.org/"},
       {.kind = move_prefix, .site = "e.org", .from = "e.org/", .to = "d.org/"}});
  EXPECT_EQ(rules.mirror_of("HTTP://B.org/m/x?s=1#f"), "b.org/m/");
  EXPECT_EQ(rules.mirror_of("https://c.org"), "c.org/");
  for (const char* url : {"http://b.org/m", "http://b.org/x", "http://a.org/m/?s=1", "b.org/m/x",
                          "http://d.org/a", "http://e.org/a", "http://b.org:81/m/x", ""}) {
    EXPECT_EQ(rules.mirror_of(url), "") << url;
  }
}

TEST(UrlNormalizer, CirclesAndWhatGrowsStayAsTheyWere) {
  const UrlNormalizer circle({{.kind = move_prefix, .site = "a", .from = "a/", .to = "b/"},
                              {.kind = move_prefix, .site = "b", .from = "b/", .to = "a/"}});
  EXPECT_EQ(circle.normalized("http://a/x"), "http://a/x");
  const UrlNormalizer growing({{.kind = replace_ending, .from = "x", .to = "xx"}});
  EXPECT_EQ(growing.normalized("http://a/x"), "http://a/x");
  EXPECT_EQ(UrlNormalizer().normalized("no URL at all"), "no URL at all");
}

RC_GTEST_PROP(UrlNormalizer, TheSecondTimeChangesNothing, ()) {
  const auto piece = rc::gen::element<std::string>(
      "a", "A", "/", "//", "..", ".", ";s=1", "?", "&", "s=1", "b=2", "%", "%41", "%2e",
      "index.html", "-print", ".html", "0123456789abcdef", "#", "print", "\xc3\xa9", " ", "(S(x))");
  std::string url = "http://a.org/";
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) url += part;
  const UrlNormalizer rules(
      {{.kind = use_https, .site = "a.org"},
       {.kind = move_prefix, .site = "a.org", .from = "a.org/a/", .to = "b.org/"},
       {.kind = drop_path_parameters, .names = {"s"}},
       {.kind = drop_session_segment},
       {.kind = drop_segment, .from = "print"},
       {.kind = replace_segment, .from = "a", .to = "b"},
       {.kind = replace_ending, .from = "-print.html", .to = ".html"},
       {.kind = replace_beginning, .from = "a", .to = ""},
       {.kind = index_page, .from = "index.html"},
       {.kind = drop_trailing_slash},
       {.kind = lower_case},
       {.kind = drop_parameters, .names = {"s"}},
       {.kind = drop_values, .names = {"b=2"}},
       {.kind = drop_empty_pieces},
       {.kind = sort_parameters}});
  const std::string once = rules.normalized(url);
  RC_ASSERT(rules.normalized(once) == once);
}

}  // namespace
}  // namespace facsim
