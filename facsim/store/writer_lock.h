// SPDX-License-Identifier: Apache-2.0
#pragma once
// One writer at a time: the lock of an index folder.
//
// The system holds the lock (flock on IDX/LOCK) and drops it with the process, however that ends,
// so a dead writer never blocks. What stands in the file is only for the message that a second
// writer gets. Readers need no lock. On a network file system it is as good as that system's locks.
// A child that a process forks keeps the lock until it ends or runs another program.
//
// Who finds the lock taken may wait for it: it looks again and again, in the end ten times a
// second, and says once, after a second, for whom it waits. Of several that wait any may be next,
// but not who has just had it: whoever finds the lock taken touches the file, and a writer that
// leaves a file which was touched gives the others time (a tenth of a second) to look.

#include <chrono>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/packed_input.h"
#include "facsim/store/file_names.h"

namespace facsim {

// Who is told to wait for longer waits for ever.
inline constexpr std::chrono::milliseconds kLockWaitMax = std::chrono::hours(24 * 365 * 10);

// For how long a writer waits for another one, and whom it tells.
struct LockWait {
  std::chrono::milliseconds at_most{0};  // 0: it does not wait
  // Called once, after a second: "index IDX: waiting up to 10 s for process 12 on ...".
  std::function<void(const std::string& sentence)> tell = {};
  // Called ten times a second or more while it waits; what it throws ends the waiting.
  std::function<void()> check = {};
};

struct WriterLockOptions {
  // Makes the folder, and those around it, where they are missing.
  bool make_folder = false;
  // For the message to others, such as "facsim index add".
  std::string_view command = {};
  // What the folder is, in messages.
  std::string_view noun = "index";
  LockWait wait = {};
  // Called once this has the lock, before anything else is changed: what it throws leaves the
  // folder as it was.
  std::function<void()> refuse = {};
};

// What it made (the file LOCK, the folder and those around it) is removed again with the lock if
// the folder has no manifest by then.
class WriterLock {
 public:
  // Throws Error{busy} if another writer, of this process or another, holds the lock and did so for
  // as long as options.wait says; Error{not_found} where there is no such folder; with make_folder
  // {already_exists} where a file has its name or that of a folder around it; {invalid_argument}
  // for an empty name; {no_space, io}; and what while_waiting(), options.wait.check and
  // options.refuse throw.
  explicit WriterLock(std::string folder, const WriterLockOptions& options = {});
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  void make_folders();
  // Nothing once this has the lock; else who has it, or an empty sentence where the file was
  // removed between opening and locking.
  [[nodiscard]] std::optional<std::string> try_lock();
  void take_lock(const WriterLockOptions& options);
  void remove_what_was_made() noexcept;
  [[nodiscard]] bool was_touched() const noexcept;
  void give_others_time() const noexcept;

  std::string folder_;
  bool made_lock_ = false;                 // it was not there before
  std::vector<std::string> made_folders_;  // outermost first
  FileHandle file_;
  timespec written_ = {};  // the file's time, before others touched it
};

}  // namespace facsim
