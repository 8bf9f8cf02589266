// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes all of some bytes, and words the errors of writing. Every room that writes uses these, so
// that one problem of a disk always has the same message.
//
// Cost: every call of write_all() makes a system call: pass large pieces. Safe from any thread.

#include <optional>
#include <string>
#include <string_view>

#include "facsim/base/error.h"

namespace facsim {

// Returns Error{no_space} if errno means that there is no room: a full disk, a quota, or a file
// that may not grow further. `remedy` is for the first two.
[[nodiscard]] std::optional<Error> no_space_error(int error_number, const std::string& path,
                                                  const Sentence& remedy);

// The same, and Error{io} for any other errno.
[[nodiscard]] Error write_error(int error_number, const std::string& path, const Sentence& remedy);

// Writes all bytes; continues after short and interrupted writes. Throws write_error().
void write_all(int descriptor, std::string_view bytes, const std::string& path,
               const Sentence& remedy);

}  // namespace facsim
