// SPDX-License-Identifier: Apache-2.0
#include "apps/interrupt.h"

#include <signal.h>

#include "facsim/base/error.h"
#include "facsim/files/waiting.h"

namespace facsim {
namespace {

std::atomic<bool> is_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

void on_signal(int /*number*/) {
  is_stopped.store(true);
  // A second signal of either kind ends the program. SIGHUP does not: when a terminal is lost (a
  // closed window, a lost connection), it comes from the shell and again from the system.
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    // If the signal was ignored at the start (nohup, a background job), it stays ignored.
    if (sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(number, &action, nullptr);
  }
  signal(SIGPIPE, SIG_IGN);
  ask_while_waiting(throw_if_interrupted);
  // A file that may not grow further (ulimit -f) is reported by the write, like a full disk.
  signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& interrupted() noexcept { return is_stopped; }

void throw_if_interrupted() {
  if (is_stopped.load(std::memory_order_relaxed)) throw Error(ErrorCode::cancelled, "stopped");
}

}  // namespace facsim
