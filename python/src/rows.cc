// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "arrow_in.h"
#include "facsim/base/error.h"
#include "texts.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

void clear(Page& page) {
  page.id.clear();
  page.url.clear();
  page.bytes.clear();
  page.format = PageFormat::text;
  page.is_unicode = true;
  page.unix_time.reset();
  page.keep_value.reset();
  page.count_value.clear();
}

void set_time(Page& page, std::optional<double> seconds) {
  constexpr double kMost = 9e15;
  if (!seconds || !(std::abs(*seconds) < kMost)) return;
  page.unix_time = static_cast<std::int64_t>(std::floor(*seconds));
}

class IterableRows final : public PageSource {
 public:
  IterableRows(nb::handle data, const RowFields& fields)
      : fields_(fields), iterator_(nb::iter(data)) {}

  bool next(Page& page) override {
    const nb::object row = nb::steal(PyIter_Next(iterator_.ptr()));
    if (!row.is_valid()) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      return false;
    }
    clear(page);
    take(row, page);
    ++row_;
    return true;
  }

 private:
  void take(nb::handle row, Page& page) const {
    if (row.is_none()) return;
    if (PyUnicode_Check(row.ptr()) || PyBytes_Check(row.ptr())) {
      take_bytes(row, page);
      return;
    }
    // Scalars of NumPy call themselves mappings too, but have no keys.
    if (!PyDict_Check(row.ptr()) && !(PyMapping_Check(row.ptr()) && nb::hasattr(row, "keys"))) {
      throw nb::type_error(("row " + std::to_string(row_) + " is a value of type '" +
                            nb::cast<std::string>(nb::str(row.type().attr("__name__"))) +
                            "'; rows are str, bytes, dict or None")
                               .c_str());
    }
    const nb::object html = member(row, fields_.html);
    if (html.is_valid() && !html.is_none()) {
      take_bytes(html, page);
      page.format = PageFormat::html;
    } else {
      const nb::object text = member(row, fields_.text);
      const bool has_html = fields_.as_there ? html.is_valid() : !fields_.html.empty();
      if (!text.is_valid() && !has_html) throw_no_text();
      if (text.is_valid() && !text.is_none()) take_bytes(text, page);
    }
    page.id = label(row, fields_.id);
    page.url = label(row, fields_.url);
    set_time(page, number(row, fields_.time));
    page.keep_value = number(row, fields_.keep);
    page.count_value = label(row, fields_.count);
  }

  [[noreturn]] void throw_no_text() const {
    const std::string html = fields_.as_there ? " and no '" + fields_.html + "'" : "";
    throw nb::key_error(("row " + std::to_string(row_) + " has no member '" + fields_.text + "'" +
                         html + "; say which one is the text with text=NAME or html=NAME")
                            .c_str());
  }
  void take_bytes(nb::handle value, Page& page) const {
    if (const auto held = held_text_of(value, row_)) page.bytes.assign(held->text);
    page.is_unicode = PyUnicode_Check(value.ptr());
  }

  // Not valid where the row has no such member.
  static nb::object member(nb::handle row, const std::string& name) {
    if (name.empty()) return {};
    nb::object value = nb::steal(PyMapping_GetItemString(row.ptr(), name.c_str()));
    if (!value.is_valid()) {
      if (PyErr_ExceptionMatches(PyExc_KeyError) == 0) throw nb::python_error();
      PyErr_Clear();
    }
    return value;
  }
  [[nodiscard]] static std::string label(nb::handle row, const std::string& name) {
    const nb::object value = member(row, name);
    if (!value.is_valid() || value.is_none()) return {};
    const nb::str text(value);
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) throw nb::python_error();
    return {bytes, static_cast<std::size_t>(size)};
  }
  [[nodiscard]] std::optional<double> number(nb::handle row, const std::string& name) const {
    const nb::object value = member(row, name);
    if (!value.is_valid() || value.is_none()) return std::nullopt;
    if (nb::hasattr(value, "timestamp")) return nb::cast<double>(value.attr("timestamp")());
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
      if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
      PyErr_Clear();
      throw nb::type_error(("row " + std::to_string(row_) + ": its '" + name +
                            "' is a value of type '" +
                            nb::cast<std::string>(nb::str(value.type().attr("__name__"))) +
                            "'; a number, a time or None is wanted")
                               .c_str());
    }
    return number;
  }

  RowFields fields_;
  nb::object iterator_;
  std::size_t row_ = 0;
};

class ArrowRows final : public PageSource {
 public:
  ArrowRows(nb::handle data, const RowFields& fields) : fields_(fields), reader_(data) {
    if (!reader_.is_table()) return;
    const std::vector<std::string> names = reader_.names();
    const auto has = [&](const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const std::string* wanted :
         {&fields_.html, &fields_.id, &fields_.url, &fields_.time, &fields_.keep, &fields_.count}) {
      if (!wanted->empty() && !fields_.as_there && !has(*wanted)) throw_no_column(*wanted, names);
    }
    const bool has_html = fields_.as_there ? has(fields_.html) : !fields_.html.empty();
    if (!has(fields_.text) && !has_html) throw_no_column(fields_.text, names);
  }

  bool next(Page& page) override {
    while (!chunk_ || row_ == chunk_->rows()) {
      if (!open_chunk()) return false;
    }
    clear(page);
    const auto html = html_ ? html_->text(row_) : std::nullopt;
    if (html) {
      page.format = PageFormat::html;
      page.bytes.assign(*html);
      page.is_unicode = html_->is_unicode();
    } else if (text_) {
      page.bytes.assign(text_->text(row_).value_or(std::string_view()));
      page.is_unicode = text_->is_unicode();
    }
    if (id_) page.id = id_->label(row_);
    if (url_) page.url = url_->label(row_);
    if (time_) set_time(page, time_->number(row_));
    if (keep_) page.keep_value = keep_->number(row_);
    if (count_) page.count_value = count_->label(row_);
    ++row_;
    return true;
  }

 private:
  [[noreturn]] static void throw_no_column(const std::string& name,
                                           const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& each : names) all += (all.empty() ? "" : ", ") + each;
    throw nb::key_error(("there is no column '" + name + "'; the columns are: " + all).c_str());
  }
  bool open_chunk() {
    row_ = 0;
    chunk_.reset();
    auto next = reader_.next();
    if (!next) return false;
    chunk_.emplace(std::move(*next));
    if (!reader_.is_table()) {
      text_.emplace(chunk_->itself());
      require_texts(*text_, "the data");
      return true;
    }
    const auto named = [&](std::optional<ArrowColumn>& column, const std::string& name) {
      column.reset();
      if (!name.empty()) {
        if (auto found = chunk_->column(name)) column.emplace(std::move(*found));
      }
    };
    named(text_, fields_.text);
    named(html_, fields_.html);
    named(id_, fields_.id);
    named(url_, fields_.url);
    named(time_, fields_.time);
    named(keep_, fields_.keep);
    named(count_, fields_.count);
    require_numbers(time_, fields_.time);
    require_numbers(keep_, fields_.keep);
    if (text_) require_texts(*text_, "the column '" + fields_.text + "'");
    if (html_) require_texts(*html_, "the column '" + fields_.html + "'");
    return true;
  }
  static void require_texts(const ArrowColumn& column, const std::string& what) {
    if (!column.is_number()) return;
    throw nb::type_error((what + " holds numbers, where texts are wanted").c_str());
  }
  static void require_numbers(const std::optional<ArrowColumn>& column, const std::string& name) {
    if (!column || column->is_number() || column->is_empty()) return;
    throw Error(ErrorCode::invalid_argument,
                "the column '" + name + "' holds texts, where numbers or times are wanted");
  }

  RowFields fields_;
  ArrowReader reader_;
  std::optional<ArrowChunk> chunk_;
  std::optional<ArrowColumn> text_, html_, id_, url_, time_, keep_, count_;
  std::int64_t row_ = 0;
};

}  // namespace

ReadOptions read_options_of(const RowFields& fields) {
  ReadOptions read;
  if (!fields.text.empty()) read.text_field = fields.text;
  if (!fields.html.empty()) read.html_field = fields.html;
  if (!fields.id.empty()) read.id_field = fields.id;
  if (!fields.url.empty()) read.url_field = fields.url;
  read.time_field = fields.time;
  return read;
}

std::unique_ptr<PageSource> pages_of(nb::handle data, const RowFields& fields) {
  if (ArrowReader::can_read(data)) return std::make_unique<ArrowRows>(data, fields);
  return std::make_unique<IterableRows>(data, fields);
}

}  // namespace facsim::python
