// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of a batch: distinct keys under each of some masks, to be probed with the keys of a
// stream. Private to this room.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/index/join_passes_internal.h"

namespace facsim {

class ProbeTables {
 public:
  // The keys are distinct. Only pairs that the rule wants are reported. Throws TablesTooLarge.
  ProbeTables(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> masks,
              const PairRule& rule, const JoinSetting& setting, Executor& executor);

  // Reports the pairs (probe, key) that are close, wanted, and agree on a mask, as often as the
  // probe occurs. `room` is as large as the probes.
  void probe(std::span<const std::uint64_t> probes, std::span<std::uint64_t> room,
             Executor& executor, const KeyPairSink& sink) const;

 private:
  struct Table {
    BitOrder order;
    unsigned bucket_bits = 0;
    PairRule rule;  // permuted
    std::vector<std::uint32_t> begins;
    std::vector<std::uint32_t> low;
    std::vector<std::uint32_t> high;
    // Buckets with tables of their own are here, and are empty in the columns.
    std::map<std::uint64_t, std::unique_ptr<ProbeTables>> crowded;

    [[nodiscard]] std::uint64_t bucket_of(std::uint64_t key) const noexcept {
      return bucket_bits == 0 ? 0 : key >> (64 - bucket_bits);
    }
  };

  void fill(Table& table, std::span<const std::uint64_t> keys, const PairRule& rule,
            Executor& executor);
  void probe_part(const Table& table, std::span<const std::uint64_t> part,
                  const KeyPairSink& sink) const;
  void probe_crowded(const Table& table, std::span<const std::uint64_t> part,
                     const KeyPairSink& sink) const;

  JoinSetting setting_;
  std::vector<Table> tables_;
};

}  // namespace facsim
