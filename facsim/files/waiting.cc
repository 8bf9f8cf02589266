// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/waiting.h"

#include <poll.h>

#include <atomic>
#include <cerrno>

namespace facsim {
namespace {

constexpr int kAskEveryMs = 100;

std::atomic<void (*)()> question{nullptr};

}  // namespace

void ask_while_waiting(void (*check)()) noexcept { question.store(check); }

void while_waiting() {
  if (void (*const check)() = question.load()) check();
}

void wait_for_input(int descriptor) {
  for (;;) {
    while_waiting();
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, kAskEveryMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;
  }
}

}  // namespace facsim
