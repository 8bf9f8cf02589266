// SPDX-License-Identifier: Apache-2.0
#pragma once
// The only place that opens files which facsim itself wrote or knows by name: of an index, of a
// result, of a recipe.
//
// Promise: no call blocks on another process. A pipe, a device, a socket or a folder under such a
// name is refused with Error{io} that names it, before a byte of it is read. open_user_input()
// (packed_input.h) opens what a user may give as a pipe. No other place of the program opens a file
// (tests/tidy_rules.py).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/files/packed_input.h"

namespace facsim {

// Opens for reading. Throws Error{not_found, io}.
[[nodiscard]] FileHandle open_own_file(const std::string& path);
// Reads the whole file. Also throws Error{invalid_argument} with the message `too_large` if it has
// more than `bytes_max` bytes.
[[nodiscard]] std::string read_own_file(const std::string& path, std::uint64_t bytes_max,
                                        std::string_view too_large);

// Returns at most the first `bytes_max` bytes of a file that facsim may have written; nullopt if it
// is a link, not a regular file, or cannot be read.
[[nodiscard]] std::optional<std::string> beginning_of_own(const std::string& path,
                                                          std::uint64_t bytes_max);

// Opens a lock file for reading and writing; creates it if `missing` allows. The handle is -1 with
// errno set on a system error. Throws Error{io} if it is not a regular file.
enum class WhereMissing { make, refuse };
[[nodiscard]] FileHandle open_own_lock(const std::string& path,
                                       WhereMissing missing = WhereMissing::make);

// Creates a new file for writing and reading, never opens an existing one; -1 and errno on a system
// error.
[[nodiscard]] FileHandle create_own_file(const std::string& path, unsigned mode = 0666);

// Opens a folder, to sync it or to look below it; -1 and errno on a system error. The second does
// not follow links: `name` is one name below `folder`.
[[nodiscard]] FileHandle open_own_folder(const std::string& path);
[[nodiscard]] FileHandle open_own_folder(const FileHandle& folder, const std::string& name);

}  // namespace facsim
