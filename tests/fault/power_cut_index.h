// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index folder that can lose its power: what power_cut_fs.h is for RocksDB's files.
//
// It listens to the steps of facsim/store (step_hook.h), which come before each thing that is done,
// and keeps every file that it sees by a second link. A file counts as synced from fsync(2) on, the
// names in the folder as they are at each fsync(2) of it: the calls themselves are heard
// (sync_watch.h), so one that is taken out of the code is missing here. No real sync is done.

#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include "tests/fault/sync_watch.h"

namespace facsim::fault {

// Which syncs of an index folder there are.
enum class IndexSync { segment, tombstones, manifest, folder };

class PowerCutIndex {
 public:
  // What stands in `folder` is taken for synced. `graves` is another folder on the same disk.
  PowerCutIndex(std::string folder, std::string graves);

  // Before a step is taken.
  void step();
  // From now on nothing that happens to the folder counts.
  void cut();
  // Syncs of this kind say that they were done, and are not.
  void lie_about(IndexSync kind);

  // Makes `target`, which is not there, into what may be found after the cut.
  void after_the_cut(const std::string& target, std::mt19937_64& random);

 private:
  using Names = std::map<std::string, std::uint64_t>;  // to inodes

  void look();
  // Whether the file or folder is of this one.
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
  SyncWatch watch_;  // ends first
};

}  // namespace facsim::fault
