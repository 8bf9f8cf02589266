// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of a batch: distinct keys under each of some masks, and what passes by. Private to
// this room.

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
  // The keys are distinct. A pair must be wanted by the rule. Throws TablesTooLarge.
  ProbeTables(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> masks,
              const PairRule& rule, const JoinSetting& setting, Executor& executor);

  // Reports the close and wanted pairs (probe, key) that agree on a mask; each as often as the
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
    // Buckets with tables of their own stand here and are empty there.
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
