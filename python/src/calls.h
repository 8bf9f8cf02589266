// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lets the end of the interpreter wait for calls in other threads. If a daemon thread requested the
// lock after the end, Python would unwind it through our frames, which ends the process.

namespace facsim::python {

// Exists during each call that releases the interpreter's lock. Throws nanobind::python_error
// (SystemExit, in the main thread RuntimeError) if the interpreter is ending. Construct and destroy
// it with the lock.
class CallInProgress {
 public:
  CallInProgress();
  ~CallInProgress();
  CallInProgress(const CallInProgress&) = delete;
  CallInProgress& operator=(const CallInProgress&) = delete;
};

// True if a thread that does not hold the interpreter's lock must not request it any more.
[[nodiscard]] bool is_interpreter_ending() noexcept;

// Throws like CallInProgress if the interpreter is ending; long calls check this from time to time.
void require_no_end();

}  // namespace facsim::python
