// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which entries of a segment are deleted: a sorted list of ordinals beside it.
//
// The list is a small segment file of kind "tombstones" with one section. It is immutable too: to
// delete more, write a longer list under a new name; the manifest names the valid one.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/store/segment.h"

namespace facsim {

// Writes the ordinals, which must ascend strictly (else Error{invalid_argument}).
[[nodiscard]] FileStamp write_tombstones(const std::string& path,
                                         std::span<const std::uint64_t> ordinals);

// Reads all ordinals and verifies every byte; they ascend strictly and are below `entries`, the
// number of entries of the segment. Throws Error{damaged}.
[[nodiscard]] std::vector<std::uint64_t> read_tombstones(const Segment& file,
                                                         std::uint64_t entries);

}  // namespace facsim
