// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters the pairs that a kernel finds down to the wanted ones. Private to this room.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/index/partition.h"

namespace facsim {

struct KeyPair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

// Called from the executor's threads, several at a time.
using KeyPairSink = std::function<void(std::span<const KeyPair>)>;

// A pair is wanted if it agrees on all bits of `required`, and on no mask of `foreign` completely.
struct PairRule {
  std::uint64_t required = 0;
  std::vector<std::uint64_t> foreign = {};
};

// True if no pair of keys that differ in the `varying` bits only can be wanted, because all of them
// agree on a foreign mask: so a crowded bucket is processed under one mask, not under each.
[[nodiscard]] bool wants_none(const PairRule& rule, std::uint64_t varying) noexcept;

// The same rule for permuted keys.
[[nodiscard]] PairRule permuted_rule(const BitOrder& order, const PairRule& rule);

// A sink that puts permuted pairs back into their order and passes them to `sink`. Keeps references
// to `order` and `sink`.
[[nodiscard]] KeyPairSink restoring(const BitOrder& order, Kernel kernel, const KeyPairSink& sink);

// Passes on the wanted ones of the pairs found, in batches.
class PairFilter {
 public:
  void begin(const PairRule& rule, const KeyPairSink& sink) {
    rule_ = &rule;
    sink_ = &sink;
  }
  void end() {
    if (!pairs_.empty()) (*sink_)(pairs_);
    pairs_.clear();
  }
  void found(std::uint64_t first, std::uint64_t second) {
    const std::uint64_t differing = first ^ second;
    if ((differing & rule_->required) != 0) return;
    for (const std::uint64_t mask : rule_->foreign) {
      if ((differing & mask) == 0) return;
    }
    pairs_.push_back({first, second});
    if (pairs_.size() == kPairsInBatch) end();
  }

 private:
  static constexpr std::size_t kPairsInBatch = 1024;
  const PairRule* rule_ = nullptr;
  const KeyPairSink* sink_ = nullptr;
  std::vector<KeyPair> pairs_;
};

}  // namespace facsim
