// SPDX-License-Identifier: Apache-2.0
#include "texts.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <string>

#include "arrow_in.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr std::size_t kBlockTexts = 512;
constexpr std::size_t kBlockBytes = std::size_t{4} << 20;

std::optional<HeldText> well_formed_text_of(nb::handle value, std::size_t row, bool strict) {
  try {
    return held_text_of(value, row);
  } catch (const nb::python_error& error) {
    if (strict || !error.matches(PyExc_UnicodeEncodeError)) throw;
    return std::nullopt;
  }
}

class IterableTexts final : public TextBlocks {
 public:
  IterableTexts(nb::handle data, bool strict) : iterator_(nb::iter(data)), strict_(strict) {}
  bool next(TextBlock& block) override {
    block.texts.clear();
    block.is_unicode.clear();
    block.held.clear();
    std::size_t bytes = 0;
    while (block.texts.size() < kBlockTexts && bytes < kBlockBytes) {
      nb::object item = nb::steal(PyIter_Next(iterator_.ptr()));
      if (!item.is_valid()) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        break;
      }
      block.is_unicode.push_back(PyUnicode_Check(item.ptr()) != 0);
      auto text = well_formed_text_of(item, row_++, strict_);
      if (!text) {
        block.texts.emplace_back();
        continue;
      }
      bytes += text->text.size();
      block.texts.emplace_back(text->text);
      block.held.push_back(std::move(text->owner));
    }
    return !block.texts.empty();
  }

 private:
  nb::object iterator_;
  bool strict_;
  std::size_t row_ = 0;
};

class ArrowTexts final : public TextBlocks {
 public:
  explicit ArrowTexts(nb::handle data) : reader_(data) {
    if (reader_.is_table()) {
      throw nb::type_error("a table, where one column of texts is wanted; name the column");
    }
  }
  bool next(TextBlock& block) override {
    block.texts.clear();
    block.is_unicode.clear();
    // A chunk may have no rows.
    while (!chunk_ || row_ == chunk_->rows()) {
      if (!open_chunk()) return false;
    }
    std::size_t bytes = 0;
    for (; row_ < chunk_->rows() && block.texts.size() < kBlockTexts && bytes < kBlockBytes;
         ++row_) {
      const auto text = column_->text(row_);
      if (text) bytes += text->size();
      block.texts.push_back(text);
    }
    block.is_unicode.assign(block.texts.size(), column_->is_unicode());
    return true;
  }

 private:
  bool open_chunk() {
    column_.reset();
    chunk_.reset();
    row_ = 0;
    auto chunk = reader_.next();
    if (!chunk) return false;
    chunk_.emplace(std::move(*chunk));
    column_.emplace(chunk_->itself());
    if (!column_->is_text() && !column_->is_empty()) {
      throw nb::type_error(
          ("a column of " + column_->words() + ", where texts are wanted").c_str());
    }
    return true;
  }

  ArrowReader reader_;
  std::optional<ArrowChunk> chunk_;
  std::optional<ArrowColumn> column_;
  std::int64_t row_ = 0;
};

}  // namespace

bool is_missing(nb::handle value) {
  if (value.is_none()) return true;
  PyObject* const held = value.ptr();
  if (PyUnicode_Check(held) || PyBytes_Check(held) || PyLong_Check(held) || PyDict_Check(held)) {
    return false;
  }
  if (PyFloat_Check(value.ptr())) return std::isnan(PyFloat_AsDouble(value.ptr()));
  // No need to import pandas here: a process with such a value has imported it.
  const nb::object type = nb::borrow(value.type());
  const std::string name = nb::cast<std::string>(nb::str(type.attr("__name__")));
  if (name != "NAType" && name != "NaTType") return false;
  return nb::cast<std::string>(nb::str(type.attr("__module__"))).starts_with("pandas.");
}

std::string place_of(std::size_t row, const std::string& column) {
  const std::string place = "row " + std::to_string(row);
  return column.empty() ? place : place + " of column '" + column + "'";
}

std::optional<HeldText> held_text_of(nb::handle value, std::size_t row, const std::string& column) {
  nb::object owner = nb::borrow(value);
  if (PyUnicode_Check(value.ptr()) && !nb::cast<bool>(value.attr("isascii")())) {
    owner = nb::steal(PyUnicode_AsUTF8String(value.ptr()));
    if (!owner.is_valid()) throw nb::python_error();
  }
  const auto text = text_of(owner, row, column);
  if (!text) return std::nullopt;
  return HeldText{*text, std::move(owner)};
}

std::optional<std::string_view> text_of(nb::handle value, std::size_t row,
                                        const std::string& column) {
  Py_ssize_t bytes = 0;
  if (PyUnicode_Check(value.ptr())) {
    const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &bytes);
    if (text == nullptr) throw nb::python_error();
    return std::string_view(text, static_cast<std::size_t>(bytes));
  }
  if (PyBytes_Check(value.ptr())) {
    char* text = nullptr;
    if (PyBytes_AsStringAndSize(value.ptr(), &text, &bytes) != 0) throw nb::python_error();
    return std::string_view(text, static_cast<std::size_t>(bytes));
  }
  if (is_missing(value)) return std::nullopt;
  const std::string type = nb::cast<std::string>(nb::str(value.type().attr("__name__")));
  throw nb::type_error(
      (place_of(row, column) + " is a value of type '" + type + "'; texts are str, bytes or None")
          .c_str());
}

std::unique_ptr<TextBlocks> texts_of(nb::handle data, bool strict) {
  if (ArrowReader::can_read(data)) return std::make_unique<ArrowTexts>(data);
  if (PyUnicode_Check(data.ptr()) || PyBytes_Check(data.ptr())) {
    throw nb::type_error("one text, where a list of texts is wanted; write [text]");
  }
  return std::make_unique<IterableTexts>(data, strict);
}

}  // namespace facsim::python
