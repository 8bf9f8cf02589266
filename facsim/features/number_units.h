// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which units of a text are numbers, dates, prices or codes: what a template is filled in with.
//
// A number unit is a run of ASCII letters and digits with a digit in it. Digits of other scripts,
// and letters beyond ASCII in the same word, are not seen: this tells templates from texts, it
// decides nothing of a fingerprint.

#include <cstdint>
#include <string_view>
#include <vector>

namespace facsim {

// Clears `hashes` and fills it with the hash of each number unit in order, as hash_units() has it.
// Cost: some 0.1 ns a byte, and 10 ns a number unit. Little-endian machines only, as all kernels.
void number_units(std::string_view utf8, std::uint64_t seed, std::vector<std::uint64_t>& hashes);

}  // namespace facsim
