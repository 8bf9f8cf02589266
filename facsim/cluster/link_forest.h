// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds connected sets of nodes: takes links between any 64-bit numbers, returns the smallest node
// of each set.
//
// A star for each set (every node linked to the smallest one of its set) is equivalent to all the
// links, with one link a node. So parts of a set of links are first reduced to their stars, in
// parallel, and the stars of all parts are then linked again: the sets are the same (union-find,
// Tarjan 1975). Nodes compare as signed numbers, as in tables. Memory: about 60 bytes a node. One
// thread at a time.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace facsim {

class LinkForest {
 public:
  void add(std::int64_t a, std::int64_t b);
  [[nodiscard]] std::size_t nodes() const noexcept { return values_.size(); }
  // Returns every added node with the smallest one of its set, in the order in which nodes were
  // first added; the forest is empty afterwards.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> take_stars();

 private:
  [[nodiscard]] std::uint32_t number_of(std::int64_t node);
  [[nodiscard]] std::uint32_t root(std::uint32_t number);

  std::unordered_map<std::int64_t, std::uint32_t> numbers_;
  std::vector<std::int64_t> values_;
  std::vector<std::uint32_t> parents_;
};

}  // namespace facsim
