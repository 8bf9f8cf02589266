// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts of any Python object, some at a time: a list, an iterable, an Arrow column.

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facsim::python {

// Some texts in a row. They live until the block is filled again.
struct TextBlock {
  std::vector<std::optional<std::string_view>> texts;  // nothing: None, or null
  std::vector<bool> is_unicode;                        // of each: str, not bytes
  std::vector<nanobind::object> held;                  // what they are part of
};

class TextBlocks {
 public:
  virtual ~TextBlocks() = default;
  // Fills the block; false at the end. Called with the interpreter's lock.
  [[nodiscard]] virtual bool next(TextBlock& block) = 0;
};

// Throws TypeError for what holds no texts, which names the row. A str with a lone surrogate is
// taken as None; `strict`: it throws UnicodeEncodeError.
[[nodiscard]] std::unique_ptr<TextBlocks> texts_of(nanobind::handle data, bool strict = false);

// A text and what keeps it.
struct HeldText {
  std::string_view text;
  nanobind::object owner;
};

// None, and what pandas has in its place: NaN, pandas.NA, pandas.NaT.
[[nodiscard]] bool is_missing(nanobind::handle value);

// "row 2 of column 'text'", or without a name "row 2".
[[nodiscard]] std::string place_of(std::size_t row, const std::string& column);

// A str or bytes as UTF-8; nothing for a value that is missing. Bytes and ASCII are read where they
// lie. Other str are encoded, for Python would keep the UTF-8 that it makes of them as long as they
// live. Throws TypeError for anything else, which names the row and the column, and
// UnicodeEncodeError for a str with a lone surrogate.
[[nodiscard]] std::optional<HeldText> held_text_of(nanobind::handle value, std::size_t row,
                                                   const std::string& column = {});

// The same without an owner but the value, which Python makes keep its UTF-8.
[[nodiscard]] std::optional<std::string_view> text_of(nanobind::handle value, std::size_t row,
                                                      const std::string& column = {});

}  // namespace facsim::python
