// SPDX-License-Identifier: Apache-2.0
#pragma once
// Builds an index of pages from facts alone, in many processes: each process writes one segment,
// and one process adds all segments to the index in one commit.
//
// Promise: no segment is visible before the commit, and a commit adds all of its segments or none.
// The bytes are those that PageIndex::add() of the same pages would write with a design of usual
// costs.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "facsim/known/index_changes.h"
#include "facsim/model/profile.h"
#include "facsim/seen/facts_page.h"

namespace facsim {

struct FactsSegmentOptions {
  int max_distance = 3;  // the distance that the index serves, 0..12
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string tmp = {};  // an existing folder for what exceeds the memory; empty: all in memory
  std::function<void()> check = {};  // may throw Error{cancelled}
};

// A segment that was written but not committed.
struct FactsSegment {
  std::string path;
  std::uint64_t entries = 0;
  FileStamp stamp;
};

// Writes the pages that `next` gives, until it returns false, as one segment to `path`, in their
// order. Without pages it writes no file and returns no entries. A page needs an id or a file.
// Throws Error{invalid_argument} for other pages and for a profile or recipe that an index cannot
// hold, and what SegmentWriter and `next` throw; then no file is left.
[[nodiscard]] FactsSegment write_facts_segment(const std::string& path, const Profile& profile,
                                               const FactsSegmentOptions& options,
                                               const std::function<bool(FactsPage&)>& next);

enum class FactsCommit {
  append,     // to the existing index, or to a new one
  overwrite,  // afterwards the index has these segments alone
};

// Returns the distance that new segments of this folder must serve: that of its index; or `wanted`,
// by default the profile's, if there is no index or it will be replaced. Throws
// Error{invalid_argument} if the index has another recipe or serves another distance than `wanted`.
[[nodiscard]] int facts_distance(const std::string& folder, const Profile& profile,
                                 std::optional<int> wanted, FactsCommit how);

// Moves the segments, which must be on the same disk, into the index in this order and commits;
// begins an index if there is none. Returns the number of entries added. Throws Error{busy,
// invalid_argument, io, no_space, committed}. If it fails before the commit, the index is
// unchanged, and each segment either remains in its place or is lost.
std::uint64_t commit_facts_segments(const std::string& folder, const Profile& profile,
                                    int max_distance, FactsCommit how,
                                    std::span<const FactsSegment> segments, const LockWait& wait);

}  // namespace facsim
