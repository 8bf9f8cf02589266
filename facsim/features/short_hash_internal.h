// SPDX-License-Identifier: Apache-2.0
#pragma once
// XXH3-64 with a seed for 1 to 8 bytes, without branches. Private to this room.
//
// Most words are that short, and whether the next one has 3 letters or 4 cannot be predicted, so a
// wrong branch would cost more than both computations. The values are those of hash64(), which
// tests compare it with (the algorithm: Collet, xxHash, doc/xxhash_spec.md, the part on small
// inputs of XXH3).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace facsim {

class ShortHash {
 public:
  explicit constexpr ShortHash(std::uint64_t seed) noexcept
      : flip_short_(0x87275a9bU + seed), flip_long_(0xc73ab174c5ecd5a2U - folded_seed(seed)) {}

  // Hashes bytes[0..size), 1 <= size <= 8. Four bytes before and after them must be readable.
  [[nodiscard]] std::uint64_t operator()(const char* bytes, std::size_t size) const noexcept {
    const auto at = [bytes](std::size_t i) -> std::uint64_t {
      return static_cast<unsigned char>(bytes[i]);
    };
    const std::uint64_t few = one_to_three(at(0), at(size >> 1), at(size - 1), size);
    const std::uint64_t ends =
        (std::uint64_t{load_four(bytes)} << 32) + load_four(bytes + size - 4);
    const std::uint64_t more = four_to_eight(ends, size);
    const std::uint64_t below_four = std::uint64_t{0} - std::uint64_t{size < 4};
    return more ^ ((few ^ more) & below_four);
  }

  // Hashes three bytes, the first one highest.
  [[nodiscard]] constexpr std::uint64_t of_three(std::uint32_t bytes) const noexcept {
    return one_to_three(bytes >> 16, (bytes >> 8) & 0xffU, bytes & 0xffU, 3);
  }

 private:
  static std::uint32_t load_four(const char* bytes) {
    std::uint32_t x;
    std::memcpy(&x, bytes, sizeof x);
    if constexpr (std::endian::native == std::endian::big) x = __builtin_bswap32(x);
    return x;
  }

  static constexpr std::uint64_t folded_seed(std::uint64_t seed) {
    const auto low = static_cast<std::uint32_t>(seed);
    return seed ^ (std::uint64_t{__builtin_bswap32(low)} << 32);
  }

  [[nodiscard]] constexpr std::uint64_t one_to_three(std::uint64_t first, std::uint64_t middle,
                                                     std::uint64_t last, std::uint64_t size) const {
    std::uint64_t x = ((first << 16) | (middle << 24) | last | (size << 8)) ^ flip_short_;
    x = (x ^ (x >> 33)) * 0xc2b2ae3d27d4eb4fU;
    x = (x ^ (x >> 29)) * 0x165667b19e3779f9U;
    return x ^ (x >> 32);
  }

  [[nodiscard]] constexpr std::uint64_t four_to_eight(std::uint64_t x, std::uint64_t size) const {
    x ^= flip_long_;
    x = (x ^ std::rotl(x, 49) ^ std::rotl(x, 24)) * 0x9fb21c651e98df25U;
    x = (x ^ ((x >> 35) + size)) * 0x9fb21c651e98df25U;
    return x ^ (x >> 28);
  }

  std::uint64_t flip_short_;
  std::uint64_t flip_long_;
};

}  // namespace facsim
