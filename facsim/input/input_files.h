// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which files does the user mean, and what is in each?
//
// Told apart by content first (WARC, ARC, JSON, HTML, Parquet magic inside any packing), by name
// where the content leaves it open; tables by name alone, because any text with a comma in it could
// be one. Folders are walked in byte order of their relative paths; of names that say nothing
// (none, .php, "page?id=3") those are read whose content is HTML; where that leaves no page and
// text was passed over, nothing could be read. What is not read there is counted and named in a
// warning: other kinds, hidden entries, formats that we do not read, what may not be read, results
// of earlier runs, symbolic links that leave the folder.
// What is named is read wherever it leads, but for a folder that is itself a result.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/files/byte_source.h"

namespace facsim {

// Numbers of matches.facsim: new kinds come last.
enum class FileKind {
  json_lines = 0,
  warc = 1,
  arc = 2,
  html = 3,
  text = 4,
  bulk = 5,
  csv = 6,
  tsv = 7,
  parquet = 8
};
inline constexpr FileKind kFileKindLast = FileKind::parquet;
// Records are JSON objects, which a member can be written into.
[[nodiscard]] constexpr bool has_json_records(FileKind kind) noexcept {
  return kind == FileKind::json_lines || kind == FileKind::bulk;
}
// Records are rows below one that names their columns.
[[nodiscard]] constexpr bool is_table(FileKind kind) noexcept {
  return kind == FileKind::csv || kind == FileKind::tsv;
}
// The file is the page.
[[nodiscard]] constexpr bool is_whole_file(FileKind kind) noexcept {
  return kind == FileKind::html || kind == FileKind::text;
}
// Fields or columns have names.
[[nodiscard]] constexpr bool has_named_fields(FileKind kind) noexcept {
  return has_json_records(kind) || is_table(kind) || kind == FileKind::parquet;
}
// Annotating writes into a copy of the file; pages of others get rows of a file of their own.
[[nodiscard]] constexpr bool has_annotated_copy(FileKind kind) noexcept {
  return has_json_records(kind) || kind == FileKind::parquet;
}

struct InputFile {
  // FILE of a page's identity: as given; in a folder its relative path, and before it what tells
  // the folder from the others where several were given.
  std::string name;
  std::string path;      // where to open it
  std::string out_name;  // relative path of its copy in the output folder; distinct for all files
  FileKind kind = FileKind::text;
  Packing packing = Packing::none;
  bool in_folder = false;      // found by walking a folder
  std::string folder;          // that folder as given, or empty
  std::uint64_t bytes = 0;     // as it lies on the disk
  std::int64_t unix_time = 0;  // last change
  std::uint32_t word = 0;      // of the command, from 0: which named it or its folder

  // For messages: what a user can open, of a folder's member the path and not only the name.
  [[nodiscard]] const std::string& shown() const noexcept { return in_folder ? path : name; }
};

struct InputFiles {
  std::vector<InputFile> files;
  std::vector<Sentence> warnings;    // a file given twice, an empty folder, ...
  std::uint64_t files_not_read = 0;  // in folders
};

struct FindOptions {
  // Where standard input ("-") was spooled to; empty if "-" may not occur.
  std::string stdin_path = {};
  // Follow symbolic links that lead out of their folder, and links to folders.
  bool follow = false;
  // Of tables in folders those are read that have one of these columns; empty: all.
  std::vector<std::string> columns = {};
  // Whether a path in a folder is what the caller itself writes: passed over in silence.
  std::function<bool(const std::string& path)> is_own = {};
};

// Throws Error for what was named and is not there, may not be read or has a format that we do not
// read: {not_found, io, unsupported, invalid_argument}. Inside a folder these are warnings.
[[nodiscard]] InputFiles find_inputs(const std::vector<std::string>& arguments,
                                     const FindOptions& options);

// For runs that write copies. Throws Error{already_exists} where a copy would be called as a file
// of the result beside it (result/result_names.h).
void refuse_report_names(const std::vector<InputFile>& files);

}  // namespace facsim
