// SPDX-License-Identifier: Apache-2.0
#pragma once
// A cache of the rows that were read last, uncompressed: answers name some pages again and again,
// and these should not be decompressed from their block each time. Blocks are not cached here: in
// most of them only one row is ever read.
//
// Each number has one place, shared with the numbers that differ by a multiple of the number of
// places; the newest row replaces the older one. Callable from any thread; a lock is held while a
// row is copied.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

class RecentRows {
 public:
  // Larger rows are not cached.
  static constexpr std::size_t kRowBytesMax = 640;

  // Rows of 300 bytes fill three quarters of the memory; if all rows had the largest size, they
  // would take half as much again as the memory.
  explicit RecentRows(std::uint64_t memory_bytes)
      : places_(std::bit_floor(std::max<std::uint64_t>(memory_bytes / kBytesAPlace, kLocks))) {}

  struct Found {
    std::optional<std::string> bytes;
    // If not found, pass this to keep() with the row that is then read from the tables; keep()
    // ignores the row if it may have been forgotten in between.
    std::uint64_t age = 0;
  };
  [[nodiscard]] Found find(std::uint64_t number) const {
    const Lock& lock = lock_of(number);
    const std::lock_guard hold(lock.mutex);
    const Place& place = places_[place_of(number)];
    if (place.bytes == nullptr || place.number != number) return {{}, lock.forgotten};
    return {std::string(place.bytes.get(), place.size), lock.forgotten};
  }
  void keep(std::uint64_t number, std::string_view bytes, std::uint64_t age) {
    if (bytes.size() > kRowBytesMax) return;
    auto copy = std::make_unique_for_overwrite<char[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), copy.get());
    Lock& lock = lock_of(number);
    const std::lock_guard hold(lock.mutex);
    if (lock.forgotten != age) return;
    put(lock, places_[place_of(number)],
        {number, static_cast<std::uint32_t>(bytes.size()), std::move(copy)});
  }

  // Call when the row was changed or erased: after the write, and before it is acknowledged.
  void forget(std::uint64_t number) {
    Lock& lock = lock_of(number);
    const std::lock_guard hold(lock.mutex);
    ++lock.forgotten;
    Place& place = places_[place_of(number)];
    if (place.number == number) put(lock, place, {});
  }

  // The size of the places and of the rows in them.
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t bytes = places_.size() * sizeof(Place);
    for (const Lock& lock : locks_) {
      const std::lock_guard hold(lock.mutex);
      bytes += lock.bytes;
    }
    return bytes;
  }

 private:
  static constexpr std::size_t kLocks = 64;
  static constexpr std::uint64_t kBytesAPlace = 430;
  struct Place {
    std::uint64_t number = 0;
    std::uint32_t size = 0;
    std::unique_ptr<char[]> bytes;  // null: empty
  };
  struct Lock {
    mutable std::mutex mutex;
    std::uint64_t forgotten = 0;  // number of calls of forget() for rows under this lock
    std::uint64_t bytes = 0;      // of the cached rows
  };

  static void put(Lock& lock, Place& place, Place&& next) noexcept {
    lock.bytes += next.size;
    lock.bytes -= place.size;
    place = std::move(next);
  }
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
