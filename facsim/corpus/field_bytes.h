// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes and reads values one after the other in bytes: for sections that are read from front to
// back.
//
// A whole number takes 1 to 10 bytes: seven bits per byte, the lowest first, the highest bit set in
// all but the last byte (LEB128). A word is 8 bytes, lowest first; a real number is the word of its
// IEEE bits; a text is its number of bytes and the bytes. The reader checks every bound: for any
// bytes it returns values within them or throws Error{damaged} with the file and section.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/base/error.h"

namespace facsim {

class FieldWriter {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::byte>(value | 0x80));
    bytes_.push_back(static_cast<std::byte>(value));
  }
  void word(std::uint64_t value) {
    for (int i = 0; i < 64; i += 8) bytes_.push_back(static_cast<std::byte>(value >> i));
  }
  void real(double value) { word(std::bit_cast<std::uint64_t>(value)); }
  void raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void text(std::string_view text) {
    number(text.size());
    raw(std::as_bytes(std::span(text)));
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  void clear() noexcept { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

class FieldReader {
 public:
  // `bytes` must outlive this; `where` is the file and the section, for messages.
  FieldReader(std::span<const std::byte> bytes, std::string where)
      : bytes_(bytes), where_(std::move(where)) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      const auto byte = static_cast<std::uint64_t>(take(1)[0]);
      if (shift == 63 && byte > 1) break;
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    fail("a number is too long");
  }
  // Returns a number of at most `most`, or throws Error{damaged}.
  std::uint64_t number_to(std::uint64_t most) {
    const std::uint64_t value = number();
    if (value > most) fail("a number is larger than it can be");
    return value;
  }
  // Returns the number of a choice, 0..last, or throws Error{unsupported}: a later program may know
  // more choices.
  std::uint64_t choice(std::uint64_t last, std::string_view what) {
    const std::uint64_t value = number();
    if (value <= last) return value;
    throw Error(ErrorCode::unsupported,
                std::string(what) + " number " + std::to_string(value) +
                    " is none that this program knows; use a newer facsim, or run " + Named::dedup +
                    " again",
                where_);
  }
  std::uint32_t number32(std::uint64_t most = std::numeric_limits<std::uint32_t>::max()) {
    return static_cast<std::uint32_t>(number_to(most));
  }
  std::uint64_t word() {
    const auto eight = take(8);
    std::uint64_t value = 0;
    for (int i = 7; i >= 0; --i) {
      value = value << 8 | static_cast<std::uint64_t>(eight[static_cast<std::size_t>(i)]);
    }
    return value;
  }
  double real() { return std::bit_cast<double>(word()); }
  void raw(std::span<std::byte> into) {
    const auto from = take(into.size());
    std::copy(from.begin(), from.end(), into.begin());
  }
  std::string text() {
    const auto from = take(number());
    return {reinterpret_cast<const char*>(from.data()), from.size()};
  }
  // Returns how many items follow, each of at least a byte: the bound prevents reserving memory for
  // more items than the file can have.
  std::uint64_t count() { return number_to(bytes_.size() - at_); }
  [[nodiscard]] bool at_end() const noexcept { return at_ == bytes_.size(); }
  void expect_end() const {
    if (!at_end()) fail("more bytes than it should have");
  }
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(ErrorCode::damaged, std::string(what) + " at byte " + std::to_string(at_), where_);
  }

 private:
  std::span<const std::byte> take(std::uint64_t count) {
    if (count > bytes_.size() - at_) fail("it ends too early");
    const auto taken = bytes_.subspan(at_, static_cast<std::size_t>(count));
    at_ += static_cast<std::size_t>(count);
    return taken;
  }

  std::span<const std::byte> bytes_;
  std::string where_;
  std::size_t at_ = 0;
};

}  // namespace facsim
