// SPDX-License-Identifier: Apache-2.0
#pragma once
// A seam for tests: what if the program dies, or the disk is full, right here?
//
// Every step of this room that changes the disk first names itself, "write 000002.seg", to the hook
// that is set. A hook that ends the process shows what a killed writer leaves; one that throws
// Error{no_space} shows what a full disk leaves; one that only listens shows the order of things.
// Without a hook a step costs one load.
//
// The steps: "create folder X", "create X", "write X", "sync X", "rename X", "sync folder",
// "remove X". Beside them "open X" stands before a reader opens a file that the manifest names, and
// "load X" before it loads a segment, so that a test can let a writer in between. X is the name
// that the file will have, without folder.

#include <functional>
#include <string_view>

namespace facsim {

using StepHook = std::function<void(std::string_view step)>;

// Sets the hook of the whole process as long as it lives; the one before comes back afterwards. For
// tests only: set and taken away while nothing of this room runs in another thread. The hook itself
// is called in whatever thread takes the step.
class StepHookScope {
 public:
  explicit StepHookScope(StepHook hook);
  ~StepHookScope();
  StepHookScope(const StepHookScope&) = delete;
  StepHookScope& operator=(const StepHookScope&) = delete;

 private:
  StepHook hook_;
  const StepHook* before_;
};

}  // namespace facsim
