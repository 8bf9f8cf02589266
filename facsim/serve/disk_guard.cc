// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/disk_guard.h"

#include <filesystem>
#include <system_error>

#include "facsim/serve/problem.h"

namespace facsim {
namespace {

constexpr std::chrono::seconds kLookEvery{1};
constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

std::string mebibytes(std::uint64_t bytes) {
  return std::to_string((bytes + kMebibyte - 1) / kMebibyte) + " MiB";
}

}  // namespace

DiskRoom DiskGuard::room() {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (looked_ && now - *looked_ < kLookEvery) return room_;
  looked_ = now;
  DiskRoom room;
  for (const auto& collection : collections_.all()) room.needed += collection->store.disk_needed();
  std::error_code failure;
  const std::filesystem::space_info space =
      std::filesystem::space(collections_.find(kDefaultCollection)->store.folder(), failure);
  if (!failure) room.free = space.available;
  return room_ = room;
}

bool DiskGuard::allows(const DiskRoom& now) const noexcept {
  return !now.free || *now.free >= free_min_ + now.needed;
}

bool DiskGuard::has_room() { return free_min_ == 0 || allows(room()); }

void DiskGuard::require_room() {
  if (free_min_ == 0) return;
  const DiskRoom now = room();
  if (allows(now)) return;
  throw Refused{507, "no pages are added: the disk has " + mebibytes(*now.free) +
                         " free, less than the " + mebibytes(free_min_) + " of " +
                         Named::free_disk + " and the " + mebibytes(now.needed) +
                         " that segments and compaction may write; free some of the disk, delete "
                         "pages, or lower " +
                         Named::free_disk};
}

}  // namespace facsim
