// SPDX-License-Identifier: Apache-2.0
#pragma once
// One writer at a time: the lock of an index folder.
//
// The system holds the lock (flock on IDX/LOCK) and drops it with the process, however that ends,
// so a dead writer never blocks. What stands in the file is only for the message that a second
// writer gets. Readers need no lock. On a network file system it is as good as that system's locks.
// A child that a process forks keeps the lock until it ends or runs another program.

#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/packed_input.h"

namespace facsim {

inline constexpr std::string_view kLockName = "LOCK";

struct WriterLockOptions {
  // Makes the folder, and those around it, where they are missing. Those are removed again with the
  // lock if the folder has no manifest by then.
  bool make_folder = false;
  // For the message to others, such as "facsim index add".
  std::string_view command = {};
};

class WriterLock {
 public:
  // Throws Error{already_exists} if another writer, of this process or another, holds the lock;
  // Error{not_found} where there is no such folder; {no_space, io}.
  explicit WriterLock(std::string folder, const WriterLockOptions& options = {});
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  void make_folders();
  // False if the file was removed between opening and locking.
  [[nodiscard]] bool try_lock();
  void remove_folders() noexcept;

  std::string folder_;
  std::vector<std::string> made_folders_;  // outermost first
  FileHandle file_;
};

}  // namespace facsim
