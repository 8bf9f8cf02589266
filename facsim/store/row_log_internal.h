// SPDX-License-Identifier: Apache-2.0
#pragma once
// A second reader of RocksDB's log files (write-ahead logs and manifests): does a record follow a
// damaged one?
//
// RocksDB can stop at the first incomplete record and open with the ones before it, which is right
// for a tail that a power cut tore; or refuse, which is right for a flipped byte in an acknowledged
// change. It cannot distinguish the two: it does not read past the damage, nor know what was
// synced. Our batches allow it: each begins with a mark that records how many changes were on the
// disk when it was written. A mark anywhere in the log with a higher count than was recovered
// proves that acknowledged changes are lost.
//
// A log is a sequence of blocks of 32 KiB; records are cut into fragments at the ends of blocks. A
// fragment is checksum (4 bytes), length (2), type (1), bytes. (RocksDB's wiki, "Write Ahead Log
// File Format".)

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// The first value of each batch. `store` is drawn at random when the store is created, so that no
// page in a row can look like a mark when the reader searches for the next record.
struct LogMark {
  std::uint64_t store = 0;
  std::uint64_t changes = 0;  // including those of this batch
  std::uint64_t durable = 0;  // changes on the disk when the batch was written
};

// The key of the mark in the default column family, and its value.
inline constexpr std::string_view kMarkKey = "at";
[[nodiscard]] std::string mark_bytes(const LogMark& mark);
[[nodiscard]] std::optional<LogMark> read_mark(std::string_view bytes) noexcept;

struct LogScan {
  // The offset of the first bytes that are not a record, and not only zeros up to the end.
  std::optional<std::uint64_t> broken_at;
  bool record_behind = false;  // another record begins after it, so it is not a torn tail
};

// Reads the first `bytes` of the file. Calls `mark` for each mark found, with true if it comes
// after the break, and `check` after every MiB. Throws Error{io} and what these two throw.
[[nodiscard]] LogScan scan_log(rocksdb::FileSystem& files, const std::string& path,
                               std::uint64_t bytes,
                               const std::function<void(const LogMark& mark, bool behind)>& mark,
                               const std::function<void()>& check = {});

}  // namespace facsim
