// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "bind.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

std::atomic<int> in_progress = 0;
std::atomic<bool> is_ending = false;

void end_all() {
  is_ending = true;
  const nb::gil_scoped_release released;
  // A call that reads a caller's rows may wait for ever.
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (in_progress > 0 && std::chrono::steady_clock::now() < patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

CallInProgress::CallInProgress() {
  // The order matters: either end_all() sees the call, or the call sees the end.
  ++in_progress;
  try {
    require_no_end();
  } catch (...) {
    --in_progress;
    throw;
  }
}

CallInProgress::~CallInProgress() { --in_progress; }

bool is_interpreter_ending() noexcept { return is_ending; }

void require_no_end() {
  if (!is_ending) return;
  if (::getpid() == ::gettid()) {
    PyErr_SetString(PyExc_RuntimeError, "the interpreter is ending");
  } else {
    PyErr_SetNone(PyExc_SystemExit);  // ends a thread without a message
  }
  throw nb::python_error();
}

void bind_calls(nb::module_& module) {
  module.def("_end_all", &end_all);
  nb::module_::import_("atexit").attr("register")(module.attr("_end_all"));
  // A forked process has none of the other threads.
  ::pthread_atfork(nullptr, nullptr, [] { in_progress = 0; });
}

}  // namespace facsim::python
