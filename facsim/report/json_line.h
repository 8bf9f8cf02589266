// SPDX-License-Identifier: Apache-2.0
#pragma once
// A row of JSON: members in the order they were set, characters beyond ASCII unescaped, ratios with
// at most four decimals. Text that is not UTF-8 is written with its bytes recoverable
// (files/name_text.h).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace facsim {

// The value that a reader gets for ratio(): four decimals, at least 0.
[[nodiscard]] double ratio_as_read(double value) noexcept;

// One object in one line, built member by member. For rows, of which there are millions: no tree is
// built, and only strings that need escapes or repair go through the library (1.7 instead of 4.5
// microseconds a row).
class JsonLine {
 public:
  JsonLine() { text_.reserve(512); }
  // Appends the object to `before`; take() returns both.
  explicit JsonLine(std::string&& before) : text_(std::move(before)) { text_ += '{'; }

  void text(std::string_view name, std::string_view value);
  void text_or_null(std::string_view name, std::string_view value);  // null if empty
  void number(std::string_view name, std::uint64_t value);
  void ratio(std::string_view name, double value);  // four decimals at most: 0.8123, 1.0
  void ratios(std::string_view name, std::span<const double> values);
  void texts(std::string_view name, std::span<const std::string> values);
  void texts_or_null(std::string_view name,
                     std::span<const std::string> values);  // null for empty texts
  void boolean(std::string_view name, bool value);
  void null(std::string_view name);
  void json(std::string_view name, std::string_view value);  // already JSON
  // An object as a member: what is set between open() and close() belongs to it.
  void open(std::string_view name);
  void close() { text_ += '}'; }

  // Ends the object.
  [[nodiscard]] std::string take() &&;

 private:
  void begin(std::string_view name);

  std::string text_ = "{";
};

}  // namespace facsim
