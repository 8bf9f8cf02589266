// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words as cut by ICU's rules and dictionaries (Unicode Standard Annex 29, and dictionaries for
// Chinese, Japanese, Thai, Lao, Khmer, Burmese).
//
// Another version of ICU may cut differently, so recipes with these units record its version.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// Returns the version of the library that is linked at run time, such as "ICU 72.1".
[[nodiscard]] std::string icu_version();

// Use one for each thread; construction reads the library's rules (a millisecond).
class IcuWords {
 public:
  // Throws Error{unsupported} if the library's data is missing.
  IcuWords();
  ~IcuWords();
  IcuWords(IcuWords&&) noexcept;

  // Clears `words` and fills it with the segments that contain a letter, a digit, kana or an
  // ideograph, folded like units (units.h). Ill-formed UTF-8 counts as U+FFFD. Cost: 100 ns a byte.
  void cut(std::string_view utf8, std::vector<std::string>& words);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
