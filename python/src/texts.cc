// SPDX-License-Identifier: Apache-2.0
#include "texts.h"

#include <nanobind/stl/string.h>

#include <string>

#include "arrow_in.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr std::size_t kBlockTexts = 512;
constexpr std::size_t kBlockBytes = std::size_t{4} << 20;

class IterableTexts final : public TextBlocks {
 public:
  explicit IterableTexts(nb::handle data) : iterator_(nb::iter(data)) {}
  bool next(TextBlock& block) override {
    block.texts.clear();
    block.held.clear();
    std::size_t bytes = 0;
    while (block.texts.size() < kBlockTexts && bytes < kBlockBytes) {
      nb::object item = nb::steal(PyIter_Next(iterator_.ptr()));
      if (!item.is_valid()) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        break;
      }
      const auto text = text_of(item, row_++);
      if (text) bytes += text->size();
      block.texts.push_back(text);
      block.held.push_back(std::move(item));
    }
    return !block.texts.empty();
  }

 private:
  nb::object iterator_;
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
    chunk_.reset();
    auto chunk = reader_.next();
    if (!chunk) return false;
    chunk_.emplace(std::move(*chunk));
    const ArrowColumn column = chunk_->itself();
    if (column.is_number()) throw nb::type_error("a column of numbers, where texts are wanted");
    for (std::int64_t row = 0; row < chunk_->rows(); ++row) {
      block.texts.push_back(column.text(row));
    }
    // A chunk without rows is not the end.
    return block.texts.empty() ? next(block) : true;
  }

 private:
  ArrowReader reader_;
  std::optional<ArrowChunk> chunk_;
};

}  // namespace

std::optional<std::string_view> text_of(nb::handle value, std::size_t row) {
  if (value.is_none()) return std::nullopt;
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
  const std::string type = nb::cast<std::string>(nb::str(value.type().attr("__name__")));
  throw nb::type_error(("row " + std::to_string(row) + " is a value of type '" + type +
                        "'; texts are str, bytes or None")
                           .c_str());
}

std::unique_ptr<TextBlocks> texts_of(nb::handle data) {
  if (ArrowReader::can_read(data)) return std::make_unique<ArrowTexts>(data);
  if (PyUnicode_Check(data.ptr()) || PyBytes_Check(data.ptr())) {
    throw nb::type_error("one text, where a list of texts is wanted; write [text]");
  }
  return std::make_unique<IterableTexts>(data);
}

}  // namespace facsim::python
