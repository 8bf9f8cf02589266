// SPDX-License-Identifier: Apache-2.0
#pragma once
// One writer at a time: the lock of an index folder.
//
// The system holds the lock (flock on IDX/LOCK) and releases it when the process ends, in whatever
// way, so a dead writer never blocks. The contents of the file are only for the message to a second
// writer. Readers need no lock. On a network file system it is as good as that system's locks. A
// child that a process forks keeps the lock until it ends or runs another program.
//
// A writer that finds the lock taken may wait for it: it retries, finally ten times a second, and
// reports once, after a second, which process it waits for. Any of several waiting writers may be
// next, but not the one that just held the lock: a writer that finds the lock taken touches the
// file, and the holder of a touched file, when it leaves, gives the others time (a tenth of a
// second) to retry.

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

// Longer waits are unlimited.
inline constexpr std::chrono::milliseconds kLockWaitMax = std::chrono::hours(24 * 365 * 10);

// How long a writer waits for another one, and how it reports that.
struct LockWait {
  std::chrono::milliseconds at_most{0};  // 0: it does not wait
  // Called once, after a second: "index IDX: waiting up to 10 s for process 12 on ...".
  std::function<void(const std::string& sentence)> tell = {};
  // Called ten times a second or more during the wait; an exception from it ends the wait.
  std::function<void()> check = {};
};

struct WriterLockOptions {
  // Makes the folder, and its parents, if they are missing.
  bool make_folder = false;
  // The holder's command, for the message to other writers, such as "facsim index add".
  std::string_view command = {};
  // The kind of folder, in messages.
  std::string_view noun = "index";
  LockWait wait = {};
  // Called once the lock is held, before anything else is changed: an exception from it leaves the
  // folder as it was.
  std::function<void()> refuse = {};
};

// What it created (the file LOCK, the folder and its parents) is removed again with the lock if the
// folder has no manifest by then.
class WriterLock {
 public:
  // Throws Error{busy} if another writer, of this process or another, holds the lock for as long as
  // options.wait allows; Error{not_found} if the folder does not exist; with make_folder
  // {already_exists} if a file has its name or that of a parent; {invalid_argument} for an empty
  // name; {no_space, io}; and what while_waiting(), options.wait.check and options.refuse throw.
  explicit WriterLock(std::string folder, const WriterLockOptions& options = {});
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  void make_folders();
  // Returns nothing once the lock is held; else a description of its holder, or an empty string if
  // the file was removed between opening and locking.
  [[nodiscard]] std::optional<std::string> try_lock();
  void take_lock(const WriterLockOptions& options);
  void remove_what_was_made() noexcept;
  [[nodiscard]] bool was_touched() const noexcept;
  void give_others_time() const noexcept;

  std::string folder_;
  bool made_lock_ = false;                 // it did not exist before
  std::vector<std::string> made_folders_;  // outermost first
  FileHandle file_;
  timespec written_ = {};  // the file's modification time, before others touched it
};

}  // namespace facsim
