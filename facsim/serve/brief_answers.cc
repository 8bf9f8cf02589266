// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/brief_answers.h"

#include <sys/resource.h>

#include <algorithm>

namespace facsim {
namespace {

constexpr std::chrono::milliseconds kLong{1};
constexpr int kPauseTimes = 50;
constexpr std::chrono::milliseconds kPauseMin{100};

std::chrono::microseconds time_of(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

BriefAnswers::Use BriefAnswers::use_of_thread() {
  rusage used{};
  (void)::getrusage(RUSAGE_THREAD, &used);  // fails for other arguments only
  return {.cpu = time_of(used.ru_utime) + time_of(used.ru_stime), .waits = used.ru_nvcsw};
}

void BriefAnswers::look_at(const Use& before, std::chrono::nanoseconds took, Time now) {
  const Use used = use_of_thread();
  if (used.waits == before.waits && used.cpu - before.cpu < kLong) return;
  paused_to_ = now + std::max<std::chrono::nanoseconds>(kPauseMin, kPauseTimes * took);
}

}  // namespace facsim
