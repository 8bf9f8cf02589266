// SPDX-License-Identifier: Apache-2.0
#pragma once
// The changes that a copy (copy.h) makes to the unpacked bytes of its original.

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

// Yields the edits in ascending order, without overlaps; returns false after the last. An edit may
// begin where the previous one ends. Edits beyond the end of the data are ignored; an edit that
// begins exactly there appends its replacement.
using NextEdit = std::function<bool(Edit&)>;

}  // namespace facsim
