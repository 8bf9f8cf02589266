// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <nanobind/stl/string.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "arrow_in.h"
#include "facsim/base/error.h"
#include "facsim/model/status_ranges.h"
#include "labels.h"
#include "row_members.h"
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
  page.nanoseconds = 0;
  page.keep_values = {};
  page.status.reset();
  page.count_value.clear();
  page.is_damaged = false;
}

void set_time(Page& page, std::optional<double> seconds) {
  constexpr double kMost = 9e15;
  if (!seconds || !(std::abs(*seconds) < kMost)) return;
  const double whole = std::floor(*seconds);
  page.unix_time = static_cast<std::int64_t>(whole);
  page.nanoseconds = static_cast<std::uint32_t>((*seconds - whole) * 1e9);
}

// The members or columns that the caller chose, without the text.
std::vector<std::string> named_by(const RowFields& fields) {
  std::vector<std::string> names = {fields.html, fields.id,     fields.url,
                                    fields.time, fields.status, fields.count};
  names.insert(names.end(), fields.keep.begin(), fields.keep.end());
  std::erase(names, std::string());
  return names;
}

// Accepts "404" and "404.0", as in files; other texts are ignored.
std::optional<std::uint16_t> status_of_text(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return status_of(number);
}

class IterableRows final : public PageSource {
 public:
  // `strict`: a lone surrogate is an error of the caller.
  IterableRows(nb::handle data, const RowFields& fields, bool strict, WarnOfRows warn)
      : fields_(fields),
        strict_(strict),
        warn_(std::move(warn)),
        sought_(fields.as_there ? std::vector<std::string>() : named_by(fields)),
        iterator_(nb::iter(data)) {}

  bool next(Page& page) override {
    const nb::object row = nb::steal(PyIter_Next(iterator_.ptr()));
    if (!row.is_valid()) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      for (const std::string& sentence : sought_.missing()) throw nb::key_error(sentence.c_str());
      return false;
    }
    clear(page);
    take(row, page);
    ++row_;
    return true;
  }

 private:
  void take(nb::handle row, Page& page) {
    if (PyUnicode_Check(row.ptr()) || PyBytes_Check(row.ptr())) {
      take_bytes(row, {}, page);
      return;
    }
    if (is_missing(row)) return;
    // NumPy scalars claim to be mappings, but have no keys.
    if (!is_mapping(row)) {
      throw nb::type_error(("row " + std::to_string(row_) + " is a value of type '" +
                            type_name(row) + "'; rows are str, bytes, dict or None")
                               .c_str());
    }
    take_content(row, page);
    page.id = label(row, fields_.id);
    page.url = label(row, fields_.url);
    set_time(page, number(row, fields_.time));
    for (std::size_t i = 0; i < fields_.keep.size(); ++i) {
      page.keep_values[i] = number(row, fields_.keep[i]);
    }
    page.status = status(row);
    page.count_value = label(row, fields_.count, "values to count by");
    note_members(row);
  }

  // An empty html counts as missing, as in files.
  void take_content(nb::handle row, Page& page) const {
    const nb::object html = member(row, fields_.html);
    if (html.is_valid() && !is_missing(html)) {
      take_bytes(html, fields_.html, page);
      page.format = PageFormat::html;
      if (!page.bytes.empty() || page.is_damaged) return;
    }
    const nb::object text = member(row, fields_.text);
    const bool has_html = fields_.as_there ? html.is_valid() : !fields_.html.empty();
    if (!text.is_valid() && !has_html) throw_no_text();
    if (!text.is_valid() || is_missing(text)) return;
    take_bytes(text, fields_.text, page);
    page.format = PageFormat::text;
  }

  void note_members(nb::handle row) {
    if (sought_.is_done()) return;
    sought_.note(row);
    if (++rows_noted_ != kRowsUntilWarned || !warn_) return;
    for (const std::string& sentence : sought_.missing()) warn_("after 1,000 rows: " + sentence);
  }

  [[noreturn]] void throw_no_text() const {
    const std::string html = fields_.as_there ? " and no '" + fields_.html + "'" : "";
    throw nb::key_error(("row " + std::to_string(row_) + " has no member '" + fields_.text + "'" +
                         html + "; say which one is the text with text=NAME or html=NAME")
                            .c_str());
  }
  // A str that is not valid Unicode damages only its own row.
  void take_bytes(nb::handle value, const std::string& name, Page& page) const {
    page.is_unicode = PyUnicode_Check(value.ptr());
    try {
      if (const auto held = held_text_of(value, row_, name)) page.bytes.assign(held->text);
    } catch (const nb::python_error& error) {
      if (strict_ || !error.matches(PyExc_UnicodeEncodeError)) throw;
      page.is_damaged = true;
    }
  }

  static std::string type_name(nb::handle value) {
    return nb::cast<std::string>(nb::str(value.type().attr("__name__")));
  }
  nb::object& values() {
    if (!values_.is_valid()) values_ = nb::module_::import_("facsim._values");
    return values_;
  }
  // The Python module converts a value that is neither str nor a plain number.
  nb::object made_by(const char* function, nb::handle value, const std::string& name,
                     const std::string& wanted) {
    try {
      return values().attr(function)(value);
    } catch (const nb::python_error& error) {
      if (!error.matches(PyExc_TypeError)) throw;
    }
    throw nb::type_error(
        (place_of(row_, name) + " is a value of type '" + type_name(value) + "'; " + wanted)
            .c_str());
  }
  [[nodiscard]] std::string label(nb::handle row, const std::string& name,
                                  const std::string& noun = "ids and URLs") {
    nb::object value = member(row, name);
    if (!value.is_valid() || value.is_none()) return {};
    if (PyLong_CheckExact(value.ptr())) value = nb::str(value);
    if (!PyUnicode_CheckExact(value.ptr())) {
      value = made_by("label", value, name, noun + " are str, bytes, numbers, times or UUIDs");
    }
    if (value.is_none()) return {};
    if (PyBytes_Check(value.ptr())) {
      return well_formed({PyBytes_AsString(value.ptr()), nb::len(value)});
    }
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    return nb::cast<std::string>(values().attr("repaired")(value));
  }
  [[nodiscard]] std::optional<double> number(nb::handle row, const std::string& name) {
    nb::object value = member(row, name);
    if (!value.is_valid() || value.is_none()) return std::nullopt;
    if (!PyFloat_CheckExact(value.ptr())) {
      value = made_by("number", value, name, "a number, a time or None is wanted");
    }
    if (value.is_none()) return std::nullopt;
    const double number = PyFloat_AsDouble(value.ptr());
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::uint16_t> status(nb::handle row) {
    const nb::object value = member(row, fields_.status);
    if (!value.is_valid() || is_missing(value)) return std::nullopt;
    if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) {
      return status_of_text(label(row, fields_.status));
    }
    if (!fields_.as_there) return status_of(number(row, fields_.status).value_or(0));
    // Crawlers may use the field for other values, which are ignored.
    const nb::object number = nb::steal(PyNumber_Float(value.ptr()));
    if (number.is_valid()) return status_of(PyFloat_AsDouble(number.ptr()));
    PyErr_Clear();
    return std::nullopt;
  }

  static constexpr std::size_t kRowsUntilWarned = 1000;

  RowFields fields_;
  bool strict_;
  WarnOfRows warn_;
  MembersSought sought_;
  std::size_t rows_noted_ = 0;
  nb::object iterator_;
  nb::object values_;
  std::size_t row_ = 0;
};

class ArrowRows final : public PageSource {
 public:
  ArrowRows(nb::handle data, const RowFields& fields) : fields_(fields), reader_(data) {
    if (!reader_.is_table()) return;
    for (const std::string& wanted : named_by(fields_)) {
      if (!fields_.as_there && !reader_.has(wanted)) throw_no_column(wanted);
    }
    const bool has_html = fields_.as_there ? reader_.has(fields_.html) : !fields_.html.empty();
    if (!reader_.has(fields_.text) && !has_html) throw_no_column(fields_.text);
  }

  bool next(Page& page) override {
    while (!chunk_ || row_ == chunk_->rows()) {
      if (!open_chunk()) return false;
    }
    clear(page);
    take_content(page);
    if (id_) page.id = well_formed(id_->label(row_));
    if (url_) page.url = well_formed(url_->label(row_));
    if (time_) set_time(page, time_->number(row_));
    for (std::size_t i = 0; i < keep_.size(); ++i) {
      if (keep_[i]) page.keep_values[i] = keep_[i]->number(row_);
    }
    if (status_) page.status = status(row_);
    if (count_) page.count_value = well_formed(count_->label(row_));
    ++row_;
    return true;
  }

 private:
  [[noreturn]] void throw_no_column(const std::string& name) const {
    throw nb::key_error(
        ("there is no column '" + name + "'; the columns are: " + reader_.names()).c_str());
  }
  // An empty html counts as missing, as in files.
  void take_content(Page& page) const {
    const auto html = html_ ? html_->text(row_) : std::nullopt;
    const auto text = text_ && (!html || html->empty()) ? text_->text(row_) : std::nullopt;
    if (!html && !text) return;
    page.format = text ? PageFormat::text : PageFormat::html;
    page.bytes.assign(text ? *text : *html);
    page.is_unicode = text ? text_->is_unicode() : html_->is_unicode();
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
    try {
      named(status_, fields_.status);
    } catch (const Error&) {
      if (!fields_.as_there) throw;  // crawlers may use the field for other values
      status_.reset();
    }
    const bool has_statuses = status_ && (status_->has_numbers() || status_->is_text());
    if (fields_.as_there && !has_statuses) status_.reset();
    named(count_, fields_.count);
    require_numbers(time_, fields_.time);
    if (!has_statuses) require_numbers(status_, fields_.status);
    keep_.resize(fields_.keep.size());
    for (std::size_t i = 0; i < keep_.size(); ++i) {
      named(keep_[i], fields_.keep[i]);
      require_numbers(keep_[i], fields_.keep[i]);
    }
    if (text_) require_texts(*text_, "the column '" + fields_.text + "'");
    if (html_) require_texts(*html_, "the column '" + fields_.html + "'");
    return true;
  }
  [[nodiscard]] std::optional<std::uint16_t> status(std::int64_t row) const {
    if (status_->is_text()) return status_of_text(status_->label(row));
    return status_of(status_->number(row).value_or(0));
  }
  static void require_texts(const ArrowColumn& column, const std::string& what) {
    if (column.is_text() || column.is_empty()) return;
    throw nb::type_error((what + " holds " + column.words() + ", where texts are wanted").c_str());
  }
  static void require_numbers(const std::optional<ArrowColumn>& column, const std::string& name) {
    if (!column || column->has_numbers() || column->is_empty()) return;
    throw Error(ErrorCode::invalid_argument, "the column '" + name + "' holds " + column->words() +
                                                 ", where numbers or times are wanted");
  }

  RowFields fields_;
  ArrowReader reader_;
  std::optional<ArrowChunk> chunk_;
  std::optional<ArrowColumn> text_, html_, id_, url_, time_, status_, count_;
  std::vector<std::optional<ArrowColumn>> keep_;
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
  read.status_field = fields.status;
  read.judged_statuses = fields.judged_statuses;
  return read;
}

ReadOptions named_read_options_of(const RowFields& fields) {
  ReadOptions read = read_options_of(fields);
  for (const std::string& name : {fields.html, fields.id, fields.url, fields.time, fields.status}) {
    if (!name.empty()) read.named_fields.push_back(name);
  }
  if (fields.text != ReadOptions().text_field) read.named_fields.push_back(fields.text);
  return read;
}

Page page_of(nb::handle row, const RowFields& fields) {
  Page page;
  IterableRows rows(nb::make_tuple(row), fields, true, {});
  (void)rows.next(page);
  return page;
}

std::unique_ptr<PageSource> pages_of(nb::handle data, const RowFields& fields, bool strict,
                                     WarnOfRows warn) {
  if (ArrowReader::can_read(data)) return std::make_unique<ArrowRows>(data, fields);
  return std::make_unique<IterableRows>(data, fields, strict, std::move(warn));
}

}  // namespace facsim::python
