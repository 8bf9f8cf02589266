// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_repair.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

// Returns the code unit of `\uXXXX` at the front of `text`, if there is one.
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

// True if a parser with 64-bit numbers must fail.
bool is_beyond_64_bits(std::string_view number) noexcept {
  if (!is_json_number(number)) return false;
  if (number.find_first_of(".eE") != std::string_view::npos) return !parse_number(number);
  std::int64_t value = 0;
  if (number.starts_with('-')) {
    return std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc{};
  }
  return !parse_whole(number);
}

// U+10F000 to U+10F0FF, of private use, represent bytes: F4 8F 80 80 to F4 8F 83 BF. Such
// characters in the text itself are kept as their four bytes.
constexpr std::string_view kKeptPrefix = "\xF4\x8F";
constexpr std::size_t kKeptBytes = 4;
constexpr unsigned kKeptHigh = 0xDBFC;  // the surrogates of U+10F000 and after
constexpr unsigned kKeptLowMax = 0xDCFF;

bool stands_for_byte(std::string_view text) noexcept {
  return text.size() >= kKeptBytes && text.starts_with(kKeptPrefix) &&
         static_cast<unsigned char>(text[2]) <= 0x83;
}

void append_kept(std::string& result, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    result.append(kKeptPrefix);
    result.push_back(static_cast<char>(0x80 | (byte >> 6)));
    result.push_back(static_cast<char>(0x80 | (byte & 0x3f)));
  }
}

class Repair {
 public:
  Repair(std::string_view json, JsonRepair how) : json_(json), how_(how) {
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
      } else if (!in_string_ && (c == 'N' || c == 'I' || c == '-') && take_nonfinite()) {
        continue;
      } else if (!in_string_ && is_number_byte(c)) {
        take_number();
      } else if (in_string_ && how_.has_pairs && is_pair(json_.substr(at_, 2))) {
        take_ill_formed(2);
      } else {
        take_character();
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

  // True for the first and second bytes of Shift_JIS, Big5 and GBK.
  [[nodiscard]] static bool is_pair(std::string_view two) noexcept {
    if (two.size() < 2) return false;
    const auto first = static_cast<unsigned char>(two[0]);
    const auto second = static_cast<unsigned char>(two[1]);
    return first > 0x80 && first < 0xFF && second >= 0x40 && second != 0x7F && second < 0xFF;
  }

  void take_character() {
    const Utf8Step step = utf8_step(json_, at_);
    const bool is_taken_for_byte = how_.keeps_bytes && stands_for_byte(json_.substr(at_));
    if (step.well_formed && !is_taken_for_byte) {
      copy(step.bytes);
    } else {
      take_ill_formed(step.bytes);
    }
  }

  void take_ill_formed(std::size_t bytes) {
    if (how_.keeps_bytes) {
      append_kept(result_, json_.substr(at_, bytes));
      at_ += bytes;
    } else {
      replace(bytes, kReplacement);
    }
  }

  // Handles two escaped surrogates that form a pair.
  void take_escaped_pair(unsigned high, unsigned low) {
    if (!how_.keeps_bytes || high != kKeptHigh || low > kKeptLowMax) {
      copy(12);
      return;
    }
    const char character[] = {'\xF4', '\x8F', static_cast<char>(0x80 | ((low & 0xff) >> 6)),
                              static_cast<char>(0x80 | (low & 0x3f))};
    append_kept(result_, {character, sizeof(character)});
    at_ += 12;
  }

  void take_escape() {
    const std::optional<unsigned> unit = escaped_unit(json_.substr(at_));
    if (!unit) {
      // Copies a backslash and the byte after it; if that is not ASCII, it is handled next.
      const bool guards_ascii =
          at_ + 1 < json_.size() && static_cast<unsigned char>(json_[at_ + 1]) < 0x80;
      copy(guards_ascii ? 2 : 1);
    } else if (is_high(*unit)) {
      const std::optional<unsigned> partner = escaped_unit(json_.substr(at_ + 6));
      if (partner && is_low(*partner)) {
        take_escaped_pair(*unit, *partner);
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

  // Replaces a word of Python and JavaScript in the place of a value by null.
  [[nodiscard]] bool take_nonfinite() {
    constexpr std::string_view kSpace = " \t\r\n";
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (!json_.substr(at_).starts_with(word)) continue;
      const std::size_t before =
          at_ == 0 ? std::string_view::npos : json_.find_last_not_of(kSpace, at_ - 1);
      const std::size_t after = json_.find_first_not_of(kSpace, at_ + word.size());
      if (before == std::string_view::npos || after == std::string_view::npos) return false;
      const bool is_value = std::string_view(":[,").find(json_[before]) != std::string_view::npos &&
                            std::string_view(",]}").find(json_[after]) != std::string_view::npos;
      if (is_value) replace(word.size(), "null");
      return is_value;
    }
    return false;
  }

  std::string_view json_;
  JsonRepair how_;
  std::string result_;
  std::size_t at_ = 0;
  bool in_string_ = false;
};

}  // namespace

std::string repair_json(std::string_view json, JsonRepair how) { return Repair(json, how).run(); }

std::string with_kept_bytes(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  while (!text.empty()) {
    const std::size_t at = std::min(text.find(kKeptPrefix), text.size());
    bytes.append(text.substr(0, at));
    text.remove_prefix(at);
    if (text.empty()) break;
    const bool is_kept = stands_for_byte(text);
    if (is_kept) {
      const unsigned high = static_cast<unsigned char>(text[2]) & 0x3fU;
      bytes.push_back(
          static_cast<char>((high << 6) | (static_cast<unsigned char>(text[3]) & 0x3fU)));
    } else {
      bytes.push_back(text.front());
    }
    text.remove_prefix(is_kept ? kKeptBytes : 1);
  }
  return bytes;
}

}  // namespace facsim
