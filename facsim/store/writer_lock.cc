// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/writer_lock.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <thread>
#include <utility>

#include "facsim/files/own_file.h"
#include "facsim/files/waiting.h"
#include "facsim/store/disk_internal.h"

namespace facsim {

namespace {

// The number of bytes of a LOCK file that are read.
constexpr std::size_t kLockBytesMax = 1024;
// The pause before the first retry; it doubles each time, up to kLookLast.
constexpr std::chrono::milliseconds kLookFirst{5};
constexpr std::chrono::milliseconds kLookLast{100};
constexpr std::chrono::seconds kTellAfter{1};
// The interval at which a leaving writer checks for the next one, and the longest time it does so:
// a little more than the longest pause of a waiting writer.
constexpr std::chrono::milliseconds kLeaveLook{2};
constexpr std::chrono::milliseconds kLeaveMost = kLookLast + std::chrono::milliseconds(20);

std::string lock_path(const std::string& folder) { return folder + "/" + std::string(kLockName); }

std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts = {};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

// For example "10 s" or "0.5 s".
std::string seconds_text(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (time.count() % 1000 != 0) text += "." + std::to_string(time.count() % 1000 / 100);
  return text + " s";
}

// For example "waiting up to 10 s for " or "waiting for ".
std::string waiting_text(std::chrono::milliseconds at_most) {
  return at_most < kLockWaitMax ? "waiting up to " + seconds_text(at_most) + " for "
                                : std::string("waiting for ");
}

// One sentence for display: "process 12 on example since ... (facsim index add)".
std::string describe_this_process(std::string_view command) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::string text = "process " + std::to_string(::getpid());
  text.append(" on ").append(host[0] == '\0' ? "an unknown host" : host.data());
  text.append(" since ").append(time_now());
  if (!command.empty()) text.append(" (").append(command).append(")");
  return text;
}

// The holder's sentence, without characters that could disturb a terminal.
std::string describe_holder(const FileHandle& file) {
  std::string text(kLockBytesMax, '\0');
  const ssize_t got = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  text.resize(std::min(text.size(), text.find('\n')));
  std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.empty() ? "another process" : text;
}

}  // namespace

WriterLock::WriterLock(std::string folder, const WriterLockOptions& options)
    : folder_(std::move(folder)) {
  if (folder_.empty()) {
    throw Error(ErrorCode::invalid_argument, "the name of the index folder is empty");
  }
  try {
    take_lock(options);
    if (options.refuse) options.refuse();
    // Only for the message to others, so a full disk must not stop a user who wants to delete.
    take_step("write", kLockName);
    const std::string text = describe_this_process(options.command) + "\n";
    [[maybe_unused]] const bool told =
        ::ftruncate(file_.get(), 0) == 0 && ::pwrite(file_.get(), text.data(), text.size(), 0) > 0;
    struct stat status = {};
    if (::fstat(file_.get(), &status) == 0) written_ = status.st_mtim;
  } catch (...) {
    remove_what_was_made();
    throw;
  }
}

WriterLock::~WriterLock() {
  const bool others_wait = was_touched();
  // Empties the file, because its process is leaving. If that fails, others read it a little
  // longer.
  [[maybe_unused]] const int failed = ::ftruncate(file_.get(), 0);
  remove_what_was_made();
  file_ = FileHandle();
  if (others_wait) give_others_time();
}

bool WriterLock::was_touched() const noexcept {
  struct stat status = {};
  return ::fstat(file_.get(), &status) == 0 &&
         (status.st_mtim.tv_sec != written_.tv_sec || status.st_mtim.tv_nsec != written_.tv_nsec);
}

// A writer that makes one change after another would otherwise return before the others retry, and
// they would wait in vain. The file is no longer empty once the next writer holds the lock.
void WriterLock::give_others_time() const noexcept {
  const auto end = std::chrono::steady_clock::now() + kLeaveMost;
  struct stat status = {};
  while (std::chrono::steady_clock::now() < end &&
         ::stat(lock_path(folder_).c_str(), &status) == 0 && status.st_size == 0) {
    std::this_thread::sleep_for(kLeaveLook);
  }
}

void WriterLock::make_folders() {
  std::vector<std::string> missing;  // innermost first
  struct stat status = {};
  std::string path = folder_;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  bool is_there = false;
  while (!(is_there = ::stat(path.c_str(), &status) == 0) &&
         (errno == ENOENT || errno == ENOTDIR)) {
    missing.push_back(path);
    path = folder_of(path);
  }
  if (is_there && !S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::already_exists,
                "is a file where a folder is needed; move it away or choose another name", path);
  }
  for (auto each = missing.rbegin(); each != missing.rend(); ++each) {
    take_step("create folder", file_name_of(*each));
    if (::mkdir(each->c_str(), 0777) == 0) {
      made_folders_.push_back(*each);
    } else if (errno != EEXIST) {
      throw disk_error(errno, *each, "made");
    }
    sync_folder(folder_of(*each));
  }
}

void WriterLock::take_lock(const WriterLockOptions& options) {
  using std::chrono::steady_clock;
  const LockWait& wait = options.wait;
  const std::chrono::milliseconds at_most = std::min(wait.at_most, kLockWaitMax);
  const steady_clock::time_point began = steady_clock::now();
  std::chrono::milliseconds pause = kLookFirst;
  bool has_told = !wait.tell;
  // If several writers come to a folder without a LOCK file, any of them may be the last to leave.
  made_lock_ = ::access(lock_path(folder_).c_str(), F_OK) != 0;
  for (;;) {
    // Repeated each time, because a writer that made the folders in vain removes them again.
    if (options.make_folder) make_folders();
    const std::optional<std::string> holder = try_lock();
    if (!holder) return;
    if (holder->empty()) continue;
    const auto waited = steady_clock::now() - began;
    if (waited >= at_most) {
      const std::string still = at_most.count() > 0 ? "still " : "";
      const std::string after =
          at_most.count() > 0 ? " after " + seconds_text(at_most) : std::string();
      throw Error(ErrorCode::busy,
                  still + "being written by " + *holder + after + "; wait for it or stop it",
                  std::string(options.noun) + " " + folder_);
    }
    if (!has_told && waited >= kTellAfter) {
      wait.tell(std::string(options.noun) + " " + folder_ + ": " + waiting_text(at_most) + *holder);
      has_told = true;
    }
    while_waiting();
    if (wait.check) wait.check();
    std::this_thread::sleep_for(std::min<steady_clock::duration>(pause, at_most - waited));
    pause = std::min(2 * pause, kLookLast);
  }
}

std::optional<std::string> WriterLock::try_lock() {
  const std::string path = lock_path(folder_);
  take_step("create", kLockName);
  FileHandle file = create_own_file(path);
  if (file.get() >= 0) {
    made_lock_ = true;
  } else if (errno == EEXIST) {
    file = open_own_lock(path);
  }
  if (file.get() < 0) {
    if (errno == EINTR) return std::string();
    if (errno == ENOENT || errno == ENOTDIR) {
      throw Error(ErrorCode::not_found, "there is no such folder", folder_);
    }
    throw disk_error(errno, path, "opened for writing");
  }
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) return std::string();
    if (errno != EWOULDBLOCK) throw disk_error(errno, path, "locked");
    // Best effort: if this is refused, the holder does not notice the waiting writer.
    [[maybe_unused]] const int failed = ::futimens(file.get(), nullptr);
    return describe_holder(file);
  }
  // A writer that made the folder in vain removes the file; a lock on a removed file is void.
  struct stat locked = {};
  struct stat named = {};
  if (::fstat(file.get(), &locked) != 0) throw disk_error(errno, path, "read");
  if (::stat(path.c_str(), &named) != 0 || locked.st_ino != named.st_ino ||
      locked.st_dev != named.st_dev) {
    return std::string();
  }
  file_ = std::move(file);
  return std::nullopt;
}

// A folder without a manifest is not an index: nothing that this object created may stay in it.
void WriterLock::remove_what_was_made() noexcept {
  const std::string manifest = folder_ + "/" + std::string(kManifestName);
  if (::access(manifest.c_str(), F_OK) == 0) return;
  if (made_lock_ && file_.get() >= 0) ::unlink(lock_path(folder_).c_str());
  for (auto each = made_folders_.rbegin(); each != made_folders_.rend(); ++each) {
    ::rmdir(each->c_str());
  }
}

}  // namespace facsim
