// SPDX-License-Identifier: Apache-2.0
#pragma once
// A second reader of RocksDB's log files (write-ahead logs and manifests): does a record lie behind
// a damaged one?
//
// RocksDB can stop at the first record that is not whole and open with what lies before it, which
// is right for a tail that a power cut tore, or refuse, which is right for a byte that flipped in
// what was acknowledged. It cannot tell the two apart: it does not look behind the damage, nor know
// what was synced. Our batches do: each begins with a mark that says how many changes were on the
// disk when it was written. A mark anywhere in the log that knows of more changes than were
// recovered is proof that acknowledged ones are lost.
//
// A log is a row of blocks of 32 KiB; a record is cut into fragments at their ends; a fragment is
// checksum (4 bytes), length (2), type (1), bytes. (RocksDB's wiki, "Write Ahead Log File Format".)

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// The first value of each batch. `store` is drawn at random when the store is made, so that no page
// in a row can look like a mark where the reader looks for the next record.
struct LogMark {
  std::uint64_t store = 0;
  std::uint64_t changes = 0;  // with those of this batch
  std::uint64_t durable = 0;  // of them on the disk when the batch was written
};

// The key of the mark in the default column family, and its value.
inline constexpr std::string_view kMarkKey = "at";
[[nodiscard]] std::string mark_bytes(const LogMark& mark);
[[nodiscard]] std::optional<LogMark> read_mark(std::string_view bytes) noexcept;

struct LogScan {
  // Where the first bytes stand that are no record and not only zeros up to the end.
  std::optional<std::uint64_t> broken_at;
  bool record_behind = false;  // another one begins behind it, so it is no torn tail
};

// Reads the first `bytes` of the file. `mark` is called for each that is found, with whether it
// lies behind the break; `check` after every MiB. Throws Error{io} and what these two throw.
[[nodiscard]] LogScan scan_log(rocksdb::FileSystem& files, const std::string& path,
                               std::uint64_t bytes,
                               const std::function<void(const LogMark& mark, bool behind)>& mark,
                               const std::function<void()>& check = {});

}  // namespace facsim
