// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_fault_internal.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "facsim/input/json_object_internal.h"
#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kOneALine = "; 'jq -c .' writes an object that goes over several on one";

bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_hex(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_word_part(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.' || c == '_';
}

// A readable form: 'x', or byte 0x07.
std::string shown(char c) {
  if (c > ' ' && c < 0x7f) return std::string("'") + c + "'";
  if (c == ' ') return "a blank";
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "byte 0x%02x", static_cast<unsigned char>(c));
  return text.data();
}

// -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_number(std::string_view word) noexcept {
  const auto take_digits = [&] {
    const std::size_t end = std::min(word.find_first_not_of("0123456789"), word.size());
    word.remove_prefix(end);
    return end > 0;
  };
  if (word.starts_with('-')) word.remove_prefix(1);
  if (word.starts_with('0')) {
    word.remove_prefix(1);
  } else if (!take_digits()) {
    return false;
  }
  if (word.starts_with('.')) {
    word.remove_prefix(1);
    if (!take_digits()) return false;
  }
  if (word.starts_with('e') || word.starts_with('E')) {
    word.remove_prefix(1);
    if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
    if (!take_digits()) return false;
  }
  return word.empty();
}

bool is_value_word(std::string_view word) noexcept {
  return word == "true" || word == "false" || word == "null" || word == "NaN" ||
         word == "Infinity" || word == "-Infinity" || is_number(word);
}

class FaultFinder {
 public:
  FaultFinder(std::string_view line, std::size_t levels_max)
      : line_(line), levels_max_(levels_max) {}

  std::string find() {
    skip_blanks();
    if (is_at_end()) return "the line is empty";
    if (line_[at_] != '{') return wrong_beginning();
    do {
      skip_blanks();
      step();
    } while (fault_.empty() && !open_.empty());
    if (fault_.empty()) look_behind();
    return fault_;
  }

 private:
  enum class Next { value, name, name_or_end, value_or_end, colon, comma_or_end };

  [[nodiscard]] bool is_at_end() const { return at_ == line_.size(); }
  void skip_blanks() {
    while (!is_at_end() && is_blank(line_[at_])) ++at_;
  }
  void fail(std::string_view what, std::string_view remedy = {}) {
    fault_ = std::string(what) + ", " + std::to_string(at_) + (at_ == 1 ? " byte" : " bytes") +
             " into the line";
    fault_ += remedy;
  }

  std::string wrong_beginning() {
    if (line_.substr(at_) != without_utf8_mark(line_.substr(at_))) {
      fail("a byte-order mark, which may stand only at the beginning of a file",
           "; sed 's/\\xEF\\xBB\\xBF//' drops it");
    } else if (line_[at_] == '[') {
      fail("a list in the place of an object", "; jq -c '.[]' writes its objects, one a line");
    } else if (line_[at_] == '\0') {
      fail_at_nul();
    } else {
      fail(shown(line_[at_]) + " where an object's '{' must stand");
    }
    return fault_;
  }

  void fail_at_nul() { fail("a zero byte", "; tr -d '\\000' drops them"); }

  void step() {
    if (open_.empty()) return open('{');
    if (is_at_end()) return fail("the line ends before its object does", kOneALine);
    const char c = line_[at_];
    if (c == '\0') return fail_at_nul();
    switch (next_) {
      case Next::name_or_end:
        if (c == '}') return close();
        [[fallthrough]];
      case Next::name:
        if (c == '}') return fail("a comma stands behind the last member, before the '}'");
        if (c != '"') return fail(shown(c) + " where a name in double quotes must stand");
        read_string();
        next_ = Next::colon;
        return;
      case Next::colon:
        if (c != ':') return fail(shown(c) + " where a ':' must stand");
        ++at_;
        next_ = Next::value;
        return;
      case Next::value_or_end:
        if (c == ']') return close();
        [[fallthrough]];
      case Next::value:
        return read_value(c);
      case Next::comma_or_end:
        return read_comma_or_end(c);
    }
  }

  void read_comma_or_end(char c) {
    const bool is_object = open_.back() == '{';
    if (c == (is_object ? '}' : ']')) return close();
    if (c != ',') {
      return fail(shown(c) + " where a ',' or " + (is_object ? "'}'" : "']'") + " must stand");
    }
    ++at_;
    next_ = is_object ? Next::name : Next::value;
  }

  void open(char bracket) {
    if (open_.size() >= levels_max_) {
      return fail("objects and lists nest deeper than " + std::to_string(levels_max_) + " levels");
    }
    open_ += bracket;
    ++at_;
    next_ = bracket == '{' ? Next::name_or_end : Next::value_or_end;
  }

  void close() {
    open_.pop_back();
    ++at_;
    next_ = Next::comma_or_end;
  }

  void read_value(char c) {
    if (c == '{' || c == '[') return open(c);
    if (c == '"') {
      read_string();
    } else if (is_word_part(c)) {
      read_word();
    } else if (c == ']' && open_.back() == '[') {
      fail("a comma stands behind the last value, before the ']'");
    } else {
      fail(shown(c) + " where a value must stand");
    }
    next_ = Next::comma_or_end;
  }

  void read_word() {
    constexpr std::size_t kWordBytesShown = 20;
    std::size_t end = at_;
    while (end < line_.size() && is_word_part(line_[end])) ++end;
    const std::string_view word = line_.substr(at_, end - at_);
    if (!is_value_word(word)) {
      return fail("'" + std::string(word.substr(0, kWordBytesShown)) +
                  (word.size() > kWordBytesShown ? "..." : "") + "' is no value of JSON");
    }
    at_ = end;
  }

  void read_string() {
    for (++at_;; ++at_) {
      if (is_at_end()) return fail("the line ends within a string");
      const char c = line_[at_];
      if (c == '"') break;
      if (c == '\0') return fail_at_nul();
      if (static_cast<unsigned char>(c) < 0x20) return fail_at_control(c);
      if (c == '\\' && !skip_escape()) return;
    }
    ++at_;
  }

  void fail_at_control(char c) {
    std::array<char, 16> code{};
    std::snprintf(code.data(), code.size(), "%04X", static_cast<unsigned char>(c));
    fail("a control character, U+" + std::string(code.data()) + ", in a string",
         "; JSON writes it as \\u" + std::string(code.data()) +
             " (Python's json.loads(line, strict=False) reads such lines)");
  }

  // Call at the backslash; leaves the last byte to the caller.
  bool skip_escape() {
    const std::string_view rest = line_.substr(at_ + 1);
    if (rest.empty()) return true;  // the string does not end
    std::size_t bytes = 1;
    bool is_known = std::string_view("\"\\/bfnrt").find(rest.front()) != std::string_view::npos;
    if (rest.front() == 'u') {
      bytes = 5;
      is_known = rest.size() < bytes || std::all_of(rest.begin() + 1, rest.begin() + 5, is_hex);
    }
    if (is_known) {
      at_ += std::min(bytes, rest.size());
      return true;
    }
    fail("\\ and " + shown(rest.front()) + " in a string are no escape of JSON",
         "; a backslash itself is written \\\\");
    return false;
  }

  // Checks the bytes after the object.
  void look_behind() {
    skip_blanks();
    if (is_at_end()) return;
    const std::string_view rest = line_.substr(at_);
    if (rest.front() == '\0') return fail_at_nul();
    if (trimmed(rest) == ",") {
      return fail("a comma behind the object", "; sed 's/,[[:space:]]*$//' drops it");
    }
    if (rest.front() == '{') {
      return fail("a second object on the line", "; 'jq -c .' writes one a line");
    }
    fail(shown(rest.front()) + " behind the object");
  }

  std::string_view line_;
  std::size_t levels_max_;
  std::size_t at_ = 0;
  std::string open_;  // brackets
  Next next_ = Next::value;
  std::string fault_;
};

}  // namespace

std::string json_fault(std::string_view line, std::size_t levels_max) {
  return FaultFinder(line, levels_max).find();
}

}  // namespace facsim
