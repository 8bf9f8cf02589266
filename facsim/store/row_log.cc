// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/file_checksum.h>

#include <algorithm>
#include <array>
#include <memory>

#include "facsim/store/row_error_internal.h"
#include "facsim/store/row_log_internal.h"

namespace facsim {

namespace {

constexpr std::size_t kBlock = 32768;
constexpr std::size_t kHeader = 7;
constexpr std::uint64_t kCheckEvery = std::uint64_t{1} << 20;
constexpr unsigned char kFull = 1;
constexpr unsigned char kFirst = 2;
constexpr unsigned char kLast = 4;
// A batch: sequence number (8 bytes), count (4), then its values. A value of the default column
// family: type 1, length and bytes of the key, length and bytes of the value.
constexpr std::size_t kBatchHeader = 12;
constexpr std::size_t kMarkBytes = 24;
const std::string kMarkBegin = std::string("\x01\x02", 2).append(kMarkKey).append(1, kMarkBytes);
const std::size_t kHeadBytes = kBatchHeader + kMarkBegin.size() + kMarkBytes;

std::uint64_t little_endian(std::string_view bytes) noexcept {
  std::uint64_t value = 0;
  for (std::size_t at = bytes.size(); at-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

void append_little_endian(std::string& to, std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) to += static_cast<char>(value >> shift & 0xffU);
}

// CRC-32C computed by RocksDB, masked as in its logs.
std::uint32_t masked_checksum(std::string_view bytes) {
  const rocksdb::FileChecksumGenContext context;
  static const auto factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  const auto sum = factory->CreateFileChecksumGenerator(context);
  sum->Update(bytes.data(), bytes.size());
  sum->Finalize();
  std::uint32_t crc = 0;
  for (const char byte : sum->GetChecksum()) crc = crc << 8U | static_cast<unsigned char>(byte);
  return ((crc >> 15U) | (crc << 17U)) + 0xa282ead8U;
}

class Scanner {
 public:
  Scanner(const std::function<void(const LogMark&, bool)>& mark, LogScan& scan)
      : mark_(mark), scan_(scan) {}

  // Reads one block; only the last one of the file may be short.
  void read(std::string_view block, std::uint64_t offset) {
    std::size_t at = 0;
    while (block.size() - at >= kHeader) {
      if (const std::size_t length = fragment(block.substr(at)); length > 0) {
        const auto type = static_cast<unsigned char>(block[at + 6]);
        // Other types may be the rest of the broken record.
        if (scan_.broken_at && (type == kFull || type == kFirst)) scan_.record_behind = true;
        take(block[at + 6], block.substr(at + kHeader, length - kHeader));
        at += length;
        continue;
      }
      // Space that was allocated but never written: zeros to the end, possibly for whole blocks.
      if (block.find_first_not_of('\0', at) == std::string_view::npos) {
        zeros_ = true;
        return;
      }
      broken(offset + at);
      ++at;
    }
    // The trailer is zeros. In the last block a truncated header is a torn tail.
    if (block.find_first_not_of('\0', at) != std::string_view::npos) broken(offset + at);
  }

 private:
  // The length of the fragment at the beginning of the bytes, header included; 0 if there is none.
  [[nodiscard]] std::size_t fragment(std::string_view bytes) {
    const std::size_t length = little_endian(bytes.substr(4, 2));
    const auto type = static_cast<unsigned char>(bytes[6]);
    if (type < kFull || type > kLast || length > bytes.size() - kHeader) return 0;
    const bool is_whole =
        masked_checksum(bytes.substr(6, length + 1)) == little_endian(bytes.substr(0, 4));
    if (is_whole && zeros_) broken(0);  // the zeros were not the end
    return is_whole ? kHeader + length : 0;
  }

  void broken(std::uint64_t at) {
    if (!scan_.broken_at) scan_.broken_at = at;
    head_.clear();
    in_record_ = false;
  }

  void take(char type_byte, std::string_view bytes) {
    const auto type = static_cast<unsigned char>(type_byte);
    if (type == kFull || type == kFirst) {
      head_.clear();
      in_record_ = true;
    }
    if (!in_record_) return;
    head_.append(bytes.substr(0, kHeadBytes - std::min(kHeadBytes, head_.size())));
    if (head_.size() < kHeadBytes) return;
    in_record_ = false;
    const std::string_view value = std::string_view(head_).substr(kBatchHeader);
    if (!value.starts_with(kMarkBegin)) return;
    const auto mark = read_mark(value.substr(kMarkBegin.size(), kMarkBytes));
    if (mark) mark_(*mark, scan_.broken_at.has_value());
  }

  const std::function<void(const LogMark&, bool)>& mark_;
  LogScan& scan_;
  std::string head_;        // the first bytes of the record
  bool in_record_ = false;  // true while more of them are needed
  bool zeros_ = false;
};

}  // namespace

std::string mark_bytes(const LogMark& mark) {
  std::string bytes;
  for (const std::uint64_t value : {mark.store, mark.changes, mark.durable}) {
    append_little_endian(bytes, value);
  }
  return bytes;
}

std::optional<LogMark> read_mark(std::string_view bytes) noexcept {
  if (bytes.size() != kMarkBytes) return std::nullopt;
  return LogMark{little_endian(bytes.substr(0, 8)), little_endian(bytes.substr(8, 8)),
                 little_endian(bytes.substr(16, 8))};
}

LogScan scan_log(rocksdb::FileSystem& files, const std::string& path, std::uint64_t bytes,
                 const std::function<void(const LogMark& mark, bool behind)>& mark,
                 const std::function<void()>& check) {
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  throw_unless_ok(files.NewSequentialFile(path, {}, &file, nullptr), path);
  LogScan scan;
  Scanner scanner(mark, scan);
  std::string block(kBlock, '\0');
  for (std::uint64_t offset = 0; offset < bytes; offset += kBlock) {
    if (check && offset % kCheckEvery == 0) check();
    const std::size_t wanted = std::min<std::uint64_t>(kBlock, bytes - offset);
    std::size_t filled = 0;
    while (filled < wanted) {
      rocksdb::Slice got;
      throw_unless_ok(file->Read(wanted - filled, {}, &got, block.data() + filled, nullptr), path);
      if (got.empty()) break;
      std::copy_n(got.data(), got.data() == block.data() + filled ? 0 : got.size(),
                  block.data() + filled);
      filled += got.size();
    }
    scanner.read(std::string_view(block).substr(0, filled), offset);
    if (filled < wanted) break;
  }
  return scan;
}

}  // namespace facsim
