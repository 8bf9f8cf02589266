// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds all pairs of sets whose resemblance is at least a floor: the truth of an evaluation.
//
// Promise: exactly those pairs, each once, in ascending order, with the exact number of shared
// elements, whatever the executor; a pair qualifies if Overlap::resemblance() >= the floor. The
// slow twin is overlap() of every pair.
//
// Uses an inverted index over prefixes. The elements of a set are ordered by the number of sets
// that have them, rarest first; sets that resemble each other by t must then share one of the first
// |x| - ceil(t |x|) + 1 (Bayardo, Ma, Srikant, WWW 2007), and for the smaller set even one of the
// first |y| - ceil(2t / (1 + t) |y|) + 1. So a shingle that every page has (a licence, a menu) is
// at the end of every set and is never indexed; it is counted when a pair is counted. A pair that
// cannot reach the floor with the elements left after the match is dropped uncounted (Xiao, Wang,
// Lin, Yu, WWW 2008). Elements of a single set cannot match and take four bytes less.
//
// Cost: 20 bytes an element and 12 a pair; some 100 ns an element, and a merge of both sets for
// each pair that remains. The number of pairs may itself be quadratic, so it is bounded: by the
// memory, with an Error{invalid_argument} that names the remedy.

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

// Fills `set` with the elements of a set, ascending, without repetition. Called from several
// threads.
using ReadSet = std::function<void(std::uint32_t number, std::vector<std::uint64_t>& set)>;

struct SetJoinOptions {
  double min_resemblance = 0.5;  // above 0, at most 1
  std::uint64_t memory_bytes_max = std::uint64_t{4} << 30;
  // Called now and then with the number of completed sets, from several threads; may throw to stop
  // the join.
  std::function<void(std::uint64_t sets)> progress;
};

// Sets without elements are in no pair. `sizes` are the numbers of elements. Throws
// Error{invalid_argument} for a floor out of range and if the memory is too small.
[[nodiscard]] std::vector<JoinedPair> join_sets(std::span<const std::uint32_t> sizes,
                                                const ReadSet& read, const SetJoinOptions& options,
                                                Executor& executor);

}  // namespace facsim
