// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/link_forest.h"

#include <limits>
#include <stdexcept>

namespace facsim {

std::uint32_t LinkForest::number_of(std::int64_t node) {
  const auto next = static_cast<std::uint32_t>(values_.size());
  const auto [found, is_new] = numbers_.try_emplace(node, next);
  if (is_new) {
    if (next == std::numeric_limits<std::uint32_t>::max()) {
      throw std::length_error("more than 4,294,967,295 nodes in one forest");
    }
    values_.push_back(node);
    parents_.push_back(next);
  }
  return found->second;
}

std::uint32_t LinkForest::root(std::uint32_t number) {
  while (parents_[number] != number) {
    parents_[number] = parents_[parents_[number]];
    number = parents_[number];
  }
  return number;
}

void LinkForest::add(std::int64_t a, std::int64_t b) {
  std::uint32_t one = root(number_of(a));
  std::uint32_t other = root(number_of(b));
  // The root is the smallest node of its set.
  if (values_[other] < values_[one]) std::swap(one, other);
  parents_[other] = one;
}

std::vector<std::pair<std::int64_t, std::int64_t>> LinkForest::take_stars() {
  std::vector<std::pair<std::int64_t, std::int64_t>> stars;
  stars.reserve(values_.size());
  for (std::uint32_t number = 0; number < values_.size(); ++number) {
    stars.emplace_back(values_[number], values_[root(number)]);
  }
  *this = LinkForest();
  return stars;
}

}  // namespace facsim
