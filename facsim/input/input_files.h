// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the files that the user means, and detects what is in each.
//
// The format is detected by content first (WARC, ARC, JSON, HTML, Parquet magic inside any
// packing), and by name if the content is ambiguous; tables by name alone, because any text with a
// comma could be one. Folders are walked in byte order of their relative paths. A file whose name
// shows no kind (none, .php, "page?id=3") is read if its content is HTML. If no file is left
// to read but text files were skipped, that is an error. Files that are not read are counted and
// named in a warning: other kinds, hidden entries, unsupported formats, unreadable files, results
// of earlier runs, symbolic links that leave the folder. A named argument is read wherever it
// leads, unless it is a folder that is itself a result.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/files/byte_source.h"

namespace facsim {

// The numbers are stored in matches.facsim: append new kinds at the end.
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
// True if records are JSON objects, into which a member can be written.
[[nodiscard]] constexpr bool has_json_records(FileKind kind) noexcept {
  return kind == FileKind::json_lines || kind == FileKind::bulk;
}
// True if records are rows after a row that names their columns.
[[nodiscard]] constexpr bool is_table(FileKind kind) noexcept {
  return kind == FileKind::csv || kind == FileKind::tsv;
}
// True if the file is the page.
[[nodiscard]] constexpr bool is_whole_file(FileKind kind) noexcept {
  return kind == FileKind::html || kind == FileKind::text;
}
// True if fields or columns have names.
[[nodiscard]] constexpr bool has_named_fields(FileKind kind) noexcept {
  return has_json_records(kind) || is_table(kind) || kind == FileKind::parquet;
}
// True if annotating writes into a copy of the file; pages of other files get rows in a separate
// file.
[[nodiscard]] constexpr bool has_annotated_copy(FileKind kind) noexcept {
  return has_json_records(kind) || kind == FileKind::parquet;
}

struct InputFile {
  // FILE of a page's identity: as given; in a folder the relative path, with a label of the folder
  // before it if several folders were given.
  std::string name;
  std::string path;      // the path to open
  std::string out_name;  // relative path of its copy in the output folder; distinct for all files
  FileKind kind = FileKind::text;
  Packing packing = Packing::none;
  bool in_folder = false;      // found by walking a folder
  std::string folder;          // that folder as given, or empty
  std::uint64_t bytes = 0;     // size on disk
  std::int64_t unix_time = 0;  // last change
  std::uint32_t word = 0;      // index of the argument, from 0, that named it or its folder

  // For messages: a name that the user can open, for a member of a folder its path.
  [[nodiscard]] const std::string& shown() const noexcept { return in_folder ? path : name; }
};

struct InputFiles {
  std::vector<InputFile> files;
  std::vector<Sentence> warnings;    // a file given twice, an empty folder, ...
  std::uint64_t files_not_read = 0;  // in folders
};

struct FindOptions {
  // The file with the spooled standard input ("-"); empty if "-" is not allowed.
  std::string stdin_path = {};
  // Follow symbolic links that lead out of their folder, and links to folders.
  bool follow = false;
  // Tables in folders are read only if they have one of these columns; empty: all.
  std::vector<std::string> columns = {};
  // True for a path that the caller itself writes, which is skipped silently.
  std::function<bool(const std::string& path)> is_own = {};
};

// Throws Error{not_found, io, unsupported, invalid_argument} if an argument is missing, unreadable
// or of an unsupported format. Inside a folder these are warnings.
[[nodiscard]] InputFiles find_inputs(const std::vector<std::string>& arguments,
                                     const FindOptions& options);

// For runs that write copies. Throws Error{already_exists} if a copy would have the name of a file
// of the result (result/result_names.h).
void refuse_report_names(const std::vector<InputFile>& files);

}  // namespace facsim
