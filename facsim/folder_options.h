// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options of a result folder.

#include <cstdint>
#include <optional>
#include <string_view>

namespace facsim {

// The copy of the inputs that the folder contains: without removed pages; with the findings written
// in; none, only the rows; or everything (WARC), with revisit records in the place of removed
// captures whose payload remains elsewhere. The numbers are stored in matches.facsim.
enum class Mode : std::uint8_t { remove = 0, annotate = 1, report = 2, revisit = 3 };
// True if inputs are copied record by record and not annotated.
[[nodiscard]] constexpr bool has_plain_copies(Mode mode) noexcept {
  return mode == Mode::remove || mode == Mode::revisit;
}
// Pairs that are stored for recluster (dedup/matches/): all candidates (up to kListedPairsMax a
// page), only those that the leader rule queried, or none, without a file.
enum class Matches : std::uint8_t { all, leaders, none };

// Format of the rows of removed pages and of clusters: JSON lines only, or Parquet as well.
enum class RowFiles : std::uint8_t { jsonl, parquet };

struct FolderOptions {
  Mode mode = Mode::remove;
  bool link = false;   // for folders: hard links (copies across file systems) beside kept.txt
  bool force = false;  // write into a folder that is not empty
  Matches matches = Matches::all;   // not written for a run against an index
  RowFiles rows = RowFiles::jsonl;  // parquet requires the plug-in
  bool dry_run = false;             // the folder will be deleted: no warning names a file in it
};

[[nodiscard]] std::string_view name_of(Mode mode) noexcept;
[[nodiscard]] std::string_view name_of(Matches matches) noexcept;
[[nodiscard]] std::string_view name_of(RowFiles rows) noexcept;
[[nodiscard]] std::optional<Mode> mode_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Matches> matches_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<RowFiles> row_files_named(std::string_view name) noexcept;

}  // namespace facsim
