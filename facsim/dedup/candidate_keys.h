// SPDX-License-Identifier: Apache-2.0
#pragma once
// Under which keys does a page meet others? The keys of all channels, one at a time, for the run
// that finds candidates (candidates.h) and for runs that share its work out among machines
// (page_keys.h).
//
// Keys of one channel are compared with each other only. Pages with equal exact_group_key() and
// scope have equal keys. Pure functions, callable from anywhere.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/cluster/union_find.h"
#include "facsim/corpus/page_row.h"
#include "facsim/model/profile.h"

namespace facsim {

// Pages that agree on a mask's bits are compared pair by pair up to this number; a larger bucket is
// one group as it stands, which only adds candidates.
inline constexpr std::size_t kBucketComparedMax = 2048;

// A run over a part of a set of pages that must decide as the run over the whole set would. What
// the whole decides on a component of candidates depends on its pages and on these two.
struct PartOfRun {
  std::uint64_t pages_in_all = 0;  // of the whole set, also those without a text; 0: this is it
  // Keys of anchors that lead nowhere in the whole set, ascending.
  std::vector<std::uint64_t> crowded_anchors;
};

// Pages of one scope whose keys are equal are one page to the rule.
[[nodiscard]] std::pair<Hash128, std::uint64_t> exact_group_key(const PageRow& row) noexcept;

// Of a page that has a fingerprint: its bands as the profile asks, and the text under its title.
[[nodiscard]] std::vector<std::uint64_t> band_keys_of(const PageRow& row, const Profile& profile);

[[nodiscard]] std::uint64_t anchor_key(std::uint64_t scope_key, std::uint64_t anchor) noexcept;

// Of a fingerprint in the table of a mask.
[[nodiscard]] std::uint64_t bucket_key(std::uint64_t scope_key, std::size_t table,
                                       std::uint64_t masked) noexcept;

// Unites the numbers of fingerprints within the distance, of at most kBucketComparedMax. Chance
// collisions, which are most of a bucket, stay alone. Cost: a nanosecond a pair.
void unite_close(std::span<const std::uint64_t> fingerprints, int max_distance, UnionFind& sets);

}  // namespace facsim
