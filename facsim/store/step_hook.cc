// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/step_hook.h"

#include <atomic>
#include <string>
#include <utility>

#include "facsim/store/disk_internal.h"

namespace facsim {

namespace {
std::atomic<const StepHook*> current_hook = nullptr;
}  // namespace

StepHookScope::StepHookScope(StepHook hook)
    : hook_(std::move(hook)), before_(current_hook.exchange(&hook_)) {}

StepHookScope::~StepHookScope() { current_hook = before_; }

void take_step(std::string_view verb, std::string_view name) {
  const StepHook* hook = current_hook;
  if (hook == nullptr || !*hook) return;
  std::string step(verb);
  if (!name.empty()) step.append(" ").append(name);
  (*hook)(step);
}

}  // namespace facsim
