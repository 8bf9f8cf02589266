// SPDX-License-Identifier: Apache-2.0
#pragma once
// A row of JSON: members in the order they were set, characters beyond ASCII as they are, ratios
// with at most four decimals. Of text that is not UTF-8 it says which bytes it was
// (files/name_text.h).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace facsim {

// What a reader gets of ratio(): four decimals, from 0 on.
[[nodiscard]] double ratio_as_read(double value) noexcept;

// One object of one line, member after member. For rows, of which there are millions: no tree is
// built, and only strings that need escapes or repair go through the library (1.7 instead of 4.5
// microseconds a row).
class JsonLine {
 public:
  JsonLine() { text_.reserve(512); }
  // Behind what stands in `before`, which take() returns with it.
  explicit JsonLine(std::string&& before) : text_(std::move(before)) { text_ += '{'; }

  void text(std::string_view name, std::string_view value);
  void text_or_null(std::string_view name, std::string_view value);  // null where empty
  void number(std::string_view name, std::uint64_t value);
  void ratio(std::string_view name, double value);  // four decimals at most: 0.8123, 1.0
  void ratios(std::string_view name, std::span<const double> values);
  void texts(std::string_view name, std::span<const std::string> values);
  void texts_or_null(std::string_view name, std::span<const std::string> values);  // null: empty
  void boolean(std::string_view name, bool value);
  void null(std::string_view name);
  void json(std::string_view name, std::string_view value);  // already JSON
  // An object as a member: what is set between the two is its.
  void open(std::string_view name);
  void close() { text_ += '}'; }

  // Ends the object.
  [[nodiscard]] std::string take() &&;

 private:
  void begin(std::string_view name);

  std::string text_ = "{";
};

}  // namespace facsim
