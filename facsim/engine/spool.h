// SPDX-License-Identifier: Apache-2.0
#pragma once
// Standard input as a file: it is read more than once, and a pipe can be read only once.

#include <atomic>
#include <string>

namespace facsim {

// Copies file descriptor 0 to its end into a new file in `folder` (a temporary one: the file is the
// caller's to remove) and returns its path. Throws Error{no_space, io}; Error{cancelled} within a
// fifth of a second after `cancelled` is set, even while nothing comes in.
[[nodiscard]] std::string spool_stdin(const std::string& folder,
                                      const std::atomic<bool>* cancelled = nullptr);

}  // namespace facsim
