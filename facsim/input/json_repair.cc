// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_repair_internal.h"

#include <charconv>
#include <cstdint>
#include <optional>

#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

// The code unit of `\uXXXX` at the front of `text`, if that is what stands there.
std::optional<unsigned> escaped_unit(std::string_view text) noexcept {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return {};
  unsigned unit = 0;
  const auto [stop, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
  if (error != std::errc{} || stop != text.data() + 6) return {};
  return unit;
}

constexpr bool is_high(unsigned unit) noexcept { return unit >= 0xD800 && unit <= 0xDBFF; }
constexpr bool is_low(unsigned unit) noexcept { return unit >= 0xDC00 && unit <= 0xDFFF; }

constexpr bool is_number_byte(char c) noexcept {
  return is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

std::string_view digits_at(std::string_view text) noexcept {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  return text.substr(0, count);
}

// The grammar of RFC 8259, section 6.
bool is_json_number(std::string_view text) noexcept {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view whole = digits_at(text);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) return false;
  text.remove_prefix(whole.size());
  if (text.starts_with('.')) {
    const std::string_view fraction = digits_at(text.substr(1));
    if (fraction.empty()) return false;
    text.remove_prefix(1 + fraction.size());
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::string_view exponent = digits_at(text);
    if (exponent.empty()) return false;
    text.remove_prefix(exponent.size());
  }
  return text.empty();
}

// True where a parser with 64-bit numbers must give up.
bool is_beyond_64_bits(std::string_view number) noexcept {
  if (!is_json_number(number)) return false;
  if (number.find_first_of(".eE") != std::string_view::npos) return !parse_number(number);
  std::int64_t value = 0;
  if (number.starts_with('-')) {
    return std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc{};
  }
  return !parse_whole(number);
}

class Repair {
 public:
  explicit Repair(std::string_view json) : json_(json) {
    result_.reserve(json.size() + json.size() / 8 + 64);
  }

  std::string run() {
    while (at_ < json_.size()) {
      const char c = json_[at_];
      if (c == '"') {
        in_string_ = !in_string_;
        copy(1);
      } else if (in_string_ && c == '\\') {
        take_escape();
      } else if (!in_string_ && is_number_byte(c)) {
        take_number();
      } else {
        const Utf8Step step = utf8_step(json_, at_);
        if (step.well_formed) {
          copy(step.bytes);
        } else {
          replace(step.bytes, kReplacement);
        }
      }
    }
    return std::move(result_);
  }

 private:
  void copy(std::size_t bytes) {
    result_.append(json_.substr(at_, bytes));
    at_ += bytes;
  }

  void replace(std::size_t bytes, std::string_view by) {
    result_.append(by);
    at_ += bytes;
  }

  void take_escape() {
    const std::optional<unsigned> unit = escaped_unit(json_.substr(at_));
    if (!unit) {
      // A backslash and what it guards; what is not ASCII stays for the next turn.
      const bool guards_ascii =
          at_ + 1 < json_.size() && static_cast<unsigned char>(json_[at_ + 1]) < 0x80;
      copy(guards_ascii ? 2 : 1);
    } else if (is_high(*unit)) {
      const std::optional<unsigned> partner = escaped_unit(json_.substr(at_ + 6));
      if (partner && is_low(*partner)) {
        copy(12);
      } else {
        replace(6, "\\ufffd");
      }
    } else if (is_low(*unit)) {
      replace(6, "\\ufffd");
    } else {
      copy(6);
    }
  }

  void take_number() {
    std::size_t end = at_;
    while (end < json_.size() && is_number_byte(json_[end])) ++end;
    const std::string_view number = json_.substr(at_, end - at_);
    if (is_beyond_64_bits(number)) {
      result_.append("\"").append(number).append("\"");
      at_ = end;
    } else {
      copy(number.size());
    }
  }

  std::string_view json_;
  std::string result_;
  std::size_t at_ = 0;
  bool in_string_ = false;
};

}  // namespace

std::string repair_json(std::string_view json) { return Repair(json).run(); }

}  // namespace facsim
