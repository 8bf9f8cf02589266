// SPDX-License-Identifier: Apache-2.0
#pragma once
// The copy of an input without what was removed: bytes untouched, packed like the original.
//
// A plain file is copied range by range. In a packed file every member (a zstd or lz4 frame, an xz
// or bzip2 stream counts as one) that no edit touches is copied bit for bit, members that are
// removed whole are left out, and only a member that is touched in part is packed anew, as one
// member. What is inserted between two members is a member of its own. The dictionary in front of a
// WARC.zst stays there. A file without any edit is copied byte for byte.
//
// Removing must not join what the removed bytes parted. Where records of the format end in line
// breaks (CopyOptions::record_end) and what stays in front of a removal lacks them, what is missing
// is written there: the only bytes of a copy that neither the input nor an edit has. Members of a
// packed file are apart from one another as they are.
//
// A damaged file is copied as far as it can be read: damaged members are packed anew with what
// could be unpacked of them; padding, skippable frames and foreign bytes between members are left
// out.
//
// Cost: the file is unpacked once; the packed bytes of untouched members are read a second time,
// and of a member longer than a buffer the part before its first edit is unpacked a second time.
// Memory: a few buffers, whatever the members' sizes.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "facsim/output/edit.h"

namespace facsim {

struct CopyOptions {
  // Called now and then with the packed bytes read so far; may throw to stop the copy.
  std::function<void(std::uint64_t)> progress;
  // What ends a record: line breaks, each CRLF or LF; written as given. Empty: nothing does.
  std::string_view record_end = {};
};

// Writes `to` (which must not exist; folders are made). Returns how many of the original's
// unpacked bytes were kept, replacements not counted. A file cut short is copied as far as it can
// be read. `from` must be a regular file. Throws Error{io, no_space, not_found, already_exists},
// and invalid_argument for edits out of order; the copy is worthless then.
std::uint64_t copy_with_edits(const std::string& from, const std::string& to, const NextEdit& next,
                              const CopyOptions& options);

}  // namespace facsim
