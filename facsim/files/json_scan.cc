// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/json_scan.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace facsim {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Returns the offset past the string whose quote is at `at`, or kNone.
std::size_t skip_string(std::string_view text, std::size_t at) noexcept {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return kNone;
}

// Returns the offset past the value at `at`, or kNone. Counts brackets without matching their
// kinds.
std::size_t skip_value(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size()) return kNone;
  if (text[at] == '"') return skip_string(text, at);
  if (text[at] != '{' && text[at] != '[') {
    const std::size_t end = std::min(text.find_first_of(",]}\" \t\r\n", at), text.size());
    return end > at ? end : kNone;
  }
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
      if (at == kNone) return kNone;
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at;
  }
  return kNone;
}

void append_utf8(std::string& out, std::uint32_t point) {
  const auto rest = [&](unsigned shift) {
    out += static_cast<char>(0x80U | (point >> shift & 0x3fU));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0U | point >> 6);
    rest(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0U | point >> 12);
    rest(6);
    rest(0);
  } else {
    out += static_cast<char>(0xf0U | point >> 18);
    rest(12);
    rest(6);
    rest(0);
  }
}

// Reads the four hexadecimal digits at `at`.
std::optional<std::uint32_t> four_digits(std::string_view raw, std::size_t at) {
  if (at > raw.size() || raw.size() - at < 4) return std::nullopt;
  std::uint32_t value = 0;
  const char* end = raw.data() + at + 4;
  const auto read = std::from_chars(raw.data() + at, end, value, 16);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

// Decodes the \u escape whose digits are at `at`, also a surrogate pair, and moves `at` past it.
std::optional<std::uint32_t> escaped_point(std::string_view raw, std::size_t& at) {
  const std::optional<std::uint32_t> first = four_digits(raw, at);
  at += 4;
  if (!first || *first < 0xd800 || *first > 0xdfff) return first;
  if (*first > 0xdbff || raw.substr(at, 2) != "\\u") return std::nullopt;
  const std::optional<std::uint32_t> second = four_digits(raw, at + 2);
  at += 6;
  if (!second || *second < 0xdc00 || *second > 0xdfff) return std::nullopt;
  return 0x10000 + ((*first - 0xd800) << 10) + (*second - 0xdc00);
}

}  // namespace

std::size_t skip_json_space(std::string_view text, std::size_t at) noexcept {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

JsonPieces::JsonPieces(std::string_view text, std::size_t open) : text_(text), at_(text.size()) {
  if (open >= text.size() || (text[open] != '{' && text[open] != '[')) return;
  close_ = text[open] == '{' ? '}' : ']';
  at_ = open + 1;
  more_ = true;
}

bool JsonPieces::next(JsonPiece& piece) {
  if (!more_) return false;
  more_ = false;
  std::size_t at = skip_json_space(text_, at_);
  if (at >= text_.size()) return false;
  if (first_ && text_[at] == close_) {
    whole_ = true;
    at_ = at + 1;
    return false;
  }
  first_ = false;
  piece = {};
  piece.begin = at;
  if (close_ == '}') {
    const std::size_t name_end = text_[at] == '"' ? skip_string(text_, at) : kNone;
    if (name_end == kNone) return false;
    piece.name = text_.substr(at + 1, name_end - at - 2);
    at = skip_json_space(text_, name_end);
    if (at >= text_.size() || text_[at] != ':') return false;
    at = skip_json_space(text_, at + 1);
  }
  piece.value = at;
  piece.end = skip_value(text_, at);
  if (piece.end == kNone) return false;
  at = skip_json_space(text_, piece.end);
  if (at >= text_.size()) return false;
  piece.comma = text_[at] == ',' ? at : kNone;
  more_ = piece.comma != kNone;
  whole_ = text_[at] == close_;
  at_ = at + 1;
  return more_ || whole_;
}

std::optional<std::string> json_string(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    const char c = raw[at++];
    if (c != '\\') {
      text += c;
      continue;
    }
    if (at == raw.size()) return std::nullopt;
    const char escape = raw[at++];
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (escape == 'u') {
      const std::optional<std::uint32_t> point = escaped_point(raw, at);
      if (!point) return std::nullopt;
      append_utf8(text, *point);
    } else if (const std::size_t which = kLetters.find(escape); which != kNone) {
      text += kMeanings[which];
    } else {
      return std::nullopt;
    }
  }
  return text;
}

}  // namespace facsim
