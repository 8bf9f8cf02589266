// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hashes of features by their text, as other programs have them. Pure; callable from any
// thread.

#include <cstdint>
#include <string_view>

#include "facsim/base/hash64.h"

namespace facsim {

// MD5 (RFC 1321) as a number with the digest's first byte highest: `low` are its last eight bytes.
// Cost: 300 ns.
[[nodiscard]] Hash128 md5_hash(std::string_view bytes);

// The hash of a string in Python 2 on 64 bits, over code points: x = c0 << 7, then for each
// character x = (x * 1000003) ^ c, then x ^= length. 0 for the empty string.
[[nodiscard]] std::uint64_t python_string_hash(std::string_view utf8);

// The hash of a string in the 64-bit .NET Framework, over UTF-16 units, which utf.h reads out of
// WTF-8.
[[nodiscard]] std::uint32_t dotnet_string_hash(std::string_view wtf8);

}  // namespace facsim
