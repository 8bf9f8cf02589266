// SPDX-License-Identifier: Apache-2.0
#pragma once
// The candidates that a page finds through shared groups, within limits.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/cluster/candidate_graph.h"

namespace facsim {

// The last pages of each group, in adjacent rings in one array. The capacity of a ring is the
// number of the group's pages or the limit, whichever is less.
class PageRings {
 public:
  PageRings(const CandidateGraph& graph, std::uint32_t kept_max)
      : begins_(graph.group_count + std::size_t{1}), kept_(graph.group_count) {
    for (const std::uint32_t group : graph.groups) {
      assert(group < graph.group_count && "a page is in a group that is not there");
      if (begins_[group + std::size_t{1}] < kept_max) ++begins_[group + std::size_t{1}];
    }
    for (std::size_t group = 0; group < kept_.size(); ++group) begins_[group + 1] += begins_[group];
    pages_.resize(begins_.back());
  }

  void add(std::uint32_t group, std::uint32_t page) {
    pages_[begins_[group] + kept_[group] % room(group)] = page;
    ++kept_[group];
  }
  // Returns the stored pages, in unspecified order.
  [[nodiscard]] std::span<const std::uint32_t> remembered(std::uint32_t group) const {
    return {pages_.data() + begins_[group], std::min(kept_[group], room(group))};
  }
  [[nodiscard]] bool has_forgotten(std::uint32_t group) const { return kept_[group] > room(group); }

 private:
  [[nodiscard]] std::uint32_t room(std::uint32_t group) const {
    return begins_[group + std::size_t{1}] - begins_[group];
  }

  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> kept_;
  std::vector<std::uint32_t> pages_;
};

struct Candidate {
  std::uint32_t page = 0;
  std::uint32_t shared_groups = 0;
  bool is_remembered = false;  // one of these groups has dropped no page
};

// The kept pages that one page finds, each once, with the number of groups they share. places_[p]
// is the index of page p in the list if the list contains it (Briggs, Torczon, LOPLAS 1993), so
// nothing has to be cleared between pages.
class CandidateList {
 public:
  explicit CandidateList(std::size_t pages) : places_(pages) {}

  void clear() { list_.clear(); }
  // `in_whole_group`: the group has dropped no page (PageRings).
  void meet(std::uint32_t page, bool in_whole_group = true) {
    const std::uint32_t place = places_[page];
    if (place < list_.size() && list_[place].page == page) {
      ++list_[place].shared_groups;
      list_[place].is_remembered |= in_whole_group;
      return;
    }
    places_[page] = static_cast<std::uint32_t>(list_.size());
    list_.push_back({page, 1, in_whole_group});
  }
  // Prefers candidates of groups that have dropped no page (those that share the page's own text,
  // title or name, among a thousand pages of its template), then those that share most groups;
  // ties: the earliest. True if candidates were dropped.
  bool cut_to(std::uint32_t count) {
    if (list_.size() <= count) return false;
    const auto shares_more = [](const Candidate& a, const Candidate& b) {
      return std::tuple(b.is_remembered, b.shared_groups, a.page) <
             std::tuple(a.is_remembered, a.shared_groups, b.page);
    };
    std::nth_element(list_.begin(), list_.begin() + count, list_.end(), shares_more);
    list_.resize(count);
    return true;
  }
  // Returns the candidates in ascending order of their pages: the earliest first.
  [[nodiscard]] std::span<const Candidate> in_keep_order() {
    std::sort(list_.begin(), list_.end(),
              [](const Candidate& a, const Candidate& b) { return a.page < b.page; });
    return list_;
  }

 private:
  std::vector<std::uint32_t> places_;
  std::vector<Candidate> list_;
};

inline void check_limits(const LeaderOptions& options) {
  if (options.kept_per_group_max == 0 || options.candidates_per_page_max == 0) {
    throw Error{ErrorCode::invalid_argument,
                "a group must remember at least one kept page, and a page ask at least one"};
  }
}

// The groups of a page.
[[nodiscard]] inline std::span<const std::uint32_t> groups_of(const CandidateGraph& graph,
                                                              std::uint32_t page) {
  return {graph.groups.data() + graph.first[page], graph.groups.data() + graph.first[page + 1]};
}

}  // namespace facsim
