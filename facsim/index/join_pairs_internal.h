// SPDX-License-Identifier: Apache-2.0
#pragma once
// From what a kernel finds to the pairs that are wanted. Private to this room.

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

// Called from the executor's threads, several at once.
using KeyPairSink = std::function<void(std::span<const KeyPair>)>;

// Which pairs are wanted: those that agree on all of `required` and not on all of one of `foreign`.
struct PairRule {
  std::uint64_t required = 0;
  std::vector<std::uint64_t> foreign = {};
};

// Whether no pair can be wanted of keys that differ in the `varying` bits only, since all of them
// agree on a foreign mask: so a crowded place is worked through under one mask, not under each.
[[nodiscard]] bool wants_none(const PairRule& rule, std::uint64_t varying) noexcept;

// The same rule for keys that are permuted.
[[nodiscard]] PairRule permuted_rule(const BitOrder& order, const PairRule& rule);

// Puts permuted pairs back into their order, and hands them on. Refers to both.
[[nodiscard]] KeyPairSink restoring(const BitOrder& order, Kernel kernel, const KeyPairSink& sink);

// Keeps the wanted ones of the pairs found, and hands them on some at a time.
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
