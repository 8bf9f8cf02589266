// SPDX-License-Identifier: Apache-2.0
#pragma once
// The copy of an input without what was removed: bytes untouched, packed like the original.
//
// A plain file is copied range by range. In a gzip file every member that no edit touches is copied
// bit for bit, members that are removed whole are left out, and only a member that is touched in
// part is packed anew; a member of more than 64 MiB packed is packed anew as well once an edit may
// touch it. zstd and lz4 files are packed anew. Memory: a few buffers and one member.

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/files/byte_source.h"

namespace facsim {

// Replaces [begin, end) of the unpacked stream by `replacement`; begin == end inserts.
struct Edit {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string replacement;
};

// Gives the edits in ascending order, not overlapping; false when there are no more.
using NextEdit = std::function<bool(Edit&)>;

struct CopyOptions {
  // Called now and then with the packed bytes read so far; may throw to stop the copy.
  std::function<void(std::uint64_t)> progress;
};

// Writes `to` (which must not exist; folders are made). Returns the unpacked bytes kept. A file cut
// short is copied as far as it can be read. Throws Error{io, no_space, not_found}.
std::uint64_t copy_with_edits(const std::string& from, const std::string& to, const NextEdit& next,
                              const CopyOptions& options);

}  // namespace facsim
