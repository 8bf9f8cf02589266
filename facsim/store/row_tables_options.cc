// SPDX-License-Identifier: Apache-2.0
// How RocksDB is set, and what its statuses mean.
#include <rocksdb/convenience.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/write_buffer_manager.h>

#include <algorithm>
#include <cctype>

#include "facsim/store/row_tables_internal.h"

namespace facsim {

namespace {

constexpr int kOpenFilesMax = 256;
constexpr int kBitsPerKey = 10;
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

bool is_supported(rocksdb::CompressionType type) {
  static const auto all = rocksdb::GetSupportedCompressions();
  return std::find(all.begin(), all.end(), type) != all.end();
}

// The first word of the message that looks like a file of a database: 000012.sst, MANIFEST-000004.
std::string file_in(const std::string& message, const std::string& folder) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
  };
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = at;
    while (end < message.size() && is_of_name(message[end])) ++end;
    std::string word = message.substr(at, end - at);
    while (word.ends_with('.')) word.pop_back();
    const bool is_table = word.ends_with(".sst") || word.ends_with(".log");
    if (is_table || word.starts_with("MANIFEST-") || word == "CURRENT" || word == "IDENTITY") {
      return folder + "/" + word;
    }
    at = std::max(end, at + 1);
  }
  return folder;
}

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

Error rocks_error(const rocksdb::Status& status, const std::string& folder) {
  const std::string text = status.ToString();
  const std::string where = file_in(text, folder);
  if (status.IsNoSpace() || has(text, "No space left") || has(text, "quota exceeded")) {
    return {ErrorCode::no_space, "the disk is full (" + text + "); make room and open it again",
            where};
  }
  // RocksDB's own word for a database that is open: a program that knows nothing of our lock.
  if (status.IsBusy() || has(text, "lock hold by current process") || has(text, "lock file:")) {
    return {ErrorCode::busy, "another program has it open (" + text + ")", where};
  }
  const bool lacks_file = has(text, "No such file") && where != folder;
  if (status.IsCorruption() || lacks_file) {
    return {ErrorCode::damaged, text + "; bring back a checkpoint", where};
  }
  if (status.IsNotSupported()) return {ErrorCode::unsupported, text, where};
  if (status.IsInvalidArgument()) return {ErrorCode::invalid_argument, text, where};
  return {ErrorCode::io, text, where};
}

void throw_unless_ok(const rocksdb::Status& status, const std::string& folder) {
  if (!status.ok()) throw rocks_error(status, folder);
}

rocksdb::DBOptions RowTables::database_options() const {
  rocksdb::DBOptions options;
  options.env = env_.get();
  options.paranoid_checks = true;
  // A torn tail is cut; what was cut is judged by our marks (row_log_internal.h).
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.track_and_verify_wals_in_manifest = true;
  options.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  // After a failed write nothing is certain but what is on the disk: it must be opened again.
  options.max_bgerror_resume_count = 0;
  options.write_buffer_manager = buffers_;
  // What opening reads again, at most.
  options.max_total_wal_size = memory_bytes_ / 2;
  options.max_open_files = kOpenFilesMax;
  options.max_background_jobs = 2;
  options.max_subcompactions = 1;
  options.max_file_opening_threads = 1;
  // Written along, so that a sync at the end of a large table has little left to do.
  options.bytes_per_sync = kMiB;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  options.max_log_file_size = kMiB;
  options.keep_log_file_num = 2;
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> RowTables::family_options() const {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache_;
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBitsPerKey));
  table.format_version = 5;
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = std::clamp<std::uint64_t>(memory_bytes_ / 8, kMiB / 2, 64 * kMiB);
  options.max_write_buffer_number = 2;
  options.compression =
      is_supported(rocksdb::kLZ4Compression) ? rocksdb::kLZ4Compression : rocksdb::kNoCompression;
  options.bottommost_compression =
      is_supported(rocksdb::kZSTD) ? rocksdb::kZSTD : rocksdb::kDisableCompressionOption;
  options.level_compaction_dynamic_level_bytes = true;
  options.force_consistency_checks = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));

  rocksdb::ColumnFamilyOptions names = options;
  rocksdb::BlockBasedTableOptions names_table = table;
  names_table.whole_key_filtering = false;
  names.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(8));
  names.table_factory.reset(rocksdb::NewBlockBasedTableFactory(names_table));

  rocksdb::ColumnFamilyOptions marks = options;
  marks.write_buffer_size = std::size_t{1} << 20;
  return {{"default", marks}, {"rows", options}, {"keys", options}, {"names", names}};
}

}  // namespace facsim
