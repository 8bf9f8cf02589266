// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/unicode_case_internal.h"

#include <cstddef>

#include "facsim/features/code_points_internal.h"
#include "facsim/features/unicode_tables_internal.h"

namespace facsim {
namespace {

constexpr char32_t kSmallSigma = 0x3c3;
constexpr char32_t kFinalSigma = 0x3c2;
constexpr std::string_view kSmallDottedI = "i\xcc\x87";

// True if a cased character follows from `at` on, after any number of case-ignorable ones.
bool comes_before_cased(std::string_view utf8, std::size_t at) {
  while (at < utf8.size()) {
    const CodePoint c = code_point_at(utf8, at);
    const unsigned properties = kPropertyTrie[c.value];
    if ((properties & kIsCaseIgnorable) == 0) return (properties & kIsCased) != 0;
    at += c.bytes;
  }
  return false;
}

class Lowerer {
 public:
  Lowerer(std::string_view utf8, std::string& out) : utf8_(utf8), out_(out) {}

  void run() {
    for (std::size_t at = 0; at < utf8_.size();) {
      const CodePoint c = code_point_at(utf8_, at);
      const unsigned properties = kPropertyTrie[c.value];
      at += c.bytes;
      add(c.value, properties >> kLowerShift, at);
      // Some characters are both, such as U+0345.
      if ((properties & kIsCaseIgnorable) == 0) is_behind_cased_ = (properties & kIsCased) != 0;
    }
  }

 private:
  void add(char32_t c, unsigned lower, std::size_t end) {
    if (lower == kLowerDottedI) {
      out_ += kSmallDottedI;
      return;
    }
    if (lower == kLowerSigma) {
      const bool is_final = is_behind_cased_ && !comes_before_cased(utf8_, end);
      c = is_final ? kFinalSigma : kSmallSigma;
    } else {
      c = static_cast<char32_t>(static_cast<std::int32_t>(c) + kLowerDeltas[lower]);
    }
    const FourBytes bytes = utf8_bytes(c);
    out_.append(bytes.data, bytes.size);
  }

  std::string_view utf8_;
  std::string& out_;
  bool is_behind_cased_ = false;  // case-ignorable characters between do not matter
};

}  // namespace

void append_lower(std::string_view utf8, std::string& out) { Lowerer(utf8, out).run(); }

}  // namespace facsim
