// SPDX-License-Identifier: Apache-2.0
#pragma once
// The join of fingerprints in memory, for join() and for the pieces of a spilled join. Private to
// this room.

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/index/join_options.h"
#include "facsim/index/join_passes_internal.h"

namespace facsim {

void check_join_options(const JoinOptions& options);
[[nodiscard]] JoinSetting join_setting(const JoinOptions& options, JoinMasks& masks);

// Reports the pairs that the rule wants and that agree on one of the masks. Pairs of equal
// fingerprints are reported only if `with_equal`. The sink is never called concurrently.
void join_under_masks(std::span<const std::uint64_t> fingerprints,
                      std::span<const std::uint64_t> masks, const PairRule& rule, bool with_equal,
                      PairsWanted wanted, const JoinSetting& setting, Executor& executor,
                      const PairSink& sink);

// join() without the pairs of equal fingerprints.
void join_different(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
                    Executor& executor, const PairSink& sink);

}  // namespace facsim
