// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/key_blocks_internal.h"

#include <algorithm>

#include "facsim/base/error.h"
#include "facsim/index/codec/bits_internal.h"

namespace facsim {
namespace {

// The numbers of the codecs in the tail.
constexpr std::uint64_t kEliasFanoNumber = 1;
constexpr std::uint64_t kXorHuffmanNumber = 2;

// Throws unless `keys` ascend and the first one is not below `last`.
void check_ascending(const std::optional<std::uint64_t>& last,
                     std::span<const std::uint64_t> keys) {
  if ((!last || *last <= keys.front()) && std::is_sorted(keys.begin(), keys.end())) return;
  throw Error{ErrorCode::invalid_argument, "keys must ascend; sort them first"};
}

}  // namespace

void throw_damaged(std::string_view what) {
  throw Error{ErrorCode::damaged,
              std::string("sorted keys: ").append(what).append("; build the table anew")};
}

CodedParts split_coded(std::span<const std::byte> bytes) {
  if (bytes.size() < kTailBytes) throw_damaged("shorter than their tail of 32 bytes");
  const std::span<const std::byte> rest = bytes.first(bytes.size() - kTailBytes);
  const std::byte* const at = rest.data() + rest.size();
  CodedParts parts;
  parts.tail = {load64(at), load64(at + 8), load64(at + 16), Codec::elias_fano};
  const std::uint64_t number = load64(at + 24);
  if (number != kEliasFanoNumber && number != kXorHuffmanNumber) {
    throw Error{ErrorCode::unsupported,
                "sorted keys: codec " + std::to_string(number) + " is not one that this program " +
                    "reads; build the table anew, or read it with a newer program"};
  }
  if (number == kXorHuffmanNumber) parts.tail.codec = Codec::xor_huffman;
  if (parts.tail.block_bytes > rest.size()) throw_damaged("the blocks are longer than all");
  parts.blocks = rest.first(parts.tail.block_bytes);
  parts.index = rest.subspan(parts.tail.block_bytes);
  return parts;
}

void put_tail(const CodedTail& tail, std::vector<std::byte>& bytes) {
  bytes.resize(bytes.size() + kTailBytes);
  std::byte* const at = bytes.data() + bytes.size() - kTailBytes;
  store_as(at, tail.count);
  store_as(at + 8, tail.blocks);
  store_as(at + 16, tail.block_bytes);
  store_as(at + 24, tail.codec == Codec::elias_fano ? kEliasFanoNumber : kXorHuffmanNumber);
}

void KeyBlockWriter::scan(std::span<const std::uint64_t> keys) {
  if (keys.empty()) return;
  check_ascending(last_scanned_, keys);
  scan_ascending(keys);
  last_scanned_ = keys.back();
}

void KeyBlockWriter::add(std::span<const std::uint64_t> keys) {
  if (keys.empty()) return;
  check_ascending(last_added_, keys);
  add_ascending(keys);
  last_added_ = keys.back();
  tail_.count += keys.size();
}

std::uint64_t KeyBlockWriter::build() {
  std::vector<std::byte> rest = finish();
  tail_.codec = codec_;
  put_tail(tail_, rest);
  sink_(rest);
  return tail_.count;
}

void KeyBlockWriter::hand_out_blocks(std::span<const std::byte> bytes, std::uint64_t blocks) {
  sink_(bytes);
  tail_.blocks += blocks;
  tail_.block_bytes += bytes.size();
}

std::uint64_t count_less(const std::byte* keys, std::size_t stride, std::uint64_t count,
                         std::uint64_t key) noexcept {
  const auto key_at = [=](std::uint64_t i) { return load64(keys + i * stride); };
  if (count == 0 || key_at(0) >= key) return 0;
  std::uint64_t left = 0;
  std::uint64_t right = count - 1;
  std::uint64_t left_key = key_at(left);
  std::uint64_t right_key = key_at(right);
  if (right_key < key) return count;
  // left_key < key <= right_key, so the answer is in left + 1 ... right. The probe assumes that the
  // keys between are evenly spread; every third step halves instead, for keys that are not.
  for (unsigned step = 1; right - left > 1; ++step) {
    const std::uint64_t between = right - left;
    std::uint64_t ahead = between / 2;
    if (step % 3 != 0) {
      const double share =
          static_cast<double>(key - left_key) / static_cast<double>(right_key - left_key);
      ahead = static_cast<std::uint64_t>(share * static_cast<double>(between));
      ahead = std::clamp<std::uint64_t>(ahead, 1, between - 1);
    }
    const std::uint64_t probe = left + ahead;
    const std::uint64_t probed = key_at(probe);
    if (probed < key) {
      left = probe;
      left_key = probed;
    } else {
      right = probe;
      right_key = probed;
    }
  }
  return right;
}

}  // namespace facsim
