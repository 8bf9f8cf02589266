// SPDX-License-Identifier: Apache-2.0
// Learning about parameters of which some values matter and others do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "facsim/mirrors/find_mirrors_for_test.h"
#include "facsim/mirrors/rule_candidates.h"
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

// The contradicting pairs are few, but include all German pages: a rule would lose them.
TEST(FindMirrors, AParameterThatMattersForOneValueIsNone) {
  const auto of = [](int german, std::string_view value) {
    World world = pairs(
        500, [](int i) { return at("a.org", i); },
        [](int i) { return at("a.org", i) + "?lang=en"; });
    for (int i = 0; i < german; ++i) {
      const std::string own = value.empty() ? "v" + std::to_string(i) : std::string(value);
      world.add(at("a.org", i) + "?lang=" + own, number(1000 + i));
    }
    return rules_of(world.learned());
  };
  // The English version is the page itself.
  const UrlRule english{.kind = drop_values, .site = "a.org", .names = {"lang=en"}};
  const UrlRule whole{.kind = drop_parameters, .site = "a.org", .names = {"lang"}};
  EXPECT_THAT(of(12, "de"), ElementsAre(english));
  EXPECT_THAT(of(4, "de"), ElementsAre(english));
  EXPECT_THAT(of(2, "de"), ElementsAre(whole)) << "two pages may have changed meanwhile";
  EXPECT_THAT(of(12, ""), ElementsAre(whole)) << "of twelve values";
}

// `?print=1` is the page, `?print=2` is not; `?view=print` is, and only that value is in a rule.
TEST(FindMirrors, OneValueOfAParameter) {
  const auto page = [](int i) { return "http://a.org/p?id=" + std::to_string(i); };
  World world;
  for (int i = 0; i < 40; ++i) {
    world.add(page(i), number(i)).add(page(i) + "&print=1", number(i));
    world.add(page(i) + "&print=2", number(1000 + i));
    world.add(page(i) + "&view=print", number(i)).add(page(i) + "&view=map", number(2000 + i));
    world.add(page(i) + "&view=map&print=1", number(2000 + i));
  }
  const MirrorReport report = world.learned();
  EXPECT_THAT(rules_of(report),
              ElementsAre(UrlRule{.kind = drop_values, .site = "a.org", .names = {"print=1"}},
                          UrlRule{.kind = drop_values, .site = "a.org", .names = {"view=print"}}));
  ASSERT_EQ(report.rules.size(), 2U);
  EXPECT_EQ(report.rules[0].precision.part, 80U);
  EXPECT_EQ(report.rules[0].precision.whole, 80U);
  EXPECT_EQ(report.urls_merged_wrong, 0U);
}

// A value that is the page here and another one there gives no rule, nor does a value of few pages.
TEST(FindMirrors, AValueThatMattersSomewhereIsNone) {
  const auto of = [](int others, int copies) {
    World world;
    for (int i = 0; i < copies; ++i) {
      world.add(at("a.org", i), number(i)).add(at("a.org", i) + "?v=1", number(i));
      world.add(at("a.org", i) + "?v=2", number(1000 + i));
    }
    for (int i = 0; i < others; ++i) {
      const std::string url = "http://a.org/shop/" + std::to_string(i);
      world.add(url, number(5000 + i)).add(url + "?v=1", number(6000 + i));
    }
    return rules_of(world.learned());
  };
  const UrlRule first{.kind = drop_values, .site = "a.org", .names = {"v=1"}};
  EXPECT_THAT(of(0, 200), ElementsAre(first));
  EXPECT_THAT(of(5, 200), IsEmpty());
  EXPECT_THAT(of(0, 9), IsEmpty());
}

// If no value of a parameter matters, only the parameter is reported, and no values.
TEST(FindMirrors, NoValuesOfAParameterThatNeverMatters) {
  World world;
  for (int i = 0; i < 100; ++i) {
    world.add(at("a.org", i), number(i));
    world.add(at("a.org", i) + "?from=" + std::to_string(i % 3), number(i));
  }
  EXPECT_THAT(rules_of(world.learned()),
              ElementsAre(UrlRule{.kind = drop_parameters, .site = "a.org", .names = {"from"}}));
}

// Proposals of values, of which there may be many, leave room for the others.
TEST(FindCandidates, ManyValuesLeaveRoom) {
  std::vector<std::vector<std::string>> texts;
  for (int i = 0; i < 40; ++i) {
    const std::string url = at("a.org", i);
    texts.push_back({url, url + "?v=" + std::to_string(i % 4)});
    if (i % 4 == 0) texts.push_back({at("b.org", i), at("b.org", i) + "/"});
  }
  std::vector<std::vector<std::string_view>> copies;
  for (const auto& urls : texts) copies.emplace_back(urls.begin(), urls.end());
  const auto found = find_candidates(copies, UrlNormalizer(), {.found_min = 5, .rules_max = 4});
  std::size_t values = 0;  // two for all sites, two for one
  std::size_t slashes = 0;
  for (const RuleCandidate& each : found.rules) {
    if (each.rule.kind == drop_values) ++values;
    if (each.rule.kind == drop_trailing_slash) ++slashes;
  }
  EXPECT_EQ(values, 4U);
  EXPECT_EQ(slashes, 2U) << "of the site, and of all";
}

}  // namespace
}  // namespace facsim
