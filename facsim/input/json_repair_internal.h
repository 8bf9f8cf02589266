// SPDX-License-Identifier: Apache-2.0
#pragma once
// A copy of a JSON text in which a strict parser finds less to refuse.

#include <string>
#include <string_view>

namespace facsim {

// Replaces ill-formed UTF-8 by U+FFFD, escaped surrogates without partner by \ufffd, and puts
// quotes around well-formed numbers that 64 bits do not hold. Leaves all else as it is, broken or
// not. One pass, no recursion.
[[nodiscard]] std::string repair_json(std::string_view json);

}  // namespace facsim
