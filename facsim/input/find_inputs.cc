// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/input/input_files.h"
#include "facsim/input/out_names_internal.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_system_error(int error, const std::string& path) {
  if (error == ENOENT || error == ENOTDIR) {
    throw Error(ErrorCode::not_found, "no such file or folder", path);
  }
  if (error == EACCES || error == EPERM) {
    throw Error(ErrorCode::io, "permission denied; make it readable or leave it out", path);
  }
  throw Error(ErrorCode::io, std::string("cannot be read: ") + std::strerror(error), path);
}

// The first bytes of a file as they lie on the disk.
std::string first_bytes(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw_system_error(errno, path);
  std::string bytes(kSniffBytes, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = ::read(file, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      ::close(file);
      throw_system_error(error, path);
    }
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  ::close(file);
  bytes.resize(size);
  return bytes;
}

// The first unpacked bytes; as many as can be had of a damaged file.
std::string first_unpacked(const std::string& path) {
  const std::unique_ptr<ByteSource> source = open_bytes(path);
  std::string bytes(kSniffBytes, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const std::size_t got = source->read({bytes.data() + size, bytes.size() - size});
    if (got == 0) break;
    size += got;
  }
  bytes.resize(size);
  return bytes;
}

class Finder {
 public:
  explicit Finder(const FindOptions& options) : options_(options) {}

  void add_argument(const std::string& argument) {
    ++argument_number_;
    repeated_ = 0;
    if (argument == "-") {
      add_stdin();
    } else {
      add_path(argument);
    }
    if (repeated_ == 1) {
      warn(argument, "was given before; it is read once");
    } else if (repeated_ > 1) {
      warn(argument, std::to_string(repeated_) + " files were given before; each is read once");
    }
  }

  InputFiles take() {
    make_names_distinct(found_.files);
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

  void add_path(const std::string& argument) {
    struct stat status{};
    if (::stat(argument.c_str(), &status) != 0) throw_system_error(errno, argument);
    if (S_ISDIR(status.st_mode)) return add_folder(argument);
    if (!S_ISREG(status.st_mode)) {
      throw Error(ErrorCode::unsupported,
                  "a pipe or device cannot be read twice; give it as standard input (-)", argument);
    }
    InputFile file;
    file.name = argument;
    file.path = argument;
    add_file(std::move(file), status, argument);
  }

  void add_folder(const std::string& folder) {
    std::vector<std::string> members;
    collect(folder, members);
    std::sort(members.begin(), members.end());
    for (const std::string& member : members) {
      InputFile file;
      file.name = member;
      file.path = (fs::path(folder) / member).string();
      file.in_folder = true;
      file.folder = folder;
      struct stat status{};
      if (::stat(file.path.c_str(), &status) != 0) throw_system_error(errno, file.path);
      add_file(std::move(file), status, member);
    }
    if (members.empty()) warn(folder, "no pages in this folder");
  }

  // Relative paths of all files below `folder` whose names are ours.
  void collect(const std::string& folder, std::vector<std::string>& members) {
    std::error_code error;
    const auto options = fs::directory_options::none;
    fs::recursive_directory_iterator entry(folder, options, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      const std::string base = entry->path().filename().string();
      std::error_code ignored;
      const bool is_folder = entry->is_directory(ignored);
      if (base.starts_with('.')) {
        if (is_folder) entry.disable_recursion_pending();
      } else if (entry->is_regular_file(ignored) && is_page_extension(name_parts(base).extension)) {
        members.push_back(entry->path().lexically_relative(folder).string());
      } else if (!is_folder) {
        ++found_.ignored_files;
      }
    }
    if (error) throw_system_error(error.value(), folder);
  }

  // False if the file was given by an earlier argument. Hard links inside one folder are different
  // names there and stay; they come out as exact duplicates, with their evidence.
  bool add_file(InputFile file, const struct stat& status, const std::string& name) {
    const auto [first, is_new] =
        seen_.try_emplace({status.st_dev, status.st_ino}, argument_number_);
    if (!is_new && (first->second != argument_number_)) {
      ++repeated_;
      return false;
    }
    file.bytes = static_cast<std::uint64_t>(status.st_size);
    file.unix_time = status.st_mtime;
    std::string beginning = first_bytes(file.path);
    file.packing = packing_of(beginning);
    if (file.packing != Packing::none) beginning = first_unpacked(file.path);
    const std::optional<FileKind> kind =
        kind_of(name_parts(name).extension, beginning, beginning.size() < kSniffBytes);
    if (!kind) {
      throw Error(ErrorCode::unsupported,
                  "Parquet is not supported yet; convert it to JSON lines (.jsonl)", file.path);
    }
    file.kind = *kind;
    found_.files.push_back(std::move(file));
    return true;
  }

  const FindOptions& options_;
  InputFiles found_;
  std::map<std::pair<dev_t, ino_t>, std::size_t> seen_;  // by which argument
  std::size_t argument_number_ = 0;
  std::size_t repeated_ = 0;
};

}  // namespace

InputFiles find_inputs(const std::vector<std::string>& arguments, const FindOptions& options) {
  Finder finder(options);
  for (const std::string& argument : arguments) finder.add_argument(argument);
  return finder.take();
}

}  // namespace facsim
