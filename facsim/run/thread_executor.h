// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs pieces of work in parallel, for core rooms, which know no threads.

#include <cstddef>
#include <functional>

#include "facsim/base/executor.h"

namespace facsim {

class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(int threads) : threads_(threads < 1 ? 1 : threads) {}
  // Uses as many threads as the system can start, at least the calling one.
  void run(std::size_t pieces, const std::function<void(std::size_t)>& piece) override;

 private:
  int threads_;
};

}  // namespace facsim
