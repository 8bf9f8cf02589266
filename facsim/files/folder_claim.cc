// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <exception>
#include <optional>
#include <utility>

#include "facsim/files/folder_claim.h"
#include "facsim/files/write_error.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kOwnerBytesMax = 1024;
constexpr std::size_t kRandomLetters = 6;

// A text that all processes of one machine write, and no others: its name, and its id if it has
// one.
std::string this_machine() {
  std::array<char, 256> host = {};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {};
  const std::string number = beginning_of_own("/etc/machine-id", 64).value_or("");
  return "facsim owner 1\nmachine " + std::string(host.data()) + " " +
         number.substr(0, number.find('\n')) + "\n";
}

bool try_lock(const FileHandle& file) { return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0; }

bool is_own_folder(const fs::path& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid();
}

// True if the open file is still the one under that name: not removed, and not replaced.
bool is_still(const FileHandle& file, const fs::path& path) {
  struct stat open = {};
  struct stat there = {};
  return ::fstat(file.get(), &open) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         open.st_dev == there.st_dev && open.st_ino == there.st_ino;
}

// Returns the lock of a dead owner's file; nullopt if the owner lives, or is not known to have run
// on this machine.
std::optional<FileHandle> lock_of_dead(const fs::path& folder, const std::string& machine) {
  const fs::path path = folder / kOwnerName;
  const std::optional<std::string> text = beginning_of_own(path.string(), kOwnerBytesMax);
  if (!text || !text->starts_with(machine) || !is_own_folder(folder)) return std::nullopt;
  // Does not create the file: a folder without it may just have become a result.
  FileHandle file = open_own_lock(path.string(), WhereMissing::refuse);
  if (file.get() < 0 || !try_lock(file) || !is_still(file, path)) return std::nullopt;
  return file;
}

}  // namespace

FolderClaim::FolderClaim(const fs::path& folder) {
  const fs::path unlocked = folder / (std::string(kOwnerName) + ".new");
  const fs::path path = folder / kOwnerName;
  FileHandle file = create_own_file(unlocked.string(), 0600);
  if (file.get() < 0) return;
  try {
    write_all(file.get(), this_machine() + "process " + std::to_string(::getpid()) + "\n",
              unlocked.string(), "");
    // The file must not be visible under its name before it is locked.
    if (try_lock(file) && std::rename(unlocked.c_str(), path.c_str()) == 0) {
      path_ = path.string();
      lock_ = std::move(file);
      return;
    }
    // NOLINTNEXTLINE(bugprone-empty-catch)
  } catch (const std::exception&) {  // a full disk: code that uses the folder will report it
  }
  ::unlink(unlocked.c_str());
}

void FolderClaim::leave() noexcept {
  if (path_.empty()) return;
  ::unlink(path_.c_str());
  path_.clear();
  lock_ = FileHandle();
}

void DeadFolder::remove() const noexcept {
  // Remove the owner file last: if this process is killed in between, the rest is found again.
  std::error_code failed;
  const fs::path owner = path_ / kOwnerName;
  for (fs::directory_iterator at(path_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code ignored;
    if (at->path() != owner) fs::remove_all(at->path(), ignored);
  }
  ::unlink(owner.c_str());
  ::rmdir(path_.c_str());
}

std::vector<DeadFolder> dead_folders(const fs::path& parent, std::string_view prefix) {
  std::vector<DeadFolder> dead;
  try {
    const std::string machine = this_machine();
    for (const fs::directory_entry& entry : fs::directory_iterator(parent)) {
      const std::string name = entry.path().filename().string();
      if (name.size() != prefix.size() + kRandomLetters || !name.starts_with(prefix)) continue;
      if (auto lock = lock_of_dead(entry.path(), machine)) {
        dead.push_back(DeadFolder(entry.path(), std::move(*lock)));
      }
    }
  } catch (const std::exception&) {
    return dead;  // an unreadable folder has no known owner
  }
  return dead;
}

void remove_dead_folders(const fs::path& parent, std::string_view prefix) {
  for (const DeadFolder& folder : dead_folders(parent, prefix)) folder.remove();
}

}  // namespace facsim
