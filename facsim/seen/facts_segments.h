// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index of pages made by many processes out of facts alone: each writes a segment apart, one
// makes all of them part of the index, in one commit.
//
// Promise: nobody sees a segment before the commit, and all of one commit or none. The bytes are
// those that PageIndex::add() of the same pages would write with a design of usual costs.

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
  int max_distance = 3;  // that the index serves, 0..12
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string tmp = {};  // an existing folder for what does not fit; empty: all in memory
  std::function<void()> check = {};  // may throw Error{cancelled}
};

// A segment that stands somewhere.
struct FactsSegment {
  std::string path;
  std::uint64_t entries = 0;
  FileStamp stamp;
};

// Writes one segment of the pages that `next` gives until it says false, in their order, to
// `path`. Without pages there is no file and no entry. A page needs an id or a file. Throws
// Error{invalid_argument} for other pages, for a profile or recipe that no index can hold, and what
// SegmentWriter and `next` throw; then no file is left.
[[nodiscard]] FactsSegment write_facts_segment(const std::string& path, const Profile& profile,
                                               const FactsSegmentOptions& options,
                                               const std::function<bool(FactsPage&)>& next);

enum class FactsCommit {
  append,     // to the index that is there, or begins one
  overwrite,  // the index is of these segments alone from now on
};

// The distance that new segments of this folder must serve: that of its index, or, where there is
// none or it is to be replaced, `wanted`, by default the profile's. Throws Error{invalid_argument}
// for an index of another recipe or that serves another distance than is wanted.
[[nodiscard]] int facts_distance(const std::string& folder, const Profile& profile,
                                 std::optional<int> wanted, FactsCommit how);

// Moves the segments, which lie on the same disk, into the index in this order and commits; begins
// an index where there is none. Says how many entries came. Throws Error{busy, invalid_argument,
// io, no_space, committed}; before the commit the index is as it was, and the segments stay where
// they are or are gone.
std::uint64_t commit_facts_segments(const std::string& folder, const Profile& profile,
                                    int max_distance, FactsCommit how,
                                    std::span<const FactsSegment> segments, const LockWait& wait);

}  // namespace facsim
