// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/single_linkage.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/cluster/graph_for_test.h"

namespace facsim {
namespace {

using for_test::graph_of;
using for_test::Groups;
using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the later page, the earlier

Match match_of(Kind kind, double resemblance) {
  Match match;
  match.kind = kind;
  match.resemblance = match.containment = resemblance;
  return match;
}

// Encodes the measured pair.
Match measured(std::uint32_t page, std::uint32_t other) {
  Match match = match_of(Kind::content, page * 100 + other);
  match.by = By::link;
  return match;
}

TEST(SingleLinkage, AChainIsOneCluster) {
  const std::map<Pair, Match> table = {{{1, 0}, match_of(Kind::content, 0.9)},
                                       {{2, 1}, match_of(Kind::content, 0.9)},
                                       {{3, 2}, match_of(Kind::content, 0.9)}};
  const Judge judge = [&](std::uint32_t page, std::uint32_t other) -> std::optional<Match> {
    const auto found = table.find({page, other});
    return found == table.end() ? std::nullopt : std::optional(found->second);
  };
  const CandidateGraph graph = graph_of({{0}, {0}, {0}, {0}, {0}});
  const std::vector<Decision> decisions = apply_single_linkage(graph, judge, measured, {});
  EXPECT_EQ(decisions[0].representative, kNoPage);
  for (std::uint32_t page = 1; page < 4; ++page) {
    EXPECT_EQ(decisions[page].representative, 0U);
    EXPECT_EQ(decisions[page].match.resemblance, page * 100) << "the figures are of these two";
  }
  EXPECT_EQ(decisions[4].representative, kNoPage);
  // The leader rule keeps the third page of the same input.
  EXPECT_EQ(apply_leader_rule(graph, judge, {})[2].representative, kNoPage);
}

TEST(SingleLinkage, PartsAreReportedOfPagesThatStay) {
  const Judge judge = [](std::uint32_t page, std::uint32_t other) -> std::optional<Match> {
    if (page == 1 && other == 0) return match_of(Kind::content, 0.9);
    if (page == 2) return match_of(Kind::partial, other == 0 ? 0.5 : 0.8);
    return std::nullopt;
  };
  const auto decisions = apply_single_linkage(graph_of({{0}, {0}, {0}}), judge, measured, {});
  EXPECT_EQ(decisions[2].representative, kNoPage);
  EXPECT_EQ(decisions[2].related, 0U) << "page 1 goes, so a row cannot name it";
}

TEST(SingleLinkage, PagesKeptBeforeAreNotJudged) {
  CandidateGraph graph = graph_of({{0}, {0}, {0}});
  graph.kept_before = 2;
  const Judge all = [](std::uint32_t, std::uint32_t) { return match_of(Kind::content, 0.9); };
  const auto decisions = apply_single_linkage(graph, all, measured, {});
  EXPECT_EQ(decisions[0].representative, kNoPage);
  EXPECT_EQ(decisions[1].representative, kNoPage) << "though a new page links them";
  EXPECT_EQ(decisions[2].representative, 0U);
}

TEST(SingleLinkage, LimitsMustBeAtLeastOne) {
  const Judge never = [](std::uint32_t, std::uint32_t) { return std::nullopt; };
  LeaderOptions options;
  options.kept_per_group_max = 0;
  EXPECT_THROW(static_cast<void>(apply_single_linkage({}, never, measured, options)), Error);
}

// The twin considers every pair that shares a group, and repaints pages until nothing changes.
RC_GTEST_PROP(SingleLinkage, EqualsRepainting, ()) {
  const auto pages = *rc::gen::inRange<std::uint32_t>(0, 24);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto below = [&](std::uint64_t salt, std::uint64_t limit) {
    return mix64(seed + salt) % limit;
  };
  Groups groups(pages);
  for (std::uint32_t page = 0; page < pages; ++page) {
    for (std::uint32_t group = 0; group < 6; ++group) {
      if (below(page * 64 + group, 3) == 0) groups[page].push_back(group);
    }
  }
  const auto share_a_group = [&](std::uint32_t a, std::uint32_t b) {
    return std::find_first_of(groups[a].begin(), groups[a].end(), groups[b].begin(),
                              groups[b].end()) != groups[a].end();
  };
  const auto is_match = [&](std::uint32_t page, std::uint32_t other) {
    return below(10'000 + page * 100 + other, 4) == 0;
  };
  const Judge judge = [&](std::uint32_t page, std::uint32_t other) -> std::optional<Match> {
    RC_ASSERT(other < page && share_a_group(page, other));
    if (!is_match(page, other)) return std::nullopt;
    return match_of(Kind::content, 0.9);
  };
  const auto decisions = apply_single_linkage(graph_of(groups), judge, measured, {});

  std::vector<std::uint32_t> colour(pages);
  for (std::uint32_t page = 0; page < pages; ++page) colour[page] = page;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t page = 0; page < pages; ++page) {
      for (std::uint32_t other = 0; other < page; ++other) {
        if (!share_a_group(page, other) || !is_match(page, other)) continue;
        const std::uint32_t least = std::min(colour[page], colour[other]);
        changed |= colour[page] != least || colour[other] != least;
        colour[page] = colour[other] = least;
      }
    }
  }
  for (std::uint32_t page = 0; page < pages; ++page) {
    RC_ASSERT((decisions[page].removed() ? decisions[page].representative : page) == colour[page]);
  }
}

}  // namespace
}  // namespace facsim
