// SPDX-License-Identifier: Apache-2.0
#pragma once
// A seam for tests: what if the program dies, or the disk is full, at this very step?
//
// Every step of this room that changes the disk first reports its name, "write 000002.seg", to the
// hook that is set. A hook that ends the process shows what a killed writer leaves; one that throws
// Error{no_space} shows what a full disk leaves; one that only records shows the order of the
// steps. Without a hook a step costs one load.
//
// The steps: "create folder X", "create X", "write X", "sync X", "rename X", "sync folder",
// "remove X". In addition, a reader reports "open X" before it opens a file that the manifest
// names, and "load X" before it loads a segment, so that a test can let a writer in between. X is
// the final name of the file, without folder.

#include <functional>
#include <string_view>

namespace facsim {

using StepHook = std::function<void(std::string_view step)>;

// Sets the hook of the whole process during its lifetime; afterwards the previous one is set again.
// For tests only: create and destroy it while no other thread uses this room. The hook is called in
// the thread that takes the step.
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
