// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join_pairs_internal.h"

#include <algorithm>

namespace facsim {

bool wants_none(const PairRule& rule, std::uint64_t varying) noexcept {
  return std::any_of(rule.foreign.begin(), rule.foreign.end(),
                     [varying](std::uint64_t mask) { return (mask & varying) == 0; });
}

PairRule permuted_rule(const BitOrder& order, const PairRule& rule) {
  PairRule result{.required = permuted(order, rule.required)};
  for (const std::uint64_t mask : rule.foreign) result.foreign.push_back(permuted(order, mask));
  return result;
}

KeyPairSink restoring(const BitOrder& order, Kernel kernel, const KeyPairSink& sink) {
  return [&order, &sink, kernel](std::span<const KeyPair> pairs) {
    static_assert(sizeof(KeyPair) == 2 * sizeof(std::uint64_t));
    std::vector<KeyPair> restored_pairs(pairs.size());
    partition_kernels(kernel).restore(&pairs.data()->first, 2 * pairs.size(), order,
                                      &restored_pairs.data()->first);
    sink(restored_pairs);
  };
}

}  // namespace facsim
