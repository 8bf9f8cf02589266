// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/input/beginning_internal.h"
#include "facsim/input/csv_internal.h"
#include "facsim/input/folder_walk_internal.h"
#include "facsim/input/input_files.h"
#include "facsim/input/out_names_internal.h"
#include "facsim/input/parquet_reader_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/tables/parquet_file.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

Sentence why_no_column() {
  return "has none of the columns with the text (" + Named::text_field + ", " + Named::html_field +
         "); the first row names them";
}

// A folder's tables are often data, not pages. A table whose first row is longer than the bytes
// seen is read; one without rows is merely empty.
bool has_column(const Beginning& beginning, bool is_tsv, const std::vector<std::string>& columns) {
  const std::string_view table = table_begin(beginning.bytes);
  if (columns.empty() || is_blank_row(without_line_break(table))) return true;
  const auto first = read_first_row(table, beginning.whole, is_tsv);
  if (!first) return true;
  const std::vector<std::string>& names = first->header.columns;
  return std::ranges::any_of(columns, [&](const std::string& column) {
    return std::ranges::find(names, column) != names.end();
  });
}

// True if the file is Parquet, by its first and last bytes.
bool is_parquet(const Beginning& beginning, const std::string& extension, const InputFile& file) {
  if (beginning.packing != Packing::none) {
    if (!is_parquet_extension(extension) && !beginning.bytes.starts_with("PAR1")) return false;
    throw Error(ErrorCode::unsupported,
                "Parquet inside another packing is not supported; unpack it first", file.shown());
  }
  switch (parquet_marks(file.path, beginning.bytes)) {
    case ParquetMarks::both:
      return true;
    case ParquetMarks::encrypted:
      throw Error(ErrorCode::unsupported,
                  "encrypted Parquet is not supported; write it again without encryption",
                  file.shown());
    case ParquetMarks::cut:
    case ParquetMarks::none:
      break;
  }
  // Text may begin with these letters, but not in a file with this name.
  if (!is_parquet_extension(extension)) return false;
  throw Error(ErrorCode::damaged,
              "does not begin and end as Parquet does, it may have been cut; write it again",
              file.shown());
}

class Finder {
 public:
  explicit Finder(const FindOptions& options) : options_(options) {}

  void add_argument(const std::string& argument) {
    ++argument_number_;
    repeated_.clear();
    if (argument.empty()) {
      throw Error(ErrorCode::invalid_argument,
                  "an input has an empty name; name a file, a folder, or - for standard input");
    }
    bool is_folder = false;
    if (argument == "-") {
      add_stdin();
    } else {
      is_folder = add_path(argument);
    }
    if (repeated_.empty()) return;
    if (!is_folder) return warn(argument, "was given before; it is read once");
    const std::string more = repeated_.size() > 1
                                 ? " and " + std::to_string(repeated_.size() - 1) + " more"
                                 : std::string();
    warn(argument, repeated_.front() + more + " of this folder " + (more.empty() ? "was" : "were") +
                       " given before; each is read once");
  }

  InputFiles take() {
    if (found_.files.empty() && !refused_.empty()) {
      throw Error(ErrorCode::unsupported, "no page was read: no file could be; " + refused_);
    }
    prefix_folders(found_.files, folders_);
    choose_out_names(found_.files);
    return std::move(found_);
  }

 private:
  void warn(const std::string& where, const std::string& what) {
    found_.warnings.push_back(where + ": " + what);
  }

  void add_stdin() {
    if (options_.stdin_path.empty()) {
      throw Error(ErrorCode::invalid_argument, "standard input cannot be read here", "-");
    }
    InputFile file;
    file.name = "-";
    file.path = options_.stdin_path;
    struct stat status{};
    if (::stat(file.path.c_str(), &status) != 0) throw_system_error(errno, file.path);
    if (add_file(std::move(file), status, "")) found_.files.back().unix_time = 0;
  }

  // Returns true if it is a folder.
  bool add_path(const std::string& argument) {
    struct stat status{};
    if (::stat(argument.c_str(), &status) != 0) throw_system_error(errno, argument);
    if (S_ISDIR(status.st_mode)) {
      add_folder(argument);
      return true;
    }
    if (!S_ISREG(status.st_mode)) {
      throw Error(ErrorCode::unsupported,
                  "a pipe or device cannot be read twice; give it as standard input (-)", argument);
    }
    InputFile file;
    file.name = argument;
    file.path = argument;
    add_file(std::move(file), status, argument);
    return false;
  }

  void add_folder(const std::string& folder) {
    if (is_result_folder(folder)) {
      throw Error(ErrorCode::unsupported,
                  std::string(kIsResult) + "; to read the copies in it, name their files", folder);
    }
    folders_.push_back(folder);
    NotReadHere not_read(folder);
    const std::vector<std::string> members = walk_folder(folder, options_, not_read);
    for (const std::string& member : members) {
      InputFile file;
      file.name = member;
      file.path = (fs::path(folder) / member).string();
      file.in_folder = true;
      file.folder = folder;
      const std::string path = file.path;
      // An error in one file of many is reported and counted; it does not end the run.
      try {
        struct stat status{};
        if (::stat(path.c_str(), &status) != 0) throw_system_error(errno, path);
        add_file(std::move(file), status, member);
      } catch (const Error& error) {
        not_read.refused(path, error.without_place());
      }
    }
    if (members.empty()) {
      const std::string text = not_read.unread_text();
      warn(folder, "no pages in this folder" + (text.empty() ? "" : "; " + text));
    }
    found_.files_not_read += not_read.count();
    if (refused_.empty() && not_read.has_refused()) refused_ = not_read.warnings().front();
    if (refused_.empty() && members.empty()) refused_ = not_read.unread_text();
    for (Sentence& line : not_read.warnings()) found_.warnings.push_back(std::move(line));
  }

  // Returns false if an earlier argument gave the file. Hard links inside one folder are different
  // names and are kept; they become exact duplicates, with their evidence.
  bool add_file(InputFile file, const struct stat& status, const std::string& name) {
    const auto [first, is_new] =
        seen_.try_emplace({status.st_dev, status.st_ino}, argument_number_);
    if (!is_new && (first->second != argument_number_)) {
      repeated_.push_back(file.name);
      return false;
    }
    file.bytes = static_cast<std::uint64_t>(status.st_size);
    file.unix_time = status.st_mtime;
    file.word = static_cast<std::uint32_t>(argument_number_ - 1);
    const Beginning beginning = beginning_of(file.path);
    file.packing = beginning.packing;
    if (const auto why = why_packed_twice(beginning)) {
      throw Error(ErrorCode::unsupported, *why, file.name == "-" ? file.name : file.path);
    }
    const std::string extension = name_parts(name).extension;
    if (is_parquet(beginning, extension, file)) {
      add_parquet(std::move(file));
      return true;
    }
    if (const auto why = why_not_read(extension, beginning.bytes, beginning.whole)) {
      throw Error(ErrorCode::unsupported, *why, file.name == "-" ? file.name : file.path);
    }
    file.kind = kind_of(extension, beginning.bytes, beginning.whole);
    if (file.in_folder && is_table(file.kind) &&
        !has_column(beginning, file.kind == FileKind::tsv, options_.columns)) {
      throw Error(ErrorCode::unsupported, why_no_column());
    }
    found_.files.push_back(std::move(file));
    return true;
  }

  // Reads the footer at once, to report errors before hours of reading.
  void add_parquet(InputFile file) {
    file.kind = FileKind::parquet;
    ParquetFile opened(file.path, file.shown());
    if (!options_.columns.empty()) require_text_column(opened, options_.columns, file.shown());
    found_.files.push_back(std::move(file));
  }

  const FindOptions& options_;
  InputFiles found_;
  std::map<std::pair<dev_t, ino_t>, std::size_t> seen_;  // the argument of each
  std::vector<std::string> folders_;                     // as given
  Sentence refused_;  // the first that should be read but cannot be, and why
  std::size_t argument_number_ = 0;
  std::vector<std::string> repeated_;  // of this argument: names that were given before
};

}  // namespace

InputFiles find_inputs(const std::vector<std::string>& arguments, const FindOptions& options) {
  Finder finder(options);
  for (const std::string& argument : arguments) finder.add_argument(argument);
  return finder.take();
}

}  // namespace facsim
