// SPDX-License-Identifier: Apache-2.0
#pragma once
// A component of listed pairs in keep order.

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/dedup/matches/text_order.h"
#include "facsim/dedup/pair_lists.h"

namespace facsim {

// Pages are numbered in it.
struct Ordered {
  struct Edge {
    std::uint32_t other = 0;  // the earlier page
    std::uint32_t pair = 0;   // of ComponentPairs::pairs
  };
  std::vector<std::uint32_t> pages;  // the page that stands for each text
  std::vector<std::uint32_t> first;  // of each page's edges, and their number at the end
  std::vector<Edge> edges;           // to earlier pages, ascending

  [[nodiscard]] std::span<const Edge> edges_of(std::uint32_t page) const {
    return std::span(edges).subspan(first[page], first[page + 1] - first[page]);
  }
};

// Gives the page that stands for a listed page's text. A text stands in one component, and once
// there: else a page could be judged against itself, or go for a page that goes too.
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

// Throws Error{damaged} for a text that stands there twice.
[[nodiscard]] Ordered in_keep_order(const ComponentPairs& component, TextsOfList& texts);

}  // namespace facsim
