// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides if a thread that serves connections should answer a small query itself. Waking a worker,
// and being woken by it, costs about as much as such a query; but while the thread answers, its
// other connections wait.
//
// An answer that took long, or waited for a disk or a lock, is therefore followed by a pause of
// many times its duration, in which workers answer. Such queries thus cost a thread a fiftieth of
// its time at most. Time in which other programs had the processor does not count.
//
// For one thread. Adds half a microsecond to a query.

#include <chrono>

#include "facsim/serve/http_message.h"

namespace facsim {

class BriefAnswers {
 public:
  using Time = std::chrono::steady_clock::time_point;

  [[nodiscard]] bool may_answer() const { return std::chrono::steady_clock::now() >= paused_to_; }
  // Calls `answer` now and returns its result.
  template <class Answer>
  [[nodiscard]] HttpResponse answer(const Answer& answer) {
    const Use before = use_of_thread();
    const Time began = std::chrono::steady_clock::now();
    HttpResponse response = answer();
    const Time now = std::chrono::steady_clock::now();
    if (now - began > kUsual) look_at(before, now - began, now);
    return response;
  }

 private:
  // The resources that this thread has used so far.
  struct Use {
    std::chrono::nanoseconds cpu{};
    long waits = 0;
  };
  // An answer from memory, with little to analyze, takes no longer.
  static constexpr std::chrono::microseconds kUsual{300};

  static Use use_of_thread();
  void look_at(const Use& before, std::chrono::nanoseconds took, Time now);

  Time paused_to_ = Time::min();
};

}  // namespace facsim
