// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a result folder shall hold.

#include <cstdint>
#include <optional>
#include <string_view>

namespace facsim {

// The inputs without what was removed; with what was found written in; the rows alone; or the
// inputs (WARC) with revisit records in the place of removed captures whose payload stays
// elsewhere, and all else. Numbers of matches.facsim.
enum class Mode : std::uint8_t { remove = 0, annotate = 1, report = 2, revisit = 3 };
// Inputs are copied record by record, not annotated.
[[nodiscard]] constexpr bool has_plain_copies(Mode mode) noexcept {
  return mode == Mode::remove || mode == Mode::revisit;
}
// Which pairs are kept for recluster (dedup/matches/): all that are candidates (up to
// kListedPairsMax a page), those that the leader rule asked about, or none and no file.
enum class Matches : std::uint8_t { all, leaders, none };

// Whether rows of removed pages and of clusters stand in Parquet too, beside the lines of JSON.
enum class RowFiles : std::uint8_t { jsonl, parquet };

struct FolderOptions {
  Mode mode = Mode::remove;
  bool link = false;   // folders: hard links (copies across file systems) beside kept.txt
  bool force = false;  // write into a folder that is not empty
  Matches matches = Matches::all;   // none is written of a run against an index
  RowFiles rows = RowFiles::jsonl;  // parquet: through the plug-in, which must be there
  bool dry_run = false;             // the folder will be thrown away: no warning names a file of it
};

[[nodiscard]] std::string_view name_of(Mode mode) noexcept;
[[nodiscard]] std::string_view name_of(Matches matches) noexcept;
[[nodiscard]] std::string_view name_of(RowFiles rows) noexcept;
[[nodiscard]] std::optional<Mode> mode_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Matches> matches_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<RowFiles> row_files_named(std::string_view name) noexcept;

}  // namespace facsim
