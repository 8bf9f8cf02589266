// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words as ICU's rules and dictionaries cut them (Unicode Standard Annex 29, and dictionaries for
// Chinese, Japanese, Thai, Lao, Khmer, Burmese).
//
// Another version of ICU may cut otherwise, so recipes with these units hold its version.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// "ICU 72.1": of the library that is linked at run time.
[[nodiscard]] std::string icu_version();

// One a thread; building it reads the library's rules (a millisecond).
class IcuWords {
 public:
  // Throws Error{unsupported} where the library's data is missing.
  IcuWords();
  ~IcuWords();
  IcuWords(IcuWords&&) noexcept;

  // Clears `words` and fills it: segments that hold a letter, a digit, kana or an ideograph, folded
  // as units are (units.h). Ill-formed UTF-8 counts as U+FFFD. Cost: 100 ns a byte.
  void cut(std::string_view utf8, std::vector<std::string>& words);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
