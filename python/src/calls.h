// SPDX-License-Identifier: Apache-2.0
#pragma once
// The end of the interpreter waits for the calls of other threads. A daemon thread that asked for
// the lock behind that end would be unwound through our frames, which ends the process.

namespace facsim::python {

// One lives in each call that gives up the interpreter's lock. Throws nanobind::python_error
// (SystemExit, in the
// main thread RuntimeError) where the interpreter is ending. Made and destroyed with the lock.
class CallInProgress {
 public:
  CallInProgress();
  ~CallInProgress();
  CallInProgress(const CallInProgress&) = delete;
  CallInProgress& operator=(const CallInProgress&) = delete;
};

// Whether nobody may ask for the interpreter's lock any more who does not have it.
[[nodiscard]] bool is_interpreter_ending() noexcept;

// Throws as CallInProgress does: long calls ask it now and then.
void require_no_end();

}  // namespace facsim::python
