// SPDX-License-Identifier: Apache-2.0
#pragma once
// The letter that each byte stands for in each single-byte encoding that can be guessed, as letter
// costs see it.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "facsim/extract/transcode_internal.h"

namespace facsim {

struct ByteLetter {
  char16_t letter = ' ';  // lowercase; a space for everything that is not a letter
  bool is_upper = false;
  std::uint8_t surcharge = 0;  // bits, for characters that texts seldom contain
};

struct ByteEncoding {
  const Encoding* encoding = nullptr;
  unsigned bits = 0;  // initial cost: the evidence against it before any byte is read
  std::vector<std::size_t> languages;  // written in it; indices into pair_costs()
  std::array<ByteLetter, 256> letters = {};
};

// All encodings that can be guessed; if two decode a text alike, the first gives the name. Built at
// the first call and never freed; any thread may call.
[[nodiscard]] const std::vector<ByteEncoding>& byte_encodings();

}  // namespace facsim
