// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/kernels/scalar.h"

#include <bit>

#include "facsim/fingerprint/kernels/md5_internal.h"

namespace facsim {
namespace {

constexpr unsigned kBits = 64;
// Weights up to this one are summed in 16 bits, which hold kSmallPerBlock of them.
constexpr std::int32_t kSmallWeightMax = 1023;
constexpr int kSmallPerBlock = 64;
static_assert(kSmallWeightMax * kSmallPerBlock <= 0xffff);

// Eight lanes of 16 bits, which every x86-64 and ARM machine adds at once; without such an
// instruction the compiler generates a loop.
using Lanes = std::uint16_t __attribute__((vector_size(16)));

// Sums of small weights, flushed to wide ones before they can overflow.
class SmallSums {
 public:
  explicit SmallSums(std::int64_t* wide) noexcept : wide_(wide) {}

  // Requires 0 <= weight <= kSmallWeightMax.
  void add(std::uint64_t hash, std::uint16_t weight) noexcept {
    constexpr Lanes kBitOfLane = {1, 2, 4, 8, 16, 32, 64, 128};
    const Lanes weights = Lanes{} + weight;
    for (unsigned byte = 0; byte < 8; ++byte) {
      const Lanes copies = Lanes{} + static_cast<std::uint16_t>((hash >> (8 * byte)) & 0xffU);
      // All ones if the lane's bit is set.
      const auto is_set = static_cast<Lanes>((copies & kBitOfLane) == kBitOfLane);
      sums_[byte] += is_set & weights;
    }
    if (++count_ == kSmallPerBlock) flush();
  }

  void flush() noexcept {
    for (unsigned bit = 0; bit < kBits; ++bit) wide_[bit] += sums_[bit / 8][bit % 8];
    sums_ = {};
    count_ = 0;
  }

 private:
  std::int64_t* wide_;
  std::array<Lanes, kBits / 8> sums_{};
  int count_ = 0;
};

void add_wide(std::uint64_t hash, std::int32_t weight, std::int64_t* sums) noexcept {
  for (unsigned bit = 0; bit < kBits; ++bit) {
    sums[bit] += ((hash >> bit) & 1U) != 0 ? weight : 0;
  }
}

// `unit_at(i)` is unit i of the text, of kUnitBits bits.
template <unsigned kUnitBits, class Text>
void add_windows(const Text& unit_at, std::size_t windows, unsigned size, std::uint64_t key,
                 std::int64_t* sums) noexcept {
  SmallSums small(sums);
  for (std::size_t begin = 0; begin < windows; ++begin) {
    std::uint64_t packed = 0;
    for (unsigned i = 0; i < size; ++i) packed |= unit_at(begin + i) << (kUnitBits * i);
    small.add(mix64(packed ^ key), 1);
  }
  small.flush();
}

// MD5 of one message at a time.
struct OneWord {
  using Words = std::uint32_t;
  static Words constant(std::uint32_t value) noexcept { return value; }
  static Words add(Words x, Words y) noexcept { return x + y; }
  template <int kBitsLeft>
  static Words rotate(Words x) noexcept {
    return std::rotl(x, kBitsLeft);
  }
  // RFC 1321, section 3.4.
  static Words f(Words x, Words y, Words z) noexcept { return (x & y) | (~x & z); }
  static Words g(Words x, Words y, Words z) noexcept { return (x & z) | (y & ~z); }
  static Words h(Words x, Words y, Words z) noexcept { return x ^ y ^ z; }
  static Words i(Words x, Words y, Words z) noexcept { return y ^ (x | ~z); }
};

// Sections 3.1 and 3.2: the message, a bit, zeros, the length in bits.
Md5Block<OneWord> block_of(const Md5Message& message) noexcept {
  std::array<std::uint32_t, 5> words{};
  for (std::size_t i = 0; i < message.size; ++i) {
    words[i / 4] |= std::uint32_t{message.bytes[i]} << (8 * (i % 4));
  }
  words[message.size / 4] |= std::uint32_t{0x80} << (8 * (message.size % 4));
  return {{words[0], words[1], words[2], words[3], words[4]}, 8 * message.size};
}

std::uint64_t big_endian(std::uint32_t first, std::uint32_t second) noexcept {
  return std::uint64_t{__builtin_bswap32(first)} << 32 | __builtin_bswap32(second);
}

}  // namespace

namespace scalar {

std::int64_t add_weighted(const Feature* features, std::size_t count, std::int64_t* sums) noexcept {
  SmallSums small(sums);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [hash, weight] = features[i];
    total += weight;
    if (weight < 0 || weight > kSmallWeightMax) {
      add_wide(hash, weight, sums);
    } else {
      small.add(hash, static_cast<std::uint16_t>(weight));
    }
  }
  small.flush();
  return total;
}

void add_hashes(const std::uint64_t* hashes, std::size_t count, std::int64_t* sums) noexcept {
  SmallSums small(sums);
  for (std::size_t i = 0; i < count; ++i) small.add(hashes[i], 1);
  small.flush();
}

void add_byte_windows(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                      std::int64_t* sums) noexcept {
  const auto byte_at = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(text[i])};
  };
  add_windows<8>(byte_at, windows, size, key, sums);
}

void add_utf16_windows(const char16_t* text, std::size_t windows, unsigned size, std::uint64_t key,
                       std::int64_t* sums) noexcept {
  const auto unit_at = [&](std::size_t i) { return std::uint64_t{text[i]}; };
  add_windows<16>(unit_at, windows, size, key, sums);
}

void md5_words(const Md5Message* messages, std::size_t count, Hash128* digests) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const Md5State<OneWord> state = md5_of(block_of(messages[i]));
    digests[i] = {.low = big_endian(state.c, state.d), .high = big_endian(state.a, state.b)};
  }
}

}  // namespace scalar

const RawKernels kScalarKernels = {scalar::add_weighted, scalar::add_hashes,
                                   scalar::add_byte_windows, scalar::add_utf16_windows,
                                   scalar::md5_words};

}  // namespace facsim
