// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes and reads values as little-endian bytes without gaps.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace facsim {

static_assert(std::endian::native == std::endian::little, "rows are of little-endian numbers");

class RowBytesWriter {
 public:
  RowBytesWriter() { bytes_.reserve(kUsualBytes); }
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_.append(text);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  static constexpr std::size_t kUsualBytes = 384;
  std::string bytes_;
};

// Throws nothing: is_sound() is false after reading past the end.
class RowBytesReader {
 public:
  explicit RowBytesReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  [[nodiscard]] T take() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (const std::string_view bytes = take_bytes(sizeof value); !bytes.empty()) {
      std::memcpy(&value, bytes.data(), sizeof value);
    }
    return value;
  }
  template <class T>
  [[nodiscard]] T take_if(bool is_there) {
    return is_there ? take<T>() : T{};
  }
  [[nodiscard]] std::string take_text() {
    const auto size = take<std::uint32_t>();
    return std::string(take_bytes(size));
  }
  [[nodiscard]] std::vector<std::uint64_t> take_numbers() {
    const auto count = take<std::uint32_t>();
    if (count > rest_.size() / sizeof(std::uint64_t)) {
      is_sound_ = false;
      return {};
    }
    std::vector<std::uint64_t> numbers;
    numbers.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) numbers.push_back(take<std::uint64_t>());
    return numbers;
  }
  [[nodiscard]] bool is_sound() const noexcept { return is_sound_; }
  [[nodiscard]] bool is_at_end() const noexcept { return is_sound_ && rest_.empty(); }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view take_bytes(std::size_t count) {
    if (count > rest_.size()) {
      is_sound_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  std::string_view rest_;
  bool is_sound_ = true;
};

}  // namespace facsim
