// SPDX-License-Identifier: Apache-2.0
#pragma once
// A copy of an input without the removed records: other bytes unchanged, packed like the original.
//
// A plain file is copied range by range. In a packed file, every member (including zstd and lz4
// frames, xz and bzip2 streams) that no edit touches is copied bit for bit. Members that are
// removed whole are left out. Only a member that is touched in part is packed again, as one member.
// An insertion between two members becomes a member of its own. The dictionary at the beginning of
// a WARC.zst stays there. A file without any edit is copied byte for byte.
//
// A removal must not join the bytes before it with those after it. If records of the format end in
// line breaks (CopyOptions::record_end) and the bytes before a removal do not end so, the missing
// part is written there: the only bytes of a copy that come neither from the input nor from an
// edit. Members of a packed file are separate without it.
//
// A damaged file is copied as far as it can be read: damaged members are packed again with the
// bytes that could be unpacked. Padding, skippable frames and foreign bytes between members are
// left out.
//
// Cost: the file is unpacked once. The packed bytes of untouched members are read a second time. If
// a member is longer than a buffer, the part before its first edit is unpacked a second time.
// Memory: a few buffers, whatever the size of the members.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "facsim/output/edit.h"

namespace facsim {

struct CopyOptions {
  // Called from time to time with the number of packed bytes read so far; may throw to stop the
  // copy.
  std::function<void(std::uint64_t)> progress;
  // The end of a record: line breaks, each CRLF or LF, written as given. Empty: records have no
  // such end.
  std::string_view record_end = {};
};

// Writes `to`, which must not exist; creates its parent folders. Returns how many unpacked bytes of
// the original were kept, without replacements. A truncated file is copied as far as it can be
// read. `from` must be a regular file. Throws Error{io, no_space, not_found, already_exists}, and
// Error{invalid_argument} if edits are out of order; the copy is then worthless.
std::uint64_t copy_with_edits(const std::string& from, const std::string& to, const NextEdit& next,
                              const CopyOptions& options);

}  // namespace facsim
