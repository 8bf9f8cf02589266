// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a byte is in each encoding of one byte a character, seen by letter costs.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "facsim/extract/transcode_internal.h"

namespace facsim {

struct ByteLetter {
  char16_t letter = ' ';  // small; a space for all that is no letter
  bool is_upper = false;
  std::uint8_t surcharge = 0;  // bits, for what texts seldom have
};

struct ByteEncoding {
  const Encoding* encoding = nullptr;
  unsigned bits = 0;                   // what speaks against it before anything is read
  std::vector<std::size_t> languages;  // that are written in it, as numbers of pair_costs()
  std::array<ByteLetter, 256> letters = {};
};

// All that can be guessed; where two read a text alike, the first is the name. Made at the first
// call, for ever; any thread may call.
[[nodiscard]] const std::vector<ByteEncoding>& byte_encodings();

}  // namespace facsim
