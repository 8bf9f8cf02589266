// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scans JSON text for the places where its members begin and end, byte for byte.
//
// For callers that cut bytes out of a line, or need a few members of a file that may be anyone's.
// It only locates and does not validate: the text need not be valid JSON, and every returned place
// is within the text. Cost: each byte is read once per level; no recursion; only decoded strings
// are allocated. Any thread.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// One member of an object or element of an array. Offsets are into the text.
struct JsonPiece {
  std::size_t begin = 0;  // the quote of its name; for an element, its first byte
  std::size_t value = 0;  // the first byte of the value
  std::size_t end = 0;    // past the value
  std::size_t comma = 0;  // the comma after it, or npos
  std::string_view name;  // between the quotes, escapes not decoded; empty for an element
};

// Yields the pieces of the object or array whose bracket is at `open`, in order.
class JsonPieces {
 public:
  JsonPieces(std::string_view text, std::size_t open);
  // Returns false at the end, and if the text is truncated or not JSON.
  bool next(JsonPiece& piece);
  // Once next() has returned false: true if the closing bracket was found.
  [[nodiscard]] bool whole() const noexcept { return whole_; }
  // If whole(): the offset past that bracket.
  [[nodiscard]] std::size_t end() const noexcept { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  char close_ = 0;
  bool more_ = false;  // a piece must follow
  bool first_ = true;
  bool whole_ = false;
};

// Returns the offset of the first byte from `at` on that is not white space, or the end.
[[nodiscard]] std::size_t skip_json_space(std::string_view text, std::size_t at) noexcept;

// Decodes the escapes of the text between the quotes; nullopt if they are invalid.
[[nodiscard]] std::optional<std::string> json_string(std::string_view raw);

}  // namespace facsim
