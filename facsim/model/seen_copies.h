// SPDX-License-Identifier: Apache-2.0
#pragma once
// The other copies of a stored page, as substitutes for a page that may be lost.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/seen_answer.h"

namespace facsim {

// The most pages of a cluster that are compared with the queried page.
inline constexpr std::uint64_t kCopiesComparedMax = 10'000;

struct SeenCopy {
  SeenPage page = {};
  // Between the queried page and this one, by digest or sketch. std::nullopt: both are like the
  // first page of the cluster, but not enough like each other.
  std::optional<Match> match = {};
  std::optional<double> layout = {};  // likeness of the layouts, 0..1
};

struct SeenCopies {
  SeenPage page = {};  // that was queried
  std::vector<SeenCopy> copies = {};
  bool truncated = false;  // there are more copies than were requested or compared
};

// Orders the copies by how well they can replace the page, and keeps at most `limit`.
//
// 1. Recently seen pages first: those seen in the 30 days before the most recently seen copy; then
// those of the 30 days before that, and so on. A page that was not seen for long may be lost too.
// 2. By kind: exact, content, layout, partial, none.
// 3. Longest lifetime first: from first_seen to last_seen.
// 4. Newest first: by number.
void keep_best(SeenCopies& copies, std::uint64_t limit);

// All that a store saves of a page, without its sketches.
struct SeenRow {
  SeenPage page = {};
  std::string host = {};  // of its URL
  std::optional<std::int64_t> fetched_s = {};
  std::uint64_t copies = 0;  // number of other pages of its cluster
  std::uint32_t units = 0;
  std::uint32_t shingles = 0;
  std::array<std::uint64_t, 2> digest = {};  // the high half first
  std::optional<std::uint64_t> fingerprint = {};
};

}  // namespace facsim
