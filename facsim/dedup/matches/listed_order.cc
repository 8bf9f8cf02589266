// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string>

#include "facsim/base/error.h"
#include "facsim/dedup/matches/listed_order_internal.h"
#include "facsim/model/decision.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

[[noreturn]] void damaged(const char* what) {
  throw Error(ErrorCode::damaged, std::string(what) + "; run " + Named::dedup + " again",
              kMatchesName);
}

}  // namespace

std::uint32_t TextsOfList::best_of(std::uint32_t page) {
  const std::uint32_t best = order_.exact_best[page];
  if (best == kNoPage) damaged("a pair of a page without a text");
  if (seen_[best]) damaged("one text stands in the list of pairs twice");
  seen_[best] = true;
  return best;
}

Ordered in_keep_order(const ComponentPairs& component, TextsOfList& texts) {
  const auto count = static_cast<std::uint32_t>(component.pages.size());
  std::vector<std::uint32_t> bests(count);
  for (std::uint32_t i = 0; i < count; ++i) bests[i] = texts.best_of(component.pages[i]);
  std::vector<std::uint32_t> visit(count);
  std::iota(visit.begin(), visit.end(), 0U);
  std::sort(visit.begin(), visit.end(), [&](std::uint32_t a, std::uint32_t b) {
    return texts.rank_of(bests[a]) < texts.rank_of(bests[b]);
  });
  std::vector<std::uint32_t> place(count);
  Ordered made;
  for (std::uint32_t i = 0; i < count; ++i) {
    place[visit[i]] = i;
    made.pages.push_back(bests[visit[i]]);
  }
  made.first.resize(count + std::size_t{1});
  for (const ListedPair& pair : component.pairs) {
    ++made.first[std::max(place[pair.first], place[pair.second]) + std::size_t{1}];
  }
  std::partial_sum(made.first.begin(), made.first.end(), made.first.begin());
  made.edges.resize(component.pairs.size());
  std::vector<std::uint32_t> next(made.first.begin(), made.first.end() - 1);
  for (std::uint32_t p = 0; p < component.pairs.size(); ++p) {
    const auto [low, high] =
        std::minmax(place[component.pairs[p].first], place[component.pairs[p].second]);
    made.edges[next[high]++] = {low, p};
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    std::sort(made.edges.begin() + made.first[i], made.edges.begin() + made.first[i + 1],
              [](const Ordered::Edge& a, const Ordered::Edge& b) { return a.other < b.other; });
  }
  return made;
}

}  // namespace facsim
