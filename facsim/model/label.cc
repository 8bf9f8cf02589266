// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/label.h"

#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/model/recipe_words_internal.h"

namespace facsim {

std::string cut_label(std::string_view label) {
  constexpr std::string_view kMark = "...~";
  constexpr std::size_t kHashDigits = 32;
  if (label.size() <= limits::kLabelBytesMax) return std::string(label);
  std::size_t end = limits::kLabelBytesMax - kMark.size() - kHashDigits;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xC0U) == 0x80U) --end;
  const Hash128 whole = hash128(label);
  return std::string(label.substr(0, end))
      .append(kMark)
      .append(hex_digits(whole.high))
      .append(hex_digits(whole.low));
}

}  // namespace facsim
