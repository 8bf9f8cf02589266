// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/pair_collector.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "facsim/cluster/candidate_list.h"

namespace facsim {
namespace {

// The earlier pages that share a group with a page.
class EarlierPages {
 public:
  EarlierPages(const CandidateGraph& graph, std::size_t pages)
      : graph_(graph), members_(graph.group_count), met_(pages) {}

  // Finds those of the next page; returns true if there are more than `most`.
  bool meet(std::uint32_t page, std::uint32_t most) {
    met_.clear();
    bool is_cut = false;
    for (std::uint32_t g = graph_.first[page]; g < graph_.first[page + 1]; ++g) {
      std::vector<std::uint32_t>& members = members_[graph_.groups[g]];
      // Only the last pages of a crowded group are examined: scanning the whole group for each page
      // would be quadratic.
      const std::size_t begin = members.size() - std::min(members.size(), kLookedAtMax);
      is_cut |= begin > 0;
      for (std::size_t i = begin; i < members.size(); ++i) met_.meet(members[i]);
      members.push_back(page);
    }
    is_cut |= met_.cut_to(most);
    return is_cut;
  }
  [[nodiscard]] std::span<const Candidate> pages() { return met_.in_keep_order(); }

 private:
  static constexpr std::size_t kLookedAtMax = 1000;

  const CandidateGraph& graph_;
  std::vector<std::vector<std::uint32_t>> members_;
  CandidateList met_;
};

bool is_before(const MeasuredPair& a, const MeasuredPair& b) {
  return std::tie(a.page, a.other) < std::tie(b.page, b.other);
}

MeasuredPair in_order(MeasuredPair pair) {
  if (pair.other < pair.page) std::swap(pair.page, pair.other);
  return pair;
}

// Returns the pairs of a page among all pairs, which are sorted.
std::span<const MeasuredPair> pairs_of(std::uint32_t page, const std::vector<MeasuredPair>& all) {
  const auto begin = std::lower_bound(
      all.begin(), all.end(), page,
      [](const MeasuredPair& pair, std::uint32_t number) { return pair.page < number; });
  const auto end = std::find_if(begin, all.end(),
                                [page](const MeasuredPair& pair) { return pair.page != page; });
  return {begin, end};
}

std::uint32_t count_listed(std::span<const MeasuredPair> pairs) {
  return static_cast<std::uint32_t>(std::count_if(
      pairs.begin(), pairs.end(), [](const MeasuredPair& pair) { return pair.reaches_floor; }));
}

// Numbers the pages that have a pair or a mark.
ComponentPairs listed(std::span<const std::uint32_t> pages, const std::vector<bool>& is_cut,
                      const std::vector<MeasuredPair>& measured) {
  std::vector<std::uint32_t> cut;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (is_cut[i]) cut.push_back(pages[i]);
  }
  std::sort(cut.begin(), cut.end());
  ComponentPairs component;
  component.pages = cut;
  for (const MeasuredPair& pair : measured) {
    component.pages.push_back(pair.page);
    component.pages.push_back(pair.other);
  }
  std::sort(component.pages.begin(), component.pages.end());
  component.pages.erase(std::unique(component.pages.begin(), component.pages.end()),
                        component.pages.end());
  for (const std::uint32_t page : component.pages) {
    component.is_cut.push_back(std::binary_search(cut.begin(), cut.end(), page));
  }
  component.pairs.reserve(measured.size());
  const auto number = [&](std::uint32_t page) {
    return static_cast<std::uint32_t>(
        std::lower_bound(component.pages.begin(), component.pages.end(), page) -
        component.pages.begin());
  };
  for (const MeasuredPair& pair : measured) {
    component.pairs.push_back({number(pair.page), number(pair.other), pair.shared, pair.equal_bins,
                               pair.same_text, pair.agreement, pair.fill_one_template});
  }
  return component;
}

}  // namespace

double pairs_floor(const Thresholds& thresholds) noexcept {
  constexpr double usual = 0.5;
  const double agreement = thresholds.min_agreement > 0 ? thresholds.min_agreement : 1;
  return std::min({usual, thresholds.min_resemblance, thresholds.min_containment, agreement});
}

ComponentPairs PairCollector::collect(std::span<const std::uint32_t> pages,
                                      const CandidateGraph& graph, std::vector<MeasuredPair> asked,
                                      const ListPair& measure) const {
  std::sort(asked.begin(), asked.end(), is_before);
  std::vector<bool> is_cut(pages.size());
  std::vector<MeasuredPair> more;
  EarlierPages earlier(graph, pages.size());
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    is_cut[i] = earlier.meet(i, most_);
    const auto own = pairs_of(pages[i], asked);
    auto room = most_ - std::min(most_, count_listed(own));
    for (const Candidate& candidate : earlier.pages()) {
      if (room == 0) break;  // there are more than `most_` then, and the page is marked
      const std::uint32_t other = pages[candidate.page];
      const MeasuredPair wanted = {.page = pages[i], .other = other};
      if (std::binary_search(own.begin(), own.end(), wanted, is_before)) continue;
      if (matches_ == Matches::leaders) {
        is_cut[i] = true;
        break;
      }
      const auto pair = measure(pages[i], other);
      if (!pair || !pair->reaches_floor) continue;
      more.push_back(*pair);
      --room;
    }
  }
  std::erase_if(asked, [](const MeasuredPair& pair) { return !pair.reaches_floor; });
  asked.insert(asked.end(), more.begin(), more.end());
  more = {};
  for (MeasuredPair& pair : asked) pair = in_order(pair);
  std::sort(asked.begin(), asked.end(), is_before);
  return listed(pages, is_cut, asked);
}

}  // namespace facsim
