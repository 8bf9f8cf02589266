// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file system for RocksDB that can lose its power, fail, or lie about a sync.
//
// It works on real files and remembers what a disk would have if the power failed now: of each file
// the bytes up to its last sync, of each folder the names of its last sync. after_the_cut() makes
// from that a folder as it might be found: every unsynced tail is whole, cut, cut and followed by
// zeros or garbage, or has holes of a page; every name that was made, replaced or removed since the
// folder's sync is as before or as after, independently. (Pillai et al., OSDI 2014, section 2, on
// what file systems reorder; this is at least as unkind as any of them. RangeSync has no effect:
// sync_file_range(2) promises nothing.)
//
// It handles one folder without subfolders. Real syncs are left out, so tests are quick.

#include <rocksdb/file_system.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>

namespace facsim::fault {

// The last two are not kinds of files: the sync of the folder before CURRENT is replaced, and the
// last sync of a log before the next one is made.
enum class FileKind { log, table, manifest, current, folder, other, folder_first, log_before_next };
[[nodiscard]] FileKind kind_of(const std::string& path);

[[nodiscard]] std::string content_of(const std::string& path);
// Returns one possible content of a file of which only the first `kept` bytes were synced.
[[nodiscard]] std::string torn(std::string bytes, std::size_t kept, std::mt19937_64& random);

class PowerCutFiles final : public rocksdb::FileSystemWrapper {
 public:
  // The files in `folder` count as synced. `graves` is another folder, for removed files.
  PowerCutFiles(std::string folder, std::string graves);
  const char* Name() const override { return "PowerCutFiles"; }

  // The power fails at the n-th step from now: that step and all later ones do nothing and fail.
  void cut_at(std::uint64_t step);
  void cut_now() { cut_at(0); }
  [[nodiscard]] bool is_cut() const;
  // The n-th step from now fails with this status, and all later ones if `stays`.
  void fail_at(std::uint64_t step, rocksdb::IOStatus status, bool stays);
  [[nodiscard]] bool has_failed() const;
  // Syncs of files of this kind report success without syncing.
  void lie_about(FileKind kind);
  // A sync of a log takes time, as on a real disk: meanwhile the next log may be written.
  void sync_logs_slowly() { log_syncs_are_slow_ = true; }
  [[nodiscard]] std::uint64_t steps() const;
  // logs() counts the logs that were made or attempted; logs_behind_unsynced() those before which
  // an earlier log, or its name, was not fully synced.
  [[nodiscard]] std::uint64_t logs() const;
  [[nodiscard]] std::uint64_t logs_behind_unsynced() const;

  // Makes `target`, which must not exist, a folder as it may be found after the cut.
  void after_the_cut(const std::string& target, std::mt19937_64& random) const;

  // ---- the interface for RocksDB ----
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus ReopenWritableFile(const std::string&, const rocksdb::FileOptions&,
                                       std::unique_ptr<rocksdb::FSWritableFile>*,
                                       rocksdb::IODebugContext*) override;
  rocksdb::IOStatus NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* folder,
                                 rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;

  // ---- for its files ----
  // Returns OK to go on.
  [[nodiscard]] rocksdb::IOStatus take_step();
  void wait_for_disk(FileKind kind) const;
  void synced(std::uint64_t file, FileKind kind, std::uint64_t bytes);
  void folder_synced();

 private:
  struct File {
    std::uint64_t synced = 0;
    std::string place;                // where its bytes are
    std::uint64_t synced_before = 0;  // before the last sync
  };
  using Names = std::map<std::string, std::uint64_t>;

  [[nodiscard]] bool is_ours(const std::string& path) const;
  [[nodiscard]] bool has_unsynced_log() const;
  void forget_last_syncs_of_logs();
  void bury(const std::string& name);

  const std::string folder_;
  const std::string graves_;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, File> files_;
  std::uint64_t next_file_ = 1;
  Names now_;     // as programs see them
  Names synced_;  // as of the last sync of the folder
  Names before_sync_;
  std::uint64_t folder_synced_at_ = 0;  // the step
  std::set<FileKind> lies_;
  std::atomic<bool> log_syncs_are_slow_ = false;
  std::uint64_t steps_ = 0;
  std::uint64_t logs_ = 0;
  std::uint64_t logs_behind_unsynced_ = 0;
  std::optional<std::uint64_t> cut_at_;
  std::optional<std::uint64_t> fail_at_;
  rocksdb::IOStatus failure_;
  bool failure_stays_ = false;
  bool has_failed_ = false;
};

}  // namespace facsim::fault
