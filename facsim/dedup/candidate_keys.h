// SPDX-License-Identifier: Apache-2.0
#pragma once
// The keys under which a page is grouped with others, in all channels, one key at a time; used by
// the run that finds candidates (candidates.h) and by runs that distribute this work among machines
// (page_keys.h).
//
// Keys of different channels are never compared. Pages with equal exact_group_key() and scope have
// equal keys. Pure functions, callable from any thread.

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

// Pages that agree on a mask's bits are compared pair by pair up to this number; a larger bucket
// becomes one group as a whole, which only adds candidates.
inline constexpr std::size_t kBucketComparedMax = 2048;

// Facts that a run over a part of a set of pages needs to decide as a run over the whole set would.
// The decisions on a component of candidates depend only on its pages and on these two.
struct PartOfRun {
  std::uint64_t pages_in_all = 0;  // of the whole set, with pages without a text; 0: no larger set
  // Keys of anchors that are ignored because too many pages of the whole set have them, ascending.
  std::vector<std::uint64_t> crowded_anchors;
};

// Pages of one scope with equal keys are one page to the rule.
[[nodiscard]] std::pair<Hash128, std::uint64_t> exact_group_key(const PageRow& row) noexcept;

// Returns the keys of a page that has a fingerprint: its bands as the profile specifies, and the
// text under its title.
[[nodiscard]] std::vector<std::uint64_t> band_keys_of(const PageRow& row, const Profile& profile);

[[nodiscard]] std::uint64_t anchor_key(std::uint64_t scope_key, std::uint64_t anchor) noexcept;

// Returns the key of a fingerprint in the table of a mask.
[[nodiscard]] std::uint64_t bucket_key(std::uint64_t scope_key, std::size_t table,
                                       std::uint64_t masked) noexcept;

// Unites the indices of fingerprints within the distance; at most kBucketComparedMax fingerprints.
// Chance collisions, which are most of a bucket, remain alone. Cost: a nanosecond per pair.
void unite_close(std::span<const std::uint64_t> fingerprints, int max_distance, UnionFind& sets);

}  // namespace facsim
