// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs pieces of work in parallel; an interface for the core. The threads are in run/.

#include <cstddef>
#include <functional>

namespace facsim {

class Executor {
 public:
  virtual ~Executor() = default;
  // Calls piece(0) ... piece(pieces - 1), in any order and possibly at once, and returns when all
  // have returned. If one throws, pieces that no thread has begun are skipped, and when the others
  // have ended, one of their exceptions is rethrown.
  virtual void run(std::size_t pieces, const std::function<void(std::size_t)>& piece) = 0;
};

// Runs the pieces one after the other in the calling thread.
class SerialExecutor final : public Executor {
 public:
  void run(std::size_t pieces, const std::function<void(std::size_t)>& piece) override {
    for (std::size_t i = 0; i < pieces; ++i) piece(i);
  }
};

}  // namespace facsim
