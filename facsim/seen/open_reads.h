// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tracks how long a written change must stay in memory.
//
// Callers read rows of a store before they take its lock. They learn from memory what changed since
// they began, so a change stays there while any caller is active that began before it was written.
//
// Callable from any thread at any time. Cost: a lock of its own, held for some 50 ns.

#include <algorithm>
#include <cstdint>
#include <set>

#include "facsim/base/mutex.h"

namespace facsim {

class OpenReads {
 public:
  // A reader that sees all changes up to `ticket`, and perhaps later ones.
  class Reader {
   public:
    Reader(OpenReads& reads, std::uint64_t ticket) : reads_(reads) {
      const MutexLock lock(reads_.mutex_);
      place_ = reads_.tickets_.insert(ticket);
    }
    ~Reader() {
      const MutexLock lock(reads_.mutex_);
      reads_.tickets_.erase(place_);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

   private:
    OpenReads& reads_;
    std::multiset<std::uint64_t>::iterator place_;
  };

  // Returns the last change that every present and later reader sees in the rows. `committed` is
  // the last one written.
  [[nodiscard]] std::uint64_t known_to_all(std::uint64_t committed) {
    const MutexLock lock(mutex_);
    return tickets_.empty() ? committed : std::min(committed, *tickets_.begin());
  }

 private:
  Mutex mutex_;
  std::multiset<std::uint64_t> tickets_ FACSIM_GUARDED_BY(mutex_);
};

}  // namespace facsim
