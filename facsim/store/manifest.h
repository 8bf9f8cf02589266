// SPDX-License-Identifier: Apache-2.0
#pragma once
// The list of an index's files, in one small file whose rename is the commit.
//
// A folder IDX/ holds MANIFEST, the segments 000001.seg ..., their tombstones 000001-2.del ..., and
// LOCK. Files that MANIFEST does not name do not count, so a change is: write new files, then
// replace MANIFEST. A reader sees the state before or the state after, whatever happens to the
// writer. docs/formats/index-folder.md defines the format; index_folder.h makes changes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/recipe.h"
#include "facsim/store/file_names.h"
#include "facsim/store/segment.h"
#include "facsim/store/writer_lock.h"

namespace facsim {

// About 15,000 segments; larger files are treated as damage.
inline constexpr std::size_t kManifestBytesMax = std::size_t{4} << 20;

enum class IndexKind {
  fingerprints,  // and their ids
  pages,         // with URL, digest, sketch and counts
};
[[nodiscard]] std::string_view name_of(IndexKind kind) noexcept;

struct TombstoneEntry {
  std::string name;
  std::uint64_t count = 0;
  FileStamp stamp;
  friend bool operator==(const TombstoneEntry&, const TombstoneEntry&) = default;
};

struct SegmentEntry {
  std::string name;
  std::uint64_t entries = 0;
  FileStamp stamp;
  std::optional<TombstoneEntry> tombstones;
  friend bool operator==(const SegmentEntry&, const SegmentEntry&) = default;
};

struct Manifest {
  // The number of commits of this index; 0 if it was never committed.
  std::uint64_t generation = 0;
  IndexKind kind = IndexKind::fingerprints;
  RecipeId recipe{0};
  std::string recipe_name;
  std::string recipe_text;  // TOML; empty if the name is enough
  std::optional<RecipeId> sketch_recipe;
  std::uint32_t max_distance = 0;
  std::string codec;
  // Segments, and entries without an id, are numbered; no number is used twice.
  std::uint64_t next_segment = 1;
  std::uint64_t next_id = 1;
  std::map<std::string, std::string> properties;  // the caller's
  std::vector<SegmentEntry> segments;
  friend bool operator==(const Manifest&, const Manifest&) = default;
};

// The text of the file. Throws Error{invalid_argument} for contents that readers would refuse: text
// that is not UTF-8, names of another pattern, more tombstones than entries.
[[nodiscard]] std::string to_text(const Manifest& manifest);
// The inverse. Throws Error{damaged, unsupported} with `path`.
[[nodiscard]] Manifest parse_manifest(std::string_view text, const std::string& path);

// Throws Error{not_found} if the folder is not an index, {invalid_argument} for an empty name, {io,
// damaged, unsupported}.
[[nodiscard]] Manifest read_manifest(const std::string& folder);

// Replaces the manifest that `next` was made from, and returns the new one, whose generation is one
// higher. All files that it names must exist and be synced. Throws Error{invalid_argument} if the
// index has changed since the manifest was read (it must be read under the lock): otherwise another
// writer's change would be lost. A missing or damaged manifest counts as generation 0. If this
// throws, the old state holds, except for Error{committed}: then the new state holds, but it may
// not survive a power cut.
Manifest commit_manifest(const WriterLock& lock, Manifest next);

}  // namespace facsim
