// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hashes of the text of features, compatible with other programs. Pure; callable from any thread.

#include <cstdint>
#include <string_view>

#include "facsim/base/hash64.h"

namespace facsim {

// Returns MD5 (RFC 1321) as a number with the digest's first byte highest: `low` contains its last
// eight bytes. Cost: 300 ns.
[[nodiscard]] Hash128 md5_hash(std::string_view bytes);

// Returns the string hash of 64-bit Python 2, over code points: x = c0 << 7, then for each
// character x = (x * 1000003) ^ c, then x ^= length. 0 for the empty string.
[[nodiscard]] std::uint64_t python_string_hash(std::string_view utf8);

// Returns the string hash of the 64-bit .NET Framework, over the UTF-16 units that utf.h reads from
// WTF-8.
[[nodiscard]] std::uint32_t dotnet_string_hash(std::string_view wtf8);

}  // namespace facsim
