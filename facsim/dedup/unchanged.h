// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is an input still as it was when it was read? Edits are offsets: in a file that was written to
// meanwhile they would cut other records.

#include "facsim/input/input_files.h"

namespace facsim {

// Throws Error{io} that says that the file has changed since it was read.
[[noreturn]] void throw_changed(const InputFile& file);
// Throws it where a file is not as it was when it was read.
void check_unchanged(const InputFile& file);
// By size and time.
[[nodiscard]] bool is_unchanged(const InputFile& file);

}  // namespace facsim
