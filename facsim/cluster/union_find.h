// SPDX-License-Identifier: Apache-2.0
#pragma once
// Disjoint sets over 0..n-1 (Tarjan 1975) with path halving. The smallest index is the root, so the
// result does not depend on the order of the unions.

#include <cstdint>
#include <vector>

namespace facsim {

class UnionFind {
 public:
  explicit UnionFind(std::uint32_t count);
  [[nodiscard]] std::uint32_t root(std::uint32_t member);
  void unite(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> parents_;
};

}  // namespace facsim
