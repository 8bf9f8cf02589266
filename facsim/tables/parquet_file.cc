// SPDX-License-Identifier: Apache-2.0
#include "facsim/tables/parquet_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/packed_input.h"
#include "facsim/tables/load_parquet.h"
#include "facsim/tables/plugin_sink_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::string_view kEncryptedMagic = "PARE";
// Arrow's messages may quote the file.
constexpr std::size_t kTextBytesMax = 200;

[[noreturn]] void throw_io(int error, const std::string& path) {
  throw Error(ErrorCode::io, std::string("cannot be read: ") + std::strerror(error), path);
}

// Reads as many bytes as there are, at most the size of `into`; -1 and errno on a system error.
std::int64_t read_all_at(const FileHandle& file, std::uint64_t offset, std::span<char> into) {
  std::size_t size = 0;
  while (size < into.size()) {
    const ssize_t got = ::pread(file.get(), into.data() + size, into.size() - size,
                                static_cast<off_t>(offset + size));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(size);
}

std::uint64_t size_of(const FileHandle& file, const std::string& path) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) throw_io(errno, path);
  return static_cast<std::uint64_t>(status.st_size);
}

// The first line, shortened.
std::string shortened(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const bool is_long = text.size() > kTextBytesMax;
  return std::string(text.substr(0, kTextBytesMax)) + (is_long ? "..." : "");
}

}  // namespace

class ParquetFile::Input final : public parquet::Source {
 public:
  explicit Input(const std::string& path)
      : file_(open_user_input(path)), size_(size_of(file_, path)) {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
  [[nodiscard]] std::int64_t read_at(std::uint64_t offset, std::span<char> into) noexcept override {
    const std::int64_t got = read_all_at(file_, offset, into);
    if (got < 0) error_ = errno;
    return got;
  }
  [[nodiscard]] int error() const noexcept { return error_; }

 private:
  FileHandle file_;
  std::uint64_t size_;
  int error_ = 0;
};

ParquetFile::ParquetFile(const std::string& path, const std::string& shown)
    : shown_(shown),
      entry_(parquet_plugin()),
      input_(std::make_unique<Input>(path)),
      file_(entry_.open(*input_)) {
  if (file_ == nullptr) throw Error(ErrorCode::io, "not enough memory to read it", shown);
  try {
    check();
  } catch (...) {
    entry_.close(file_);
    throw;
  }
}

ParquetFile::~ParquetFile() { entry_.close(file_); }

void ParquetFile::check() const {
  const parquet::Why why = file_->why();
  if (why.problem == parquet::Problem::none) return;
  if (input_->error() != 0) throw_io(input_->error(), shown_);
  const std::string where = row_ == 0 ? shown_ : shown_ + ":" + std::to_string(row_ - 1);
  const std::string text = shortened(why.text);
  switch (why.problem) {
    case parquet::Problem::unsupported:
      throw Error(
          ErrorCode::unsupported,
          "this Parquet file cannot be read (" + text +
              "); write it again with a small footer, a common compression and no encryption",
          where);
    case parquet::Problem::no_memory:
      throw Error(ErrorCode::io,
                  "not enough memory to read this Parquet file; write it again "
                  "with smaller pages",
                  where);
    case parquet::Problem::other:
      throw Error(ErrorCode::unsupported,
                  "this Parquet file cannot be read, by a fault of facsim or of the library that "
                  "reads it (" +
                      text + "); please report it",
                  where);
    default:
      throw Error(ErrorCode::damaged,
                  "this Parquet file is damaged (" + text + "); write it again or leave it out",
                  where);
  }
}

std::uint64_t ParquetFile::rows() const { return file_->rows(); }

std::string ParquetFile::column_names() {
  std::string names(file_->column_names());
  check();
  return names;
}

parquet::ColumnUse ParquetFile::use_of(std::string_view name) {
  const parquet::ColumnUse use = file_->use_of(name);
  check();
  return use;
}

void ParquetFile::begin_rows(const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  row_ = 0;
  if (!file_->begin_rows(views)) check();
}

bool ParquetFile::next_row(std::span<parquet::Cell> cells) {
  ++row_;
  if (file_->next_row(cells)) return true;
  check();
  return false;
}

std::uint64_t ParquetFile::position() const { return file_->position(); }

void ParquetFile::copy(std::span<const std::uint64_t> kept, ByteSink& to,
                       parquet::Annotator* annotator,
                       const std::function<void(std::uint64_t)>& progress) {
  SinkForPlugin sink(to, progress);
  row_ = 0;
  if (file_->copy(kept, sink, annotator)) return;
  sink.rethrow();
  check();
}

ParquetMarks parquet_marks(const std::string& path, std::string_view beginning) {
  const std::string_view magic = beginning.substr(0, kMagic.size());
  if (magic != kMagic && magic != kEncryptedMagic) return ParquetMarks::none;
  const FileHandle file = open_user_input(path);
  const std::uint64_t size = size_of(file, path);
  std::string end(kMagic.size(), '\0');
  if (size >= 2 * kMagic.size()) {
    if (read_all_at(file, size - end.size(), end) < 0) throw_io(errno, path);
  }
  if (end == kEncryptedMagic) return ParquetMarks::encrypted;
  if (magic == kMagic && end == kMagic) return ParquetMarks::both;
  return magic == kMagic ? ParquetMarks::cut : ParquetMarks::none;
}

}  // namespace facsim
