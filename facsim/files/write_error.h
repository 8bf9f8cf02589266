// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writing all of some bytes, and the words for what keeps them from being written. Every room that
// writes has them from here, so that one trouble of a disk has one name.
//
// Cost: every call of write_all() is a system call: hand over large pieces. Safe from any thread.

#include <optional>
#include <string>
#include <string_view>

#include "facsim/base/error.h"

namespace facsim {

// Error{no_space} where errno says that there is no room: a full disk, a quota, or a file that may
// not grow further. `remedy` is for the first two.
[[nodiscard]] std::optional<Error> no_space_error(int error_number, const std::string& path,
                                                  const Sentence& remedy);

// The same, and Error{io} for all else.
[[nodiscard]] Error write_error(int error_number, const std::string& path, const Sentence& remedy);

// Carries on behind short and interrupted writes. Throws write_error().
void write_all(int descriptor, std::string_view bytes, const std::string& path,
               const Sentence& remedy);

}  // namespace facsim
