// SPDX-License-Identifier: Apache-2.0
#pragma once
// An executor that calls a check before each piece of work.

#include <cstddef>
#include <functional>

#include "facsim/base/executor.h"

namespace facsim {

class CheckingExecutor final : public Executor {
 public:
  // Both must outlive this. `check` is called from any thread, and may throw to stop; empty: no
  // check.
  CheckingExecutor(Executor& executor, const std::function<void()>& check)
      : executor_(executor), check_(check) {}

  void run(std::size_t pieces, const std::function<void(std::size_t)>& piece) override {
    executor_.run(pieces, [&](std::size_t i) {
      if (check_) check_();
      piece(i);
    });
  }

 private:
  Executor& executor_;
  const std::function<void()>& check_;
};

}  // namespace facsim
