// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that an input has not changed since it was read. Edits are offsets: in a file modified
// since then they would cut other records.

#include "facsim/input/input_files.h"

namespace facsim {

// Throws Error{io}: the file has changed since it was read.
[[noreturn]] void throw_changed(const InputFile& file);
// Throws the same if the file has changed since it was read.
void check_unchanged(const InputFile& file);
// Compares size and modification time.
[[nodiscard]] bool is_unchanged(const InputFile& file);

}  // namespace facsim
