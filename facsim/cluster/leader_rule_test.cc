// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/leader_rule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/cluster/graph_for_test.h"

namespace facsim {
namespace {

using for_test::graph_of;
using for_test::Groups;
// Matches by pair, (the later page, the earlier page).
using Table = std::map<std::pair<std::uint32_t, std::uint32_t>, Match>;

Judge judge_of(const Table& table) {
  return [&table](std::uint32_t page, std::uint32_t kept) -> std::optional<Match> {
    const auto found = table.find({page, kept});
    if (found == table.end()) return std::nullopt;
    return found->second;
  };
}

Match match(Kind kind, double resemblance, double containment = 0, double reverse = 0) {
  Match result;
  result.kind = kind;
  result.resemblance = resemblance;
  result.containment = containment;
  result.containment_reverse = reverse;
  return result;
}

// The rule as documented: every page is compared with every page kept before it.
std::vector<Decision> naive(const Groups& groups_of_page, const Judge& judge, Kinds joining) {
  std::vector<Decision> decisions(groups_of_page.size());
  std::vector<std::uint32_t> kept;
  for (std::uint32_t page = 0; page < groups_of_page.size(); ++page) {
    Decision& decision = decisions[page];
    std::optional<Decision> best_join;
    std::optional<Decision> best_related;
    for (const std::uint32_t other : kept) {
      const auto& mine = groups_of_page[page];
      const auto& theirs = groups_of_page[other];
      const bool meet =
          std::find_first_of(mine.begin(), mine.end(), theirs.begin(), theirs.end()) != mine.end();
      const std::optional<Match> found = meet ? judge(page, other) : std::nullopt;
      if (!found) continue;
      const auto containment = [](const Match& m) {
        return std::max(m.containment, m.containment_reverse);
      };
      if (joining.has(found->kind)) {
        if (!best_join || found->resemblance > best_join->match.resemblance) {
          best_join = Decision{other, kNoPage, *found, false};
        }
      } else if (!best_related || containment(*found) > containment(best_related->match)) {
        best_related = Decision{kNoPage, other, *found, false};
      }
    }
    if (best_join) {
      decision = *best_join;
    } else {
      if (best_related) decision = *best_related;
      kept.push_back(page);
    }
  }
  return decisions;
}

void expect_same(const std::vector<Decision>& a, const std::vector<Decision>& b) {
  RC_ASSERT(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    RC_ASSERT(a[i].representative == b[i].representative);
    RC_ASSERT(a[i].related == b[i].related);
    RC_ASSERT(a[i].truncated == b[i].truncated);
    RC_ASSERT(a[i].match.kind == b[i].match.kind);
    RC_ASSERT(a[i].match.resemblance == b[i].match.resemblance);
    RC_ASSERT(a[i].match.containment == b[i].match.containment);
  }
}

// Random groups and few distinct likenesses, so ties are everywhere.
RC_GTEST_PROP(LeaderRule, IsTheNaiveRule, ()) {
  const auto pages = *rc::gen::inRange<std::uint32_t>(0, 60);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto group_count = *rc::gen::inRange<std::uint64_t>(1, 30);
  const auto density = *rc::gen::inRange<std::uint64_t>(0, 10);
  std::uint64_t state = seed;
  const auto below = [&state](std::uint64_t bound) {
    return mix64(state += 0x9e3779b97f4a7c15U) % bound;
  };
  Groups groups(pages);
  for (auto& mine : groups) {
    std::set<std::uint32_t> distinct;
    for (std::uint64_t i = below(5); i > 0; --i) {
      distinct.insert(static_cast<std::uint32_t>(below(group_count)));
    }
    mine.assign(distinct.begin(), distinct.end());
  }
  // 0, 1/n .. 1.
  const auto share = [&](std::size_t n) {
    return static_cast<double>(below(n + 1)) / static_cast<double>(n);
  };
  Table table;
  for (std::uint32_t page = 0; page < pages; ++page) {
    for (std::uint32_t other = 0; other < page; ++other) {
      if (below(10) >= density) continue;
      table[{page, other}] = match(static_cast<Kind>(below(4)), share(4), share(2), share(2));
    }
  }
  LeaderOptions options;
  if (below(2) == 0) options.joining.add(Kind::partial);
  std::set<std::pair<std::uint32_t, std::uint32_t>> asked;
  const Judge judge = judge_of(table);
  const auto decisions = apply_leader_rule(
      graph_of(groups),
      [&](std::uint32_t page, std::uint32_t kept) {
        RC_ASSERT(kept < page);
        RC_ASSERT(asked.emplace(page, kept).second);
        return judge(page, kept);
      },
      options);
  expect_same(decisions, naive(groups, judge, options.joining));
  for (const auto& [page, kept] : asked) RC_ASSERT(!decisions[kept].removed());
}

TEST(LeaderRule, NothingAndLoners) {
  const Judge never = [](std::uint32_t, std::uint32_t) -> std::optional<Match> {
    ADD_FAILURE() << "no one shares a group";
    return std::nullopt;
  };
  EXPECT_TRUE(apply_leader_rule({}, never, {}).empty());
  EXPECT_TRUE(apply_leader_rule(graph_of({}), never, {}).empty());
  const auto decisions = apply_leader_rule(graph_of({{}, {0}, {1}, {}}), never, {});
  ASSERT_EQ(decisions.size(), 4U);
  for (const Decision& decision : decisions) {
    EXPECT_FALSE(decision.other() != kNoPage || decision.truncated);
  }
}

// 0 ~ 1 ~ 2 but not 0 ~ 2: the chain stops, because 1 is not kept.
TEST(LeaderRule, DoesNotChain) {
  const Table table = {{{1, 0}, match(Kind::content, 0.9F)}, {{2, 1}, match(Kind::content, 0.9F)}};
  const auto decisions = apply_leader_rule(graph_of({{0}, {0}, {0}}), judge_of(table), {});
  EXPECT_EQ(decisions[1].representative, 0U);
  EXPECT_EQ(decisions[2].representative, kNoPage);
}

TEST(LeaderRule, JoinsTheMostAlikeAndOfEqualsTheEarliest) {
  const Table table = {{{3, 0}, match(Kind::content, 0.85F)},
                       {{3, 1}, match(Kind::content, 0.95F)},
                       {{3, 2}, match(Kind::content, 0.95F)}};
  const auto decisions = apply_leader_rule(graph_of({{0}, {0}, {0}, {0}}), judge_of(table), {});
  EXPECT_EQ(decisions[3].representative, 1U);
  EXPECT_EQ(decisions[3].match.resemblance, 0.95F);
}

TEST(LeaderRule, ARelatedPageIsKeptAndJoiningComesFirst) {
  const Table table = {{{2, 0}, match(Kind::partial, 0.3F, 0.5F, 0.6F)},
                       {{2, 1}, match(Kind::layout, 0.4F, 0.7F, 0.5F)},
                       {{3, 0}, match(Kind::partial, 0.7F, 1.0F, 0.6F)},
                       {{3, 2}, match(Kind::content, 0.8F, 0.9F, 0.9F)}};
  const auto decisions = apply_leader_rule(graph_of({{0}, {0}, {0}, {0}}), judge_of(table), {});
  EXPECT_EQ(decisions[2].representative, kNoPage);
  EXPECT_EQ(decisions[2].related, 1U);
  EXPECT_EQ(decisions[2].match.kind, Kind::layout);
  EXPECT_EQ(decisions[3].representative, 2U);
  EXPECT_EQ(decisions[3].related, kNoPage);
  EXPECT_EQ(decisions[3].match.kind, Kind::content);
}

// Records the candidates of each page; no pair matches, so every page is kept.
std::vector<std::vector<std::uint32_t>> asked_by(const Groups& groups, const LeaderOptions& options,
                                                 std::vector<bool>* truncated = nullptr) {
  std::vector<std::vector<std::uint32_t>> asked(groups.size());
  const auto decisions = apply_leader_rule(
      graph_of(groups),
      [&](std::uint32_t page, std::uint32_t kept) -> std::optional<Match> {
        asked[page].push_back(kept);
        return std::nullopt;
      },
      options);
  for (auto& list : asked) std::sort(list.begin(), list.end());
  if (truncated != nullptr) {
    for (const Decision& decision : decisions) truncated->push_back(decision.truncated);
  }
  return asked;
}

TEST(LeaderRule, ACrowdedGroupRemembersItsLastKeptPages) {
  const Groups groups(8, std::vector<std::uint32_t>{0});
  LeaderOptions options;
  options.kept_per_group_max = 3;
  std::vector<bool> truncated;
  const auto asked = asked_by(groups, options, &truncated);
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(asked, (std::vector<List>{
                       {}, {0}, {0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5, 6}}));
  EXPECT_EQ(truncated, (std::vector<bool>{false, false, false, false, true, true, true, true}));
}

// Page 3 joins page 2 and is not added to the ring.
TEST(LeaderRule, OnlyKeptPagesTakePlacesInTheRing) {
  LeaderOptions options;
  options.kept_per_group_max = 2;
  const Table table = {{{3, 2}, match(Kind::exact, 1.0F)}, {{4, 1}, match(Kind::content, 0.9F)}};
  const auto decisions = apply_leader_rule(graph_of(Groups(5, std::vector<std::uint32_t>{0})),
                                           judge_of(table), options);
  EXPECT_EQ(decisions[3].representative, 2U);
  EXPECT_EQ(decisions[4].representative, 1U);
  EXPECT_TRUE(decisions[4].truncated);
}

TEST(LeaderRule, AsksThoseFirstThatShareMostGroups) {
  // Page 5 shares one group with 0 and 4, two with 1 and 3, three with 2.
  const Groups groups = {{0}, {0, 1}, {0, 1, 2}, {1, 2}, {2}, {0, 1, 2}};
  LeaderOptions options;
  using List = std::vector<std::uint32_t>;
  const auto asked_with = [&](std::uint32_t limit) {
    options.candidates_per_page_max = limit;
    std::vector<bool> truncated;
    const auto asked = asked_by(groups, options, &truncated);
    EXPECT_EQ(truncated[5], limit < 5) << limit;
    return asked[5];
  };
  EXPECT_EQ(asked_with(1), List({2}));
  EXPECT_EQ(asked_with(2), List({1, 2}));
  EXPECT_EQ(asked_with(3), List({1, 2, 3}));
  EXPECT_EQ(asked_with(4), List({0, 1, 2, 3}));
  EXPECT_EQ(asked_with(5), List({0, 1, 2, 3, 4}));
}

// The order of a page's groups depends on the keys; it must not affect the result.
RC_GTEST_PROP(LeaderRule, LimitsDoNotDependOnTheOrderOfGroups, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  LeaderOptions options;
  options.kept_per_group_max = *rc::gen::inRange<std::uint32_t>(1, 6);
  options.candidates_per_page_max = *rc::gen::inRange<std::uint32_t>(1, 6);
  Groups groups(40);
  for (std::size_t page = 0; page < groups.size(); ++page) {
    for (std::uint32_t group = 0; group < 6; ++group) {
      if (mix64(seed + page * 6 + group) % 2 == 0) groups[page].push_back(group);
    }
  }
  Groups reversed = groups;
  for (auto& mine : reversed) std::reverse(mine.begin(), mine.end());
  std::vector<bool> truncated;
  std::vector<bool> truncated_reversed;
  RC_ASSERT(asked_by(groups, options, &truncated) ==
            asked_by(reversed, options, &truncated_reversed));
  RC_ASSERT(truncated == truncated_reversed);
}

TEST(LeaderRule, RefusesLimitsOfNothing) {
  const Judge never = [](std::uint32_t, std::uint32_t) { return std::optional<Match>(); };
  LeaderOptions options;
  options.kept_per_group_max = 0;
  EXPECT_THROW(static_cast<void>(apply_leader_rule({}, never, options)), Error);
  options.kept_per_group_max = 1;
  options.candidates_per_page_max = 0;
  EXPECT_THROW(static_cast<void>(apply_leader_rule({}, never, options)), Error);
}

// Pages that were kept before are not judged, and they are the first candidates of later pages.
TEST(LeaderRule, PagesKeptBeforeAreNotJudged) {
  Match match;
  match.kind = Kind::content;
  match.resemblance = 0.9;
  Match better = match;
  better.resemblance = 0.95;
  CandidateGraph graph = graph_of({{0}, {0}, {0}, {0}});
  graph.kept_before = 2;
  const Table table = {{{1, 0}, better}, {{2, 0}, match}, {{2, 1}, better}, {{3, 0}, match}};
  const std::vector<Decision> decisions = apply_leader_rule(graph, judge_of(table), {});
  EXPECT_EQ(decisions[0].representative, kNoPage);
  EXPECT_EQ(decisions[1].representative, kNoPage) << "though it resembles the first";
  EXPECT_EQ(decisions[2].representative, 1U);
  EXPECT_EQ(decisions[3].representative, 0U);
}

// Agreement, if it was measured, decides which page is resembled most.
TEST(LeaderRule, AgreementRanksBeforeResemblance) {
  Match first;
  first.kind = Kind::content;
  first.resemblance = 0.9;
  first.agreement = 0.85;
  Match second = first;
  second.resemblance = 0.7;
  second.agreement = 0.95;
  const std::vector<Decision> decisions = apply_leader_rule(
      graph_of({{0}, {0}, {0}}), judge_of({{{2, 0}, first}, {{2, 1}, second}}), {});
  EXPECT_EQ(decisions[2].representative, 1U);
}

// If a page is removed for a part, nearly all of it must be in the kept page; the reverse does not
// count.
TEST(LeaderRule, PartsJoinOnlyFromTheirShareOn) {
  LeaderOptions options;
  options.joining = {Kind::exact, Kind::content, Kind::partial};
  options.min_containment_to_join = 0.9;
  Match inside;
  inside.kind = Kind::partial;
  inside.containment = 0.95;
  Match around = inside;
  around.containment = 0.3;
  around.containment_reverse = 1;
  const Table table = {{{1, 0}, inside}, {{2, 0}, around}};
  const Judge judge = judge_of(table);
  const std::vector<Decision> decisions =
      apply_leader_rule(graph_of({{0}, {0}, {0}}), judge, options);
  EXPECT_EQ(decisions[1].representative, 0U);
  EXPECT_EQ(decisions[2].representative, kNoPage);
  EXPECT_EQ(decisions[2].related, 0U);
}

}  // namespace
}  // namespace facsim
