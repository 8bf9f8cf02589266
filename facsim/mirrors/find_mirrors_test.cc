// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/find_mirrors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "facsim/mirrors/find_mirrors_for_test.h"
#include "facsim/mirrors/url_normalizer.h"

namespace facsim {
namespace {

using enum UrlRuleKind;
using for_test::at;
using for_test::number;
using for_test::pairs;
using for_test::rules_of;
using for_test::World;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(FindMirrors, OfNothing) {
  const MirrorReport report = World().learned();
  EXPECT_EQ(report.pages, 0U);
  EXPECT_THAT(report.rules, IsEmpty());
  EXPECT_THAT(report.mirrors, IsEmpty());
}

TEST(FindMirrors, AParameterThatNeverMatters) {
  const World world = pairs(
      20, [](int i) { return at("a.org", i) + "?id=7&sid=1"; },
      [](int i) { return at("a.org", i) + "?id=7&sid=2"; });
  const MirrorReport report = world.learned();
  ASSERT_THAT(rules_of(report),
              ElementsAre(UrlRule{.kind = drop_parameters, .site = "a.org", .names = {"sid"}}));
  EXPECT_EQ(report.rules[0].precision.part, 20U);
  EXPECT_EQ(report.rules[0].precision.whole, 20U);
  EXPECT_EQ(report.rules[0].urls, 40U);
  EXPECT_EQ(report.rules[0].examples.size(), 3U);
  EXPECT_EQ(report.urls_merged, 20U);
  EXPECT_EQ(report.urls_merged_wrong, 0U);
}

// Twenty pages are equal under id=1 and id=01, but differ under id=2 to id=9.
TEST(FindMirrors, AParameterThatMattersElsewhereIsNone) {
  World world = pairs(
      20, [](int i) { return at("a.org", i) + "?id=1"; },
      [](int i) { return at("a.org", i) + "?id=01"; });
  for (int i = 0; i < 20; ++i) {
    for (int id = 2; id < 10; ++id) {
      world.add(at("a.org", i) + "?id=" + std::to_string(id), number(1000 + i * 10 + id));
    }
  }
  EXPECT_THAT(world.learned().rules, IsEmpty());
}

TEST(FindMirrors, TooFewPairsAreNoRule) {
  const auto of = [](int count) {
    return pairs(
               count, [](int i) { return at("a.org", i); },
               [](int i) { return at("a.org", i) + "/"; })
        .learned();
  };
  EXPECT_THAT(of(9).rules, IsEmpty());
  EXPECT_THAT(rules_of(of(10)), ElementsAre(UrlRule{.kind = drop_trailing_slash, .site = "a.org"}));
}

// The contradicting pairs are few, but all of one folder: a rule would lose them. The same holds
// for a mirror that has news of its own.
TEST(FindMirrors, ARuleThatIsWrongInOnePartOfASiteIsNone) {
  const auto print_of = [](int shop, int parts) {
    World world = pairs(
        500, [](int i) { return "http://a.org/docs/" + std::to_string(i); },
        [](int i) { return "http://a.org/docs/" + std::to_string(i) + "?print=1"; });
    for (int i = 0; i < shop; ++i) {
      const std::string url =
          "http://a.org/shop" + std::to_string(i % parts) + "/" + std::to_string(i);
      world.add(url, number(1000 + i)).add(url + "?print=1", number(2000 + i));
    }
    return world.learned().rules.size();
  };
  EXPECT_EQ(print_of(10, 1), 0U);
  EXPECT_EQ(print_of(10, 10), 1U);
  World world = pairs(
      500, [](int i) { return "http://a.org/docs/" + std::to_string(i); },
      [](int i) { return "http://b.org/a/docs/" + std::to_string(i); });
  EXPECT_EQ(world.learned().rules.size(), 1U);
  for (int i = 0; i < 10; ++i) {
    world.add("http://a.org/news/" + std::to_string(i), number(1000 + i));
    world.add("http://b.org/a/news/" + std::to_string(i), number(2000 + i));
  }
  const MirrorReport report = world.learned();
  EXPECT_EQ(report.mirrors.size(), 1U);
  EXPECT_THAT(report.rules, IsEmpty());
}

// A crawler may fetch the result of a rule, so the rule leads to the form that more pages have.
TEST(FindMirrors, AReplacementLeadsToWhatWasSeen) {
  World world;
  for (int i = 0; i < 100; ++i) {
    world.add(at("a.org", i) + ".html", number(i));
    if (i < 30) world.add(at("a.org", i) + ".htm", number(i));
  }
  const MirrorReport report = world.learned();
  ASSERT_THAT(
      rules_of(report),
      ElementsAre(UrlRule{.kind = replace_ending, .site = "a.org", .from = ".htm", .to = ".html"}));
  EXPECT_EQ(report.rules[0].urls, 30U);
  EXPECT_EQ(report.rules[0].seen_targets.part, 30U);
  EXPECT_EQ(report.rules[0].seen_targets.whole, 30U);
}

TEST(FindMirrors, CountsWhatOfAMirrorIsAtItsOther) {
  World world =
      pairs(30, [](int i) { return at("a.org", i); }, [](int i) { return at("b.org", i); });
  for (int i = 30; i < 40; ++i) world.add(at("a.org", i), number(i));
  for (int i = 40; i < 45; ++i) world.add(at("b.org", i), number(i));
  const MirrorReport report = world.learned();
  ASSERT_EQ(report.rules.size(), 1U);
  EXPECT_EQ(report.rules[0].rule.from, "b.org/");
  EXPECT_EQ(report.rules[0].seen_targets.part, 30U);
  EXPECT_EQ(report.rules[0].seen_targets.whole, 35U);
}

// One page under a hundred names is not evidence about other pages.
TEST(FindMirrors, OneContentIsNoRule) {
  World world;
  for (int i = 0; i < 100; ++i) world.add("http://a.org/x?s=" + std::to_string(i), 1);
  EXPECT_THAT(world.learned().rules, IsEmpty());
}

TEST(FindMirrors, ARuleOfManyHostsIsForAll) {
  World world;
  for (int host = 0; host < 4; ++host) {
    const std::string name = "h" + std::to_string(host) + ".example";
    for (int i = 0; i < 12; ++i) {
      const auto content = number(host * 100 + i);
      world.add(at(name, i), content).add(at(name, i) + "?utm_source=x", content);
    }
  }
  const MirrorReport report = world.learned();
  ASSERT_THAT(rules_of(report),
              ElementsAre(UrlRule{.kind = drop_parameters, .names = {"utm_source"}}));
  EXPECT_EQ(report.rules[0].sites, 4U);
}

// The same, except that the parameter matters on a fifth host: no rule for all.
TEST(FindMirrors, OneHostAgainstIt) {
  World world;
  for (int host = 0; host < 5; ++host) {
    const std::string name = "h" + std::to_string(host) + ".example";
    for (int i = 0; i < 200; ++i) {
      const auto content = number(host * 1000 + i * 2);
      const bool is_other = host == 4 && i < 20;
      if (host < 4 || i < 20) {
        world.add(at(name, i), content);
        world.add(at(name, i) + "?v=x", content + (is_other ? 1 : 0));
      }
    }
  }
  std::vector<UrlRule> expected;
  for (int host = 0; host < 4; ++host) {
    expected.push_back(
        {.kind = drop_parameters, .site = "h" + std::to_string(host) + ".example", .names = {"v"}});
  }
  EXPECT_THAT(rules_of(world.learned()), testing::UnorderedElementsAreArray(expected));
}

TEST(FindMirrors, EachPattern) {
  const auto only = [](auto first, auto second, const UrlRule& expected) {
    EXPECT_THAT(rules_of(pairs(15, first, second).learned()), ElementsAre(expected))
        << name_of(expected.kind);
  };
  const auto page = [](int i) { return at("a.org", i); };
  only([](int i) { return "http://a.org/d" + std::to_string(i) + "/"; },
       [](int i) { return "http://a.org/d" + std::to_string(i) + "/index.html"; },
       {.kind = index_page, .site = "a.org", .from = "index.html"});
  only(page, [](int i) { return "https://a.org/p" + std::to_string(i); },
       {.kind = use_https, .site = "a.org"});
  only(page, [](int i) { return at("a.org", i) + ";jsessionid=A" + std::to_string(i); },
       {.kind = drop_path_parameters, .site = "a.org", .names = {"jsessionid"}});
  only(page, [](int i) { return "http://a.org/print/p" + std::to_string(i); },
       {.kind = drop_segment, .site = "a.org", .from = "print"});
  only([](int i) { return at("a.org", i) + ".html"; },
       [](int i) { return at("a.org", i) + "-print.html"; },
       {.kind = replace_ending, .site = "a.org", .from = "-print.html", .to = ".html"});
  only([](int i) { return "http://a.org/view.php?id=" + std::to_string(i); },
       [](int i) { return "http://a.org/print.php?id=" + std::to_string(i); },
       {.kind = replace_segment, .site = "a.org", .from = "print.php", .to = "view.php"});
  only([](int i) { return at("a.org", i) + "?a=1&b=" + std::to_string(i); },
       [](int i) { return at("a.org", i) + "?b=" + std::to_string(i) + "&a=1"; },
       {.kind = sort_parameters, .site = "a.org"});
  only([](int i) { return "http://a.org/page" + std::to_string(i); },
       [](int i) { return "http://a.org/Page" + std::to_string(i); },
       {.kind = lower_case, .site = "a.org"});
  const auto session = [](int i, int id) {
    return "http://a.org/s/0123456789abcdef" + std::to_string(id) + "/p" + std::to_string(i);
  };
  only([&](int i) { return session(i, i); }, [&](int i) { return session(i, 99 - i); },
       {.kind = drop_session_segment, .site = "a.org"});
}

// Neither parameter alone merges two of the URLs.
TEST(FindMirrors, ParametersThatMatterForNothingTogether) {
  World world;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    world.add(at("a.org", i / 2) + "?sid=" + n + "&t=" + n, number(i / 2));
  }
  EXPECT_THAT(
      rules_of(world.learned()),
      ElementsAre(UrlRule{.kind = drop_parameters, .site = "a.org", .names = {"sid", "t"}}));
}

TEST(FindMirrors, TwoHostsAreOneMirror) {
  World world = pairs(
      30, [](int i) { return "http://a.org/docs/x/p" + std::to_string(i); },
      [](int i) { return "http://b.org/m/docs/x/p" + std::to_string(i); });
  for (int i = 0; i < 10; ++i) {
    world.add("http://a.org/docs/x/only" + std::to_string(i), number(100 + i));
    world.add("http://b.org/shop/" + std::to_string(i), number(200 + i));
  }
  const MirrorReport report = world.learned();
  ASSERT_EQ(report.mirrors.size(), 1U);
  const MirrorPair& pair = report.mirrors[0];
  EXPECT_THAT(pair.prefixes, ElementsAre("a.org/", "b.org/m/"));
  EXPECT_EQ(pair.support, 30U);
  EXPECT_EQ(pair.pages[0].part, 30U);
  EXPECT_EQ(pair.pages[0].whole, 40U);
  EXPECT_EQ(pair.pages[1].value(), 1);
  EXPECT_EQ(pair.same_path.part, 30U);
  EXPECT_THAT(rules_of(report),
              ElementsAre(UrlRule{
                  .kind = move_prefix, .site = "b.org", .from = "b.org/m/", .to = "a.org/"}));
  EXPECT_EQ(report.groups[0][0], "a.org/");
}

// With one edited page in ten the paths still show where the copy begins, but no rule leads there.
TEST(FindMirrors, AMirrorWithEditsIsNoRule) {
  World world = pairs(
      90, [](int i) { return "http://a.org/15/p" + std::to_string(i); },
      [](int i) { return "http://b.org/pub/pg/p" + std::to_string(i); });
  for (int i = 90; i < 100; ++i) {
    world.add("http://a.org/15/p" + std::to_string(i), number(i));
    world.add("http://b.org/pub/pg/p" + std::to_string(i), number(1000 + i));
  }
  const MirrorReport report = world.learned();
  ASSERT_EQ(report.mirrors.size(), 1U);
  EXPECT_THAT(report.mirrors[0].prefixes, ElementsAre("a.org/15/", "b.org/pub/pg/"));
  EXPECT_EQ(report.mirrors[0].same_path.part, 90U);
  EXPECT_EQ(report.mirrors[0].same_path.whole, 100U);
  EXPECT_THAT(report.rules, IsEmpty());
}

TEST(FindMirrors, ThreeHostsAreAGroup) {
  World world;
  for (int i = 0; i < 20; ++i) {
    const auto content = number(i);
    world.add(at("a.org", i), content).add(at("www.a.org", i), content);
    if (i < 15) world.add(at("mirror.example", i), content);
  }
  const MirrorReport report = world.learned();
  ASSERT_EQ(report.groups.size(), 1U);
  EXPECT_THAT(report.groups[0], ElementsAre("a.org/", "www.a.org/", "mirror.example/"));
  const UrlNormalizer rules(rules_of(report));
  EXPECT_EQ(rules.normalized("http://www.a.org/new"), "http://a.org/new");
  EXPECT_EQ(rules.normalized("http://mirror.example/new"), "http://a.org/new");
}

// A page that is on every host, under many names, is one content.
TEST(FindMirrors, SharedBoilerplateIsNoMirror) {
  World world;
  for (int i = 0; i < 50; ++i) {
    world.add(at("a.org", i), number(i));
    world.add(at("b.org", i), number(100 + i));
    world.add("http://a.org/legal/" + std::to_string(i), 999);
    world.add("http://b.org/legal/" + std::to_string(i), 999);
  }
  EXPECT_THAT(world.learned().mirrors, IsEmpty());
}

TEST(FindMirrors, CountsWhatItCannotRewriteAndWhereItStops) {
  World world;
  world.add("", 1)
      .add("file:///x", 2)
      .add("http://u@a/", 3)
      .add("http://a/", 4)
      .add("http://b/", 5);
  const MirrorReport all = world.learned();
  EXPECT_EQ(all.pages, 2U);
  EXPECT_EQ(all.skipped[static_cast<std::size_t>(UrlSkip::empty)], 1U);
  EXPECT_EQ(all.skipped[static_cast<std::size_t>(UrlSkip::user)], 1U);
  EXPECT_FALSE(all.truncated);
  const MirrorReport cut = world.learned({.pages_max = 4});
  EXPECT_EQ(cut.pages, 1U);
  EXPECT_TRUE(cut.truncated);
  EXPECT_FALSE(world.learned({.pages_max = 5}).truncated);
}

// If memory suffices only for a part of the pages, the same rule is found from a sample of them.
TEST(FindMirrors, SamplesWhereThereIsLittleRoom) {
  const World world = pairs(
      5000, [](int i) { return at("a.org", i) + "?id=7&sid=1"; },
      [](int i) { return at("a.org", i) + "?id=7&sid=2"; });
  const MirrorReport report =
      world.learned({.sample_bytes_max = 100'000, .records_max = 0, .contents_max = 0});
  EXPECT_LT(report.sample, 0.5);
  ASSERT_THAT(rules_of(report),
              ElementsAre(UrlRule{.kind = drop_parameters, .site = "a.org", .names = {"sid"}}));
  EXPECT_LT(report.rules[0].sample, 1);
  EXPECT_EQ(report.rules[0].urls, 10'000U);
  EXPECT_EQ(report.urls_merged, 5000U);
}

}  // namespace
}  // namespace facsim
