// SPDX-License-Identifier: Apache-2.0
#pragma once
// A component of listed pairs in keep order.

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/dedup/matches/text_order.h"
#include "facsim/dedup/pair_lists.h"

namespace facsim {

// Pages are numbered by their position in keep order.
struct Ordered {
  struct Edge {
    std::uint32_t other = 0;  // the earlier page
    std::uint32_t pair = 0;   // index in ComponentPairs::pairs
  };
  std::vector<std::uint32_t> pages;  // the representative of each text
  std::vector<std::uint32_t> first;  // where each page's edges begin, and their number at the end
  std::vector<Edge> edges;           // to earlier pages, ascending

  [[nodiscard]] std::span<const Edge> edges_of(std::uint32_t page) const {
    return std::span(edges).subspan(first[page], first[page + 1] - first[page]);
  }
};

// Finds the representative of a listed page's text. A text occurs in one component, and once in it:
// otherwise a page could be judged against itself, or be removed for a removed page.
class TextsOfList {
 public:
  explicit TextsOfList(const TextOrder& order) : order_(order), seen_(order.exact_best.size()) {}
  // Throws Error{damaged}.
  [[nodiscard]] std::uint32_t best_of(std::uint32_t page);
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t page) const { return order_.ranks[page]; }

 private:
  const TextOrder& order_;
  std::vector<bool> seen_;
};

// Throws Error{damaged} for a text that occurs twice.
[[nodiscard]] Ordered in_keep_order(const ComponentPairs& component, TextsOfList& texts);

}  // namespace facsim
