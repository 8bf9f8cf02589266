// SPDX-License-Identifier: Apache-2.0
#pragma once
// Until when must a change stay in memory after it was written?
//
// Callers read rows of a store before they take its lock. What changed since they began they learn
// from memory; so a change stays there while somebody reads who began before it was written.
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

  // Changes up to here are known to all who read now or later; `committed`: the last one written.
  [[nodiscard]] std::uint64_t known_to_all(std::uint64_t committed) {
    const MutexLock lock(mutex_);
    return tickets_.empty() ? committed : std::min(committed, *tickets_.begin());
  }

 private:
  Mutex mutex_;
  std::multiset<std::uint64_t> tickets_ FACSIM_GUARDED_BY(mutex_);
};

}  // namespace facsim
