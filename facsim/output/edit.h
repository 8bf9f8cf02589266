// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a copy (copy.h) changes in the unpacked bytes of its original.

#include <cstdint>
#include <functional>
#include <string>

namespace facsim {

// Replaces [begin, end) of the unpacked stream by `replacement`; begin == end inserts.
struct Edit {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string replacement;
};

// Gives the edits in ascending order, not overlapping; false when there are no more. An edit may
// begin where the one before ends. What lies behind the end of the data is ignored; an edit that
// begins just there appends its replacement.
using NextEdit = std::function<bool(Edit&)>;

}  // namespace facsim
