// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which nodes hang together? Links between any 64-bit numbers in, the smallest node of each set
// out.
//
// A star for each set (every node and the smallest of its set) says as much as all the links did,
// in one link a node. So parts of a set of links are shrunk to their stars first, side by side, and
// the stars of all parts again: the sets are the same (union-find, Tarjan 1975). Nodes compare as
// signed numbers, which is what tables have. Memory: about 60 bytes a node. One thread at a time.

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
  // Every node that came with the smallest of its set, in the order in which they came first; the
  // forest is empty then.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> take_stars();

 private:
  [[nodiscard]] std::uint32_t number_of(std::int64_t node);
  [[nodiscard]] std::uint32_t root(std::uint32_t number);

  std::unordered_map<std::int64_t, std::uint32_t> numbers_;
  std::vector<std::int64_t> values_;
  std::vector<std::uint32_t> parents_;
};

}  // namespace facsim
