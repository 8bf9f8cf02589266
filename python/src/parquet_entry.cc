// SPDX-License-Identifier: Apache-2.0
#include "parquet_entry.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arrow_in.h"
#include "bind.h"
#include "facsim/base/error.h"
#include "facsim/base/shown_names.h"
#include "facsim/tables/arrow_words.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;
using parquet::Cell;
using parquet::ColumnUse;
using parquet::Problem;

// Makes the call with the interpreter's lock, in a thread of its own. In the main thread a signal
// could raise in the middle of it, and the exception would look like a damaged file.
void with_python(const std::function<void()>& call) {
  if (is_interpreter_ending()) throw std::runtime_error("the interpreter is ending");
  const nb::gil_scoped_acquire acquired;  // valid with or without the lock in this thread
  const nb::gil_scoped_release released;
  std::thread thread([&] {
    const nb::gil_scoped_acquire held;
    call();
  });
  thread.join();
}

// Bytes that the core lends while the file is open. Python may hold this object longer.
struct Lent {
  parquet::Source* source = nullptr;
};

nb::bytes read_at(const Lent& lent, std::uint64_t offset, std::size_t size) {
  if (lent.source == nullptr) throw std::runtime_error("the file is closed");
  std::string bytes(size, '\0');
  std::int64_t got = 0;
  {
    const nb::gil_scoped_release released;
    got = lent.source->read_at(offset, bytes);
  }
  if (got < 0) throw std::runtime_error("the file cannot be read");
  return nb::bytes(bytes.data(), static_cast<std::size_t>(got));
}

ColumnUse use_of_kind(const std::string& kind) {
  if (kind == "none") return ColumnUse::none;
  if (kind == "text") return ColumnUse::text;
  return kind == "other" ? ColumnUse::other : ColumnUse::value;
}

// Cells have views of the text that was last made for them.
void set_text(Cell& cell, Cell::Kind kind, std::string text, std::string& made) {
  made = std::move(text);
  cell.kind = made.empty() ? Cell::Kind::other : kind;
  cell.text = made;
}

void set_whole(Cell& cell, std::int64_t number, bool is_unsigned) {
  cell.kind = is_unsigned && number < 0 ? Cell::Kind::large : Cell::Kind::whole;
  cell.whole = number;
  cell.large = static_cast<std::uint64_t>(number);
}

// Values become cells by the same rules as in the plug-in (base/value_text.h).
void set_cell(Cell& cell, const ArrowColumn& column, std::int64_t row, std::string& made) {
  if (column.is_null(row)) {
    cell.kind = Cell::Kind::null;
    return;
  }
  switch (column.kind()) {
    case ArrowKind::nothing:
      cell.kind = Cell::Kind::null;
      return;
    case ArrowKind::text:
      cell.kind = Cell::Kind::text;
      cell.text = column.text(row).value_or(std::string_view());
      return;
    case ArrowKind::whole:
      return set_whole(cell, column.whole(row).value_or(0), false);
    case ArrowKind::unsigned_whole:
      return set_whole(cell, column.whole(row).value_or(0), true);
    case ArrowKind::real: {
      const std::optional<double> number = column.number(row);
      cell.real = number.value_or(0);
      const Cell::Kind kind = column.is_single() ? Cell::Kind::single : Cell::Kind::real;
      cell.kind = number ? kind : Cell::Kind::other;
      return;
    }
    case ArrowKind::flag:
      cell.kind = Cell::Kind::flag;
      cell.whole = column.number(row).value_or(0) != 0 ? 1 : 0;
      return;
    case ArrowKind::decimal:
      return set_text(cell, Cell::Kind::decimal, column.label(row), made);
    case ArrowKind::time:
    case ArrowKind::day:
      cell.whole = column.seconds(row).value_or(0);
      return set_text(cell, Cell::Kind::time, column.label(row), made);
    default:
      return set_text(cell, Cell::Kind::label, column.label(row), made);
  }
}

class ArrowFile final : public parquet::File {
 public:
  explicit ArrowFile(parquet::Source& source) noexcept {
    (void)guarded([&] {
      lent_ = std::make_shared<Lent>(&source);
      nb::object read = nb::cpp_function([lent = lent_](std::uint64_t offset, std::size_t size) {
        return read_at(*lent, offset, size);
      });
      size_ = source.size();
      file_ = nb::module_::import_("facsim._parquet").attr("File")(size_, read);
      rows_ = nb::cast<std::uint64_t>(file_.attr("rows"));
      return true;
    });
  }
  ~ArrowFile() override {
    (void)guarded([&] {
      if (lent_ != nullptr) lent_->source = nullptr;
      columns_.clear();
      chunk_.reset();
      reader_.reset();
      batches_.reset();
      file_.reset();
      return true;
    });
    // If the interpreter is gone, its objects are, too.
    (void)batches_.release();
    (void)file_.release();
  }

  [[nodiscard]] parquet::Why why() const noexcept override { return {problem_, text_}; }
  [[nodiscard]] std::uint64_t rows() const noexcept override { return rows_; }

  [[nodiscard]] std::string_view column_names() noexcept override {
    (void)guarded([&] {
      ShownNames names;
      for (const nb::handle name : file_.attr("column_names")(ShownNames::kDepthMax)) {
        if (!names.add(ShownNames::shortened(nb::cast<std::string>(name)))) break;
      }
      names_ = names.take();
      return true;
    });
    return names_;
  }

  [[nodiscard]] ColumnUse use_of(std::string_view name) noexcept override {
    ColumnUse use = ColumnUse::none;
    (void)guarded([&] {
      use = use_of_kind(use_named(name));
      return true;
    });
    return use;
  }

  [[nodiscard]] bool begin_rows(std::span<const std::string_view> names) noexcept override {
    return guarded([&] {
      nb::list asked;
      made_.assign(names.size(), {});
      for (const std::string_view name : names) asked.append(in_python(name));
      batches_ = nb::iter(file_.attr("batches")(asked));
      return true;
    });
  }

  [[nodiscard]] bool next_row(std::span<Cell> cells) noexcept override {
    while (!chunk_ || row_ == chunk_->rows()) {
      if (!guarded([&] { return next_chunk(); })) return false;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = Cell{};
      if (columns_[i]) set_cell(cells[i], *columns_[i], row_, made_[i]);
    }
    ++row_;
    ++given_;
    return true;
  }

  // Rows of one file are assumed to be equally long.
  [[nodiscard]] std::uint64_t position() const noexcept override {
    const double share = static_cast<double>(given_) / static_cast<double>(rows_ + 1);
    return static_cast<std::uint64_t>(share * static_cast<double>(size_));
  }

  [[nodiscard]] bool copy(std::span<const std::uint64_t> /*kept*/, parquet::Sink& /*to*/,
                          parquet::Annotator* /*annotator*/) noexcept override {
    set(Problem::unsupported, "copies are made by the program alone");
    return false;
  }

 private:
  // A name from the core, possibly not UTF-8.
  static nb::object in_python(std::string_view name) {
    return nb::steal(
        PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), "surrogateescape"));
  }

  std::string use_named(std::string_view name) {
    return nb::cast<std::string>(file_.attr("use_of")(in_python(name)));
  }

  bool next_chunk() {
    columns_.clear();
    chunk_.reset();
    reader_.reset();
    row_ = 0;
    const nb::object batch = nb::steal(PyIter_Next(batches_.ptr()));
    if (!batch.is_valid()) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      return false;
    }
    reader_.emplace(batch);
    std::optional<ArrowChunk> chunk = reader_->next();
    if (!chunk) throw std::runtime_error("a batch without rows");
    chunk_.emplace(std::move(*chunk));
    for (std::size_t i = 0; i < made_.size(); ++i) {
      columns_.push_back(chunk_->column(std::to_string(i)));
    }
    return true;
  }

  template <class Call>
  bool guarded(const Call& call) noexcept {
    bool is_good = false;
    try {
      with_python([&] { is_good = made(call); });
    } catch (const std::exception& error) {
      set(Problem::other, error.what());
    }
    return is_good;
  }

  // Needs the lock.
  template <class Call>
  bool made(const Call& call) noexcept {
    try {
      return call();
    } catch (const nb::python_error& error) {
      set_raised(error);
    } catch (const std::bad_alloc&) {
      set(Problem::no_memory, "there is not enough memory for it");
    } catch (const std::exception& error) {
      set(Problem::damaged, error.what());
    }
    return false;
  }

  // A bad file makes pyarrow raise ValueError, OSError or its own exceptions; any other exception
  // is a bug in facsim or pyarrow.
  static Problem problem_of(const nb::python_error& error) {
    if (error.matches(PyExc_MemoryError)) return Problem::no_memory;
    if (error.matches(PyExc_NotImplementedError)) return Problem::unsupported;
    const bool is_of_file = error.matches(PyExc_ValueError) || error.matches(PyExc_OSError) ||
                            error.matches(nb::module_::import_("pyarrow").attr("ArrowException"));
    return is_of_file ? Problem::damaged : Problem::other;
  }

  void set_raised(const nb::python_error& error) noexcept {
    Problem problem = Problem::other;
    try {
      problem = problem_of(error);
      std::string said = nb::cast<std::string>(nb::str(error.value()));
      if (problem == Problem::other) {
        said = nb::cast<std::string>(error.type().attr("__name__")) + ": " + said;
      }
      problem = parquet::problem_of_words(problem, said);
      set(problem, said);
    } catch (...) {
      set(problem, "");
    }
  }

  void set(Problem problem, std::string_view text) noexcept {
    problem_ = problem;
    try {
      text_ = text;
    } catch (...) {
      text_.clear();
    }
  }

  Problem problem_ = Problem::none;
  std::string text_;
  std::shared_ptr<Lent> lent_;
  std::uint64_t size_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t given_ = 0;
  std::string names_;
  nb::object file_;
  nb::object batches_;
  std::vector<std::string> made_;  // texts of the last row, one for each cell, like columns_
  std::optional<ArrowReader> reader_;
  std::optional<ArrowChunk> chunk_;
  std::vector<std::optional<ArrowColumn>> columns_;
  std::int64_t row_ = 0;
};

parquet::File* open_file(parquet::Source& source) noexcept {
  return new (std::nothrow) ArrowFile(source);
}
void close_file(parquet::File* file) noexcept { delete file; }

constexpr int kOldest = 18;  // oldest supported major version

constexpr parquet::Entry kEntry = {.open = open_file, .close = close_file};

}  // namespace

const parquet::Entry& pyarrow_entry() {
  std::optional<std::string> why;
  with_python([&] {
    try {
      (void)nb::module_::import_("pyarrow.parquet");
      const auto version =
          nb::cast<std::string>(nb::module_::import_("pyarrow").attr("__version__"));
      if (std::atoi(version.c_str()) < kOldest) why = "version " + version + " is too old";
    } catch (const nb::python_error& error) {
      why.emplace();
      try {
        why = nb::cast<std::string>(nb::str(error.value()));
      } catch (...) {  // reported without its message
      }
    }
  });
  if (!why) return kEntry;
  throw Error(ErrorCode::unsupported,
              "Parquet is read by pyarrow, which cannot be imported (" + *why +
                  "); pip install 'facsim[parquet]', or any pyarrow from 18 on");
}

}  // namespace facsim::python
