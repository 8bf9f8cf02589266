// SPDX-License-Identifier: Apache-2.0
#pragma once
// The other copies of a page of a store: where is what it said, now that it may be lost?

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/seen_answer.h"

namespace facsim {

// So many pages of a cluster are compared with the one that is asked for.
inline constexpr std::uint64_t kCopiesComparedMax = 10'000;

struct SeenCopy {
  SeenPage page = {};
  // Of the page asked for with this one, by digest or sketch. Nothing: each of the two is like the
  // first page of the cluster, and not enough like the other.
  std::optional<Match> match = {};
  std::optional<double> layout = {};  // how alike the two are built, 0..1
};

struct SeenCopies {
  SeenPage page = {};  // that was asked for
  std::vector<SeenCopy> copies = {};
  bool truncated = false;  // there are more than were asked for, or compared
};

// Puts the copies in order, the best in place of the page first, and keeps at most `limit`.
//
// 1. Those that were met lately: in the 30 days before the copy that was met last; then those of
//    the 30 days before that, and so on. What nobody met for long may be lost too.
// 2. By kind: exact, content, layout, partial, none.
// 3. Alive longest first: from first_seen to last_seen.
// 4. Newest first: by number.
void keep_best(SeenCopies& copies, std::uint64_t limit);

// All that a store keeps of a page, but its sketches.
struct SeenRow {
  SeenPage page = {};
  std::string host = {};  // of its URL
  std::optional<std::int64_t> fetched_s = {};
  std::uint64_t copies = 0;  // other pages of its cluster
  std::uint32_t units = 0;
  std::uint32_t shingles = 0;
  std::array<std::uint64_t, 2> digest = {};  // the high half first
  std::optional<std::uint64_t> fingerprint = {};
};

}  // namespace facsim
