// SPDX-License-Identifier: Apache-2.0
#pragma once
// All pairs of sets whose resemblance is at least a floor: the truth that an evaluation judges by.
//
// Promise: exactly those pairs, each once, in ascending order, with the exact number of shared
// elements, whatever the executor; a pair belongs where Overlap::resemblance() >= the floor. The
// slow twin is overlap() of every pair.
//
// An inverted index over prefixes. The elements of a set are put in order of how few sets have
// them; sets that resemble each other by t must then share one of the first |x| - ceil(t |x|) + 1
// (Bayardo, Ma, Srikant, WWW 2007), of the smaller even of the first |y| - ceil(2t / (1 + t) |y|) +
// 1. So a shingle that every page has (a licence, a menu) stands at the end of every set and is
// never listed; it is counted when a pair is counted. A pair that cannot reach the floor by what
// is left behind the places where it meets is dropped uncounted (Xiao, Wang, Lin, Yu, WWW 2008).
// Elements that one set alone has meet nobody and cost four bytes less.
//
// Cost: 20 bytes an element and 12 a pair; some 100 ns an element, and a merge of both sets for
// each pair that survives. The number of pairs may itself be quadratic, so it is bounded: by the
// memory, with an Error{invalid_argument} that says what would help.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/base/executor.h"

namespace facsim {

// Sets are numbered 0, 1, ...; first < second.
struct JoinedPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t shared = 0;
  friend auto operator<=>(const JoinedPair&, const JoinedPair&) = default;
};

// Fills `set` with the elements of a set, ascending, none twice. Called from several threads.
using ReadSet = std::function<void(std::uint32_t number, std::vector<std::uint64_t>& set)>;

struct SetJoinOptions {
  double min_resemblance = 0.5;  // above 0, at most 1
  std::uint64_t memory_bytes_max = std::uint64_t{4} << 30;
  // Told now and then how many sets are done, from several threads; may throw to stop the join.
  std::function<void(std::uint64_t sets)> progress;
};

// Sets without elements are in no pair. `sizes` are the numbers of elements. Throws
// Error{invalid_argument} for a floor that is out of range and for what does not fit the memory.
[[nodiscard]] std::vector<JoinedPair> join_sets(std::span<const std::uint32_t> sizes,
                                                const ReadSet& read, const SetJoinOptions& options,
                                                Executor& executor);

}  // namespace facsim
