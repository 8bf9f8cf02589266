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

// A run of texts, valid until the block is filled again.
struct TextBlock {
  std::vector<std::optional<std::string_view>> texts;  // nothing: None, or null
  std::vector<bool> is_unicode;                        // for each text: str, not bytes
  std::vector<nanobind::object> held;                  // the owners of the texts
};

class TextBlocks {
 public:
  virtual ~TextBlocks() = default;
  // Fills the block; returns false at the end. Call it with the interpreter's lock.
  [[nodiscard]] virtual bool next(TextBlock& block) = 0;
};

// Throws TypeError that names the row for objects without texts. A str with a lone surrogate is
// read as None, or with `strict` throws UnicodeEncodeError.
[[nodiscard]] std::unique_ptr<TextBlocks> texts_of(nanobind::handle data, bool strict = false);

// A text and the object that keeps it alive.
struct HeldText {
  std::string_view text;
  nanobind::object owner;
};

// True for None and for its counterparts in pandas: NaN, pandas.NA, pandas.NaT.
[[nodiscard]] bool is_missing(nanobind::handle value);

// Returns "row 2 of column 'text'", or "row 2" without a name.
[[nodiscard]] std::string place_of(std::size_t row, const std::string& column);

// A str or bytes as UTF-8; nothing for a missing value. Bytes and ASCII are not copied. Other str
// are encoded anew, because Python would retain its own UTF-8 copy as long as the str lives. Throws
// TypeError that names the row and the column for any other value, and UnicodeEncodeError for a str
// with a lone surrogate.
[[nodiscard]] std::optional<HeldText> held_text_of(nanobind::handle value, std::size_t row,
                                                   const std::string& column = {});

// The same, owned by the value only: Python caches its UTF-8.
[[nodiscard]] std::optional<std::string_view> text_of(nanobind::handle value, std::size_t row,
                                                      const std::string& column = {});

}  // namespace facsim::python
