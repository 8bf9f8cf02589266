// SPDX-License-Identifier: Apache-2.0
#pragma once
// The check that is called while facsim waits for a pipe or for the lock of a folder, so that the
// user can stop it.
//
// One check for the whole program, since the code that reads is far below the code that knows about
// interrupts. The program installs throw_if_interrupted(). Callable from any thread.

namespace facsim {

// Installs `check`, which is called several times a second during a wait; it may throw. Null: no
// check, as at the start.
void ask_while_waiting(void (*check)()) noexcept;

// Calls the check now.
void while_waiting();

// Returns when the descriptor has bytes or is at its end; calls the check meanwhile. Returns at
// once if poll(2) fails.
void wait_for_input(int descriptor);

}  // namespace facsim
