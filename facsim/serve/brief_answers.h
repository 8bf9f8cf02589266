// SPDX-License-Identifier: Apache-2.0
#pragma once
// Should a thread that serves connections answer a small question itself? To wake a worker, and to
// be woken by it, costs about as much as such a question; but while it is answered the other
// connections of the thread wait.
//
// So one that took long, or waited for a disk or a lock, is followed by a pause of many times its
// time, in which workers are asked: such questions cost a thread a fiftieth of its time at most.
// That other programs had the processor meanwhile does not count.
//
// For one thread. A question costs half a microsecond more.

#include <chrono>

#include "facsim/serve/http_message.h"

namespace facsim {

class BriefAnswers {
 public:
  using Time = std::chrono::steady_clock::time_point;

  [[nodiscard]] bool may_answer() const { return std::chrono::steady_clock::now() >= paused_to_; }
  // What `answer` gives, called here and now.
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
  // So far, of this thread.
  struct Use {
    std::chrono::nanoseconds cpu{};
    long waits = 0;
  };
  // What was in memory and is soon analyzed takes no longer.
  static constexpr std::chrono::microseconds kUsual{300};

  static Use use_of_thread();
  void look_at(const Use& before, std::chrono::nanoseconds took, Time now);

  Time paused_to_ = Time::min();
};

}  // namespace facsim
