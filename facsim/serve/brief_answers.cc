// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/brief_answers.h"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>

namespace facsim {
namespace {

constexpr std::chrono::milliseconds kLong{1};
constexpr int kPauseTimes = 50;
constexpr std::chrono::milliseconds kPauseMin{100};

}  // namespace

// Both calls fail only for invalid arguments. The times of getrusage() have the resolution of
// ticks.
BriefAnswers::Use BriefAnswers::use_of_thread() {
  timespec cpu{};
  (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  rusage used{};
  (void)::getrusage(RUSAGE_THREAD, &used);
  return {.cpu = std::chrono::seconds(cpu.tv_sec) + std::chrono::nanoseconds(cpu.tv_nsec),
          .waits = used.ru_nvcsw};
}

void BriefAnswers::look_at(const Use& before, std::chrono::nanoseconds took, Time now) {
  const Use used = use_of_thread();
  if (used.waits == before.waits && used.cpu - before.cpu < kLong) return;
  paused_to_ = now + std::max<std::chrono::nanoseconds>(kPauseMin, kPauseTimes * took);
}

}  // namespace facsim
