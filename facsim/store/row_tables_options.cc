// SPDX-License-Identifier: Apache-2.0
// The options of RocksDB.
#include <rocksdb/convenience.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/write_buffer_manager.h>

#include <algorithm>
#include <cstdarg>
#include <memory>

#include "facsim/store/row_tables_internal.h"

namespace facsim {

namespace {

constexpr int kOpenFilesMax = 256;
constexpr int kBitsPerKey = 10;
constexpr double kMemoryFilterShare = 0.02;  // of a table in memory
constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

bool is_supported(rocksdb::CompressionType type) {
  static const auto all = rocksdb::GetSupportedCompressions();
  return std::find(all.begin(), all.end(), type) != all.end();
}

// Disables RocksDB's info log. It is a file beside the tables, and a failed write to it ends the
// process if RocksDB was built with assertions, as Debian's is: a full disk would do that. Errors
// are reported by statuses.
class NoLog final : public rocksdb::Logger {
 public:
  using Logger::Logv;
  void Logv(const char*, va_list) override {}
};

}  // namespace

void BackgroundFailures::OnBackgroundError(rocksdb::BackgroundErrorReason,
                                           rocksdb::Status* status) {
  const std::lock_guard hold(mutex_);
  if (first_.ok()) first_ = *status;
}

rocksdb::Status BackgroundFailures::first() const {
  const std::lock_guard hold(mutex_);
  return first_;
}

rocksdb::DBOptions RowTables::database_options() const {
  rocksdb::DBOptions options;
  options.env = env_.get();
  options.paranoid_checks = true;
  // A torn tail is dropped; our marks decide whether that is a loss (row_log_internal.h).
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.track_and_verify_wals_in_manifest = true;
  options.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  // After a failed write only the disk's contents are certain, so the store must be opened again.
  options.max_bgerror_resume_count = 0;
  options.write_buffer_manager = buffers_;
  // The most that opening has to replay.
  options.max_total_wal_size = memory_bytes_ / 2;
  options.max_open_files = kOpenFilesMax;
  options.max_background_jobs = 2;
  options.max_subcompactions = 1;
  options.max_file_opening_threads = 1;
  // Tables are written gradually, so that the sync at the end of a large one has little left to do.
  options.bytes_per_sync = kMebibyte;
  // A flush would write to a log that may have failed; and changes in a log need no flush.
  options.avoid_flush_during_shutdown = true;
  options.listeners = {failures_};
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.info_log = std::make_shared<NoLog>();
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> RowTables::family_options() const {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache_;
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  // An unpartitioned index takes half a megabyte and a filter several, and each shard of a small
  // cache could hold one or none of them: every read would load them again.
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.pin_top_level_index_and_filter = true;
  table.format_version = 5;
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size =
      std::clamp<std::uint64_t>(memory_bytes_ / 8, kMebibyte / 2, 64 * kMebibyte);
  options.max_write_buffer_number = 2;
  options.compression =
      is_supported(rocksdb::kLZ4Compression) ? rocksdb::kLZ4Compression : rocksdb::kNoCompression;
  options.bottommost_compression =
      is_supported(rocksdb::kZSTD) ? rocksdb::kZSTD : rocksdb::kDisableCompressionOption;
  options.level_compaction_dynamic_level_bytes = true;
  options.force_consistency_checks = true;

  // Rows that are read exist, except for a few that were erased.
  rocksdb::ColumnFamilyOptions rows = options;
  rows.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));

  // Most clusters that are looked up have no key yet: the filter shows that without a search.
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBitsPerKey));
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  rocksdb::ColumnFamilyOptions keys = options;
  keys.memtable_whole_key_filtering = true;
  keys.memtable_prefix_bloom_size_ratio = kMemoryFilterShare;

  rocksdb::ColumnFamilyOptions marks = options;
  marks.write_buffer_size = std::size_t{1} << 20;
  return {{"default", marks}, {"rows", rows}, {"keys", keys}, {kEmptyFamily, marks}};
}

}  // namespace facsim
