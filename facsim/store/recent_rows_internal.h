// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows that were read last, whole: answers name some pages again and again, and those are not
// unpacked out of their block each time. Blocks themselves are not kept: of most only one row is
// ever asked for.
//
// Each number has one place, shared with those that are a multiple of the places away; who comes
// later takes it. Callable from any thread; a lock is held for as long as a row is copied.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

class RecentRows {
 public:
  // Larger ones are not kept.
  static constexpr std::size_t kRowBytesMax = 1024;

  // Rows of usual sizes fill the memory, some 400 bytes each with their place; the largest, thrice
  // as much.
  explicit RecentRows(std::uint64_t memory_bytes)
      : places_(std::bit_floor(std::max<std::uint64_t>(memory_bytes / kUsualBytes, kLocks))) {}

  [[nodiscard]] std::optional<std::string> find(std::uint64_t number) const {
    const std::lock_guard hold(lock_of(number).mutex);
    const Place& place = places_[place_of(number)];
    return place.number == number ? std::optional(place.bytes) : std::nullopt;
  }

  // What is read of the tables after this call may be kept, unless it was forgotten meanwhile.
  [[nodiscard]] std::uint64_t age(std::uint64_t number) const {
    const Lock& lock = lock_of(number);
    const std::lock_guard hold(lock.mutex);
    return lock.forgotten;
  }
  void keep(std::uint64_t number, std::string_view bytes, std::uint64_t age) {
    if (bytes.size() > kRowBytesMax) return;
    Lock& lock = lock_of(number);
    const std::lock_guard hold(lock.mutex);
    if (lock.forgotten != age) return;
    Place& place = places_[place_of(number)];
    lock.bytes += bytes.size() - place.bytes.size();
    place.number = number;
    place.bytes = bytes;
  }

  // Of the rows that are kept.
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t bytes = 0;
    for (const Lock& lock : locks_) {
      const std::lock_guard hold(lock.mutex);
      bytes += lock.bytes;
    }
    return bytes;
  }

  // The row was changed or erased; behind the write, and before anybody is told of it.
  void forget(std::uint64_t number) {
    Lock& lock = lock_of(number);
    const std::lock_guard hold(lock.mutex);
    ++lock.forgotten;
    Place& place = places_[place_of(number)];
    if (place.number != number) return;
    lock.bytes -= place.bytes.size();
    place = {};
  }

 private:
  static constexpr std::size_t kLocks = 64;
  static constexpr std::uint64_t kUsualBytes = 400;
  struct Place {
    std::uint64_t number = 0;  // no row has it
    std::string bytes;
  };
  struct Lock {
    mutable std::mutex mutex;
    std::uint64_t forgotten = 0;  // rows under this lock
    std::uint64_t bytes = 0;      // of those that are kept
  };

  [[nodiscard]] std::size_t place_of(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>(number) & (places_.size() - 1);
  }
  [[nodiscard]] Lock& lock_of(std::uint64_t number) noexcept { return locks_[number % kLocks]; }
  [[nodiscard]] const Lock& lock_of(std::uint64_t number) const noexcept {
    return locks_[number % kLocks];
  }

  std::vector<Place> places_;  // a power of two
  std::array<Lock, kLocks> locks_;
};

}  // namespace facsim
