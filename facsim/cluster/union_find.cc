// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/union_find.h"

#include <cassert>
#include <numeric>
#include <utility>

namespace facsim {

UnionFind::UnionFind(std::uint32_t count) : parents_(count) {
  std::iota(parents_.begin(), parents_.end(), 0U);
}

std::uint32_t UnionFind::root(std::uint32_t member) {
  assert(member < parents_.size() && "members are 0..count-1");
  while (parents_[member] != member) {
    parents_[member] = parents_[parents_[member]];
    member = parents_[member];
  }
  return member;
}

void UnionFind::unite(std::uint32_t a, std::uint32_t b) {
  a = root(a);
  b = root(b);
  if (a > b) std::swap(a, b);
  parents_[b] = a;
}

}  // namespace facsim
