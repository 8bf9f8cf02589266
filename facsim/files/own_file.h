// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one door to files that facsim itself wrote or knows by name: of an index, of a result, of a
// recipe.
//
// Promise: no call waits for anybody. A pipe, a device, a socket or a folder under such a name is
// refused with Error{io} that names it, before a byte of it is read. What a user may
// give as a pipe is opened by open_user_input() (packed_input.h). No other place of the program
// opens a file (tests/tidy_rules.py).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/files/packed_input.h"

namespace facsim {

// For reading. Throws Error{not_found, io}.
[[nodiscard]] FileHandle open_own_file(const std::string& path);
// All of it. Throws also Error{invalid_argument} for more than so many bytes: `too_large` says what
// is none so large.
[[nodiscard]] std::string read_own_file(const std::string& path, std::uint64_t bytes_max,
                                        std::string_view too_large);

// The beginning of a file that may be ours, at most so many bytes of it; nothing where it is a
// link, no regular file, or cannot be read.
[[nodiscard]] std::optional<std::string> beginning_of_own(const std::string& path,
                                                          std::uint64_t bytes_max);

// For reading and writing: a lock. Where it is missing it is made, or not. -1 and errno where the
// system refuses. Throws Error{io}.
enum class WhereMissing { make, refuse };
[[nodiscard]] FileHandle open_own_lock(const std::string& path,
                                       WhereMissing missing = WhereMissing::make);

// A new file for writing and reading, never one that is there; -1 and errno where the system
// refuses.
[[nodiscard]] FileHandle create_own_file(const std::string& path, unsigned mode = 0666);

// A folder, to sync it or to look below it; -1 and errno where the system refuses. The second
// follows no link: `name` is one name below `folder`.
[[nodiscard]] FileHandle open_own_folder(const std::string& path);
[[nodiscard]] FileHandle open_own_folder(const FileHandle& folder, const std::string& name);

}  // namespace facsim
