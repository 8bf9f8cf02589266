// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loops of the partition, over any way to move bits and to write a line.
//
// `Machine` describes a kernel's instructions; it must be a type without external linkage, so that
// its instantiations stay in the kernel's own object file:
//
//   Permute, Restore       made from a BitOrder; give a key's permuted form, and the key back
//   stream(line, to)       writes a line to an aligned address, bypassing the caches
//   fence()                makes streamed lines visible to other threads

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "facsim/index/kernels/partition_kernels.h"

namespace facsim {

// Writes values of one column to their partitions, line by line. Cursors count from the beginning
// of the line in which the column begins, so that a cursor's low bits are the place in its line.
template <class Machine, class Value>
class LineWriter {
 public:
  static constexpr std::size_t kValues = sizeof(WaitingLine) / sizeof(Value);

  LineWriter(void* to, WaitingLine* lines, const std::uint64_t* begins, bool streams)
      : lines_(lines), begins_(begins), streams_(streams) {
    ahead_ = reinterpret_cast<std::uintptr_t>(to) % sizeof(WaitingLine) / sizeof(Value);
    base_ = static_cast<unsigned char*>(to) - ahead_ * sizeof(Value);
  }

  [[gnu::always_inline]] void put(std::size_t digit, std::uint64_t cursor, Value value) {
    const std::uint64_t at = cursor + ahead_;
    const std::size_t slot = at % kValues;
    std::memcpy(lines_[digit].bytes + slot * sizeof(Value), &value, sizeof(Value));
    if (slot == kValues - 1) write(digit, at + 1 - kValues, at + 1);
  }

  // Writes the values that still wait for a digit: from the beginning of the last line to `end`.
  void finish(std::size_t digit, std::uint64_t end) {
    const std::uint64_t at = end + ahead_;
    if (at % kValues != 0) write(digit, at - at % kValues, at);
  }

 private:
  // A line whose first values belong to another partition or piece is written in part.
  [[gnu::always_inline]] void write(std::size_t digit, std::uint64_t from, std::uint64_t end) {
    const std::uint64_t begin = begins_[digit] + ahead_;
    const unsigned char* line = lines_[digit].bytes;
    if (from >= begin && end - from == kValues) {
      if (streams_) {
        Machine::stream(line, base_ + from * sizeof(Value));
      } else {
        std::memcpy(base_ + from * sizeof(Value), line, sizeof(WaitingLine));
      }
      return;
    }
    const std::uint64_t first = from > begin ? from : begin;
    if (first >= end) return;
    std::memcpy(base_ + first * sizeof(Value), line + (first - from) * sizeof(Value),
                (end - first) * sizeof(Value));
  }

  unsigned char* base_;
  std::size_t ahead_;
  WaitingLine* lines_;
  const std::uint64_t* begins_;
  bool streams_;
};

struct NoPayload {};

template <class Machine>
struct PartitionLoops {
  static void permute(const std::uint64_t* keys, std::size_t count, const BitOrder& order,
                      std::uint64_t* to) {
    const typename Machine::Permute permute(order);
    for (std::size_t i = 0; i < count; ++i) to[i] = permute(keys[i]);
  }

  static void restore(const std::uint64_t* keys, std::size_t count, const BitOrder& order,
                      std::uint64_t* to) {
    const typename Machine::Restore restore(order);
    for (std::size_t i = 0; i < count; ++i) to[i] = restore(keys[i]);
  }

  static void count(const std::uint64_t* keys, std::size_t count, const BitOrder& order,
                    Digit digit, std::uint64_t* counts) {
    const typename Machine::Permute permute(order);
    const std::size_t low = digit.ways - 1;
    for (std::size_t i = 0; i < count; ++i) ++counts[permute(keys[i]) >> digit.shift & low];
  }

  template <class Payload>
  static void scatter_with(const ScatterColumns& columns, std::size_t count, const BitOrder& order,
                           Digit digit, std::uint64_t* cursors, const std::uint64_t* begins,
                           WaitingLine* lines, bool stream) {
    constexpr bool kHasPayload = !__is_empty(Payload);
    const typename Machine::Permute permute(order);
    const std::size_t low = digit.ways - 1;
    LineWriter<Machine, std::uint64_t> keys(columns.keys_to, lines, begins, stream);
    LineWriter<Machine, Payload> payloads(columns.payloads_to, lines + digit.ways, begins, stream);
    const std::uint64_t* const keys_from = columns.keys;
    const auto* const payload = static_cast<const Payload*>(columns.payloads);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t key = permute(keys_from[i]);
      const std::size_t way = key >> digit.shift & low;
      const std::uint64_t cursor = cursors[way]++;
      keys.put(way, cursor, key);
      if constexpr (kHasPayload) payloads.put(way, cursor, payload[i]);
    }
    for (std::size_t way = 0; way < digit.ways; ++way) {
      keys.finish(way, cursors[way]);
      if constexpr (kHasPayload) payloads.finish(way, cursors[way]);
    }
    Machine::fence();
  }

  static void scatter(const ScatterColumns& columns, std::size_t count, const BitOrder& order,
                      Digit digit, std::uint64_t* cursors, const std::uint64_t* begins,
                      WaitingLine* lines, bool stream) {
    if (columns.payload_bytes == 4) {
      scatter_with<std::uint32_t>(columns, count, order, digit, cursors, begins, lines, stream);
    } else if (columns.payload_bytes == 8) {
      scatter_with<std::uint64_t>(columns, count, order, digit, cursors, begins, lines, stream);
    } else {
      scatter_with<NoPayload>(columns, count, order, digit, cursors, begins, lines, stream);
    }
  }
};

}  // namespace facsim
