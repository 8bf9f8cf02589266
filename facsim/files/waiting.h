// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is asked while a pipe is waited for: whether the user still wants to.
//
// One question for the whole program, since whoever reads is far below whoever knows. The program's
// own is throw_if_interrupted(). Callable from any thread.

namespace facsim {

// From now on `check` is called some times a second while something is waited for; it may throw.
// Null: nobody is asked, as at the start.
void ask_while_waiting(void (*check)()) noexcept;

// Asks now.
void while_waiting();

// Returns when the descriptor has bytes, or its end; asks meanwhile. Where the system cannot tell
// it returns at once.
void wait_for_input(int descriptor);

}  // namespace facsim
