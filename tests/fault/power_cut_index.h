// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index folder that can lose its power: the counterpart of power_cut_fs.h, which is for
// RocksDB's files.
//
// It listens to the steps of facsim/store (step_hook.h), which come before each operation, and
// keeps every file that it sees by a second link. A file counts as synced after fsync(2), and the
// names in the folder as they are at each fsync(2) of it. It intercepts the calls themselves
// (sync_watch.h), so a call that is removed from the code is missing here. No real sync is done.

#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include "tests/fault/sync_watch.h"

namespace facsim::fault {

// The kinds of syncs of an index folder.
enum class IndexSync { segment, tombstones, manifest, folder };

class PowerCutIndex {
 public:
  // The files in `folder` count as synced. `graves` is another folder on the same disk.
  PowerCutIndex(std::string folder, std::string graves);

  // Call before a step.
  void step();
  // From now on changes of the folder have no effect.
  void cut();
  // Syncs of this kind report success without syncing.
  void lie_about(IndexSync kind);

  // Makes `target`, which must not exist, a folder as it may be found after the cut.
  void after_the_cut(const std::string& target, std::mt19937_64& random);

 private:
  using Names = std::map<std::string, std::uint64_t>;  // names to inodes

  void look();
  // Returns true if the file or folder belongs to this one.
  bool sync(int file);
  [[nodiscard]] bool is_lie(IndexSync kind) const { return lies_.contains(kind); }
  [[nodiscard]] std::string grave_of(std::uint64_t inode) const;

  const std::string folder_;
  const std::string graves_;
  std::mutex mutex_;
  Names now_;
  Names synced_names_;
  std::set<std::uint64_t> known_;         // inodes that have a grave
  std::set<std::uint64_t> synced_files_;  // inodes
  std::set<IndexSync> lies_;
  bool is_cut_ = false;
  SyncWatch watch_;  // destroyed first
};

}  // namespace facsim::fault
