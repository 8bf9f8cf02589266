// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a result: how the run judged, from summary.json, and the rows of its files.
//
// For explaining a result. Rows are read one at a time, so a file of millions of rows takes the
// memory of one line. Cost: each byte of a row is read about twice, some 130 MB/s (434 MB of rows
// in 3.2 s on one core at 2.5 GHz).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/byte_source.h"
#include "facsim/model/summary.h"
#include "facsim/report/rows.h"

namespace facsim {

// The settings and facts of a run in its summary.json.
struct RunFacts {
  std::string mode;
  std::string profile;
  std::string recipe_name;
  std::string recipe_id;
  std::string recipe_toml;
  std::uint32_t units_min = 0;
  int max_distance = -1;  // below 0: none
  double min_resemblance = 0;
  double min_agreement = 0;  // 0: not used
  double min_containment = 0;
  double min_containment_to_remove = 0;
  bool names = true;
  std::string text_field;
  std::string html_field;
  std::string id_field;
  std::string url_field;
  std::string status_field;     // empty: none
  std::string judged_statuses;  // empty: all
  std::uint64_t page_bytes_max = 0;
  bool follow = false;
  std::vector<std::string> inputs;  // as given, in the bytes that are on the disk
  std::string folder;   // the run's working folder, if known (dedup/matches/run_folder.h)
  std::string against;  // an index, or empty
  // Counts of what it read and kept, which distinguish two runs of the same inputs.
  std::uint64_t records_read = 0;
  std::uint64_t pages_read = 0;
  std::uint64_t bytes_read = 0;
  std::optional<ListedCounts> listed;  // of its matches.facsim, if it wrote one
};

// Reads the result folder `folder`. Throws Error{not_found} if it has no summary.json,
// Error{damaged} if facsim did not write it that way.
[[nodiscard]] RunFacts read_run(const std::string& folder);

// A row of duplicates.jsonl or reported.jsonl.
struct PairRow {
  PageName page;            // texts as in the row; `id` is the label
  PageName representative;  // the same
  std::string kind;
  std::string by;
};

// A row of skipped.jsonl.
struct SkippedRow {
  std::string file;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string reason;
};

// Reads the rows of one file, one by one.
class RowReader {
 public:
  // Throws Error{not_found, io}.
  explicit RowReader(std::string path);

  // Returns the next line, without its line break; false at the end. The line is valid until the
  // next call. Throws Error{damaged} for a line much longer than 1 MiB, which no row is.
  [[nodiscard]] bool next(std::string_view& line);
  // Throw Error{damaged} that names the last line read.
  [[nodiscard]] PairRow pair(std::string_view line) const;
  [[nodiscard]] SkippedRow skipped(std::string_view line) const;
  // Throws the same Error, for callers that find other faults in that line.
  [[noreturn]] void throw_damaged() const;

 private:
  std::string path_;
  std::unique_ptr<ByteSource> source_;
  std::string buffer_;
  std::size_t at_ = 0;  // position of the next line in buffer_
  bool is_over_ = false;
  std::uint64_t line_number_ = 0;
};

}  // namespace facsim
