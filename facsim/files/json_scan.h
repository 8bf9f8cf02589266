// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON as it lies in a file: where its members begin and end, byte for byte.
//
// For those who cut bytes out of a line, or want a few members of a file that may be anybody's. It
// finds places and judges nothing: what it walks through need not be valid JSON, and every place
// that it gives lies within the text. Cost: each byte is looked at once a level; no recursion, no
// allocation but for decoded strings. Any thread.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// One member of an object or element of an array. Offsets are into the text.
struct JsonPiece {
  std::size_t begin = 0;  // its name's quote; of an element, its first byte
  std::size_t value = 0;  // the first byte of the value
  std::size_t end = 0;    // behind the value
  std::size_t comma = 0;  // the comma behind it, or npos
  std::string_view name;  // between the quotes, escapes as they stand; of an element empty
};

// Gives the pieces of the object or array whose bracket stands at `open`, in their order.
class JsonPieces {
 public:
  JsonPieces(std::string_view text, std::size_t open);
  // False at the end, and where the text breaks off or goes on as no JSON does.
  bool next(JsonPiece& piece);
  // After next() said false: the closing bracket was there.
  [[nodiscard]] bool whole() const noexcept { return whole_; }
  // Then: behind that bracket.
  [[nodiscard]] std::size_t end() const noexcept { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  char close_ = 0;
  bool more_ = false;  // a piece must follow
  bool first_ = true;
  bool whole_ = false;
};

// The first byte at or after `at` that is no white space, or the end.
[[nodiscard]] std::size_t skip_json_space(std::string_view text, std::size_t at) noexcept;

// What stands between the quotes, its escapes undone; nothing where they cannot be.
[[nodiscard]] std::optional<std::string> json_string(std::string_view raw);

}  // namespace facsim
