// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cassert>

#include "facsim/index/codec/bits_internal.h"
#include "facsim/index/codec/elias_fano_internal.h"
#include "facsim/index/codec/key_blocks_internal.h"

namespace facsim {
namespace {

constexpr std::uint64_t kWordBits = 64;
// The widest low part that one load of 8 bytes always holds, whichever bit it begins at.
constexpr unsigned kNarrowBitsMax = 57;
// Below this number of keys, a linear search is faster than a binary search.
constexpr std::uint64_t kLinearMax = 8;

constexpr std::uint64_t whole_words(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

// A position in the bitmap, and the bits of its word from there on.
struct Place {
  std::uint64_t word = 0;
  std::uint64_t rest = 0;
};

class Bitmap {
 public:
  explicit Bitmap(const EliasFanoBlock& block) noexcept
      : block_(block), words_((block.shape.lows - block.shape.bitmap) / 8) {}

  [[nodiscard]] std::uint64_t words() const noexcept { return words_; }

  [[nodiscard]] std::uint64_t word(std::uint64_t index) const noexcept {
    return load64(block_.at + block_.shape.bitmap + 8 * index);
  }

  // The place of the one with that number; word == words() if the bitmap has fewer ones.
  [[nodiscard]] Place place_of_one(std::uint64_t number) const noexcept {
    const std::uint64_t sample = number / EliasFanoShape::kOnesASample;
    const std::uint64_t bit = load16(block_.at + block_.shape.ones_samples + 2 * sample);
    return skip<0>(bit, number % EliasFanoShape::kOnesASample);
  }

  // The same for zeros; `rest` has a one for each zero of the word.
  [[nodiscard]] Place place_of_zero(std::uint64_t number) const noexcept {
    const std::uint64_t sample = number / EliasFanoShape::kZerosASample;
    const std::uint64_t bit = load16(block_.at + 2 * sample);
    return skip<~std::uint64_t{0}>(bit, number % EliasFanoShape::kZerosASample);
  }

 private:
  template <std::uint64_t kFlip>
  [[nodiscard]] Place skip(std::uint64_t bit, std::uint64_t ones) const noexcept {
    Place place{bit / kWordBits, 0};
    if (place.word >= words_) return {words_, 0};
    place.rest = (word(place.word) ^ kFlip) & ~std::uint64_t{0} << bit % kWordBits;
    for (std::uint64_t here = count_ones(place.rest); here <= ones; here = count_ones(place.rest)) {
      ones -= here;
      if (++place.word == words_) return {words_, 0};
      place.rest = word(place.word) ^ kFlip;
    }
    const unsigned at = facsim::place_of_one(place.rest, static_cast<unsigned>(ones));
    assert(at < kWordBits && "more ones than these are in the word");
    place.rest &= ~std::uint64_t{0} << at;
    return place;
  }

  const EliasFanoBlock& block_;
  std::uint64_t words_;
};

class Lows {
 public:
  explicit Lows(const EliasFanoBlock& block) noexcept
      : at_(block.at + block.shape.lows),
        bits_(block.shape.low_bits),
        mask_(low_ones(block.shape.low_bits)) {}

  [[nodiscard]] std::uint64_t number(std::uint64_t index) const noexcept {
    return bits_ <= kNarrowBitsMax ? narrow(index * bits_) : wide(index * bits_);
  }

  [[nodiscard]] std::uint64_t narrow(std::uint64_t bit) const noexcept {
    return load64(at_ + bit / 8) >> bit % 8 & mask_;
  }

  [[nodiscard]] std::uint64_t wide(std::uint64_t bit) const noexcept {
    const std::byte* from = at_ + bit / 8;
    const std::uint64_t above = std::to_integer<std::uint64_t>(from[8]);
    return (load64(from) >> bit % 8 | above << 1U << (63 - bit % 8)) & mask_;
  }

  // The first position in begin..end whose number is not less than `low`; the numbers ascend.
  [[nodiscard]] std::uint64_t count_less(std::uint64_t begin, std::uint64_t end,
                                         std::uint64_t low) const noexcept {
    while (end - begin > kLinearMax) {
      const std::uint64_t middle = begin + (end - begin) / 2;
      if (number(middle) < low) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    while (begin < end && number(begin) < low) ++begin;
    return begin;
  }

 private:
  const std::byte* at_;
  unsigned bits_;
  std::uint64_t mask_;
};

// The loop that does all sequential decoding: one round for each one in the bitmap. The high part
// of a key is the number of zeros before its one: the position of the one minus its number.
template <bool kNarrow>
void unpack(const EliasFanoBlock& block, std::uint64_t index, Place place,
            std::span<std::uint64_t> out) noexcept {
  const Bitmap bitmap(block);
  const Lows lows(block);
  const unsigned low_bits = block.shape.low_bits;
  const std::uint64_t first = block.first;
  std::uint64_t* to = out.data();
  std::uint64_t* const end = to + out.size();
  std::uint64_t zeros = place.word * kWordBits - index;
  std::uint64_t low_at = index * low_bits;
  const auto put = [&](std::uint64_t rest) {
    const auto bit = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t low = kNarrow ? lows.narrow(low_at) : lows.wide(low_at);
    *to++ = first + ((zeros + bit) << low_bits | low);
    low_at += low_bits;
    --zeros;
  };
  for (std::uint64_t rest = place.rest;;) {
    if (end - to >= 64) {
      for (; rest != 0; rest &= rest - 1) put(rest);
    } else {
      for (; rest != 0 && to != end; rest &= rest - 1) put(rest);
    }
    if (to == end || ++place.word >= bitmap.words()) break;
    rest = bitmap.word(place.word);
    zeros += kWordBits;
  }
  std::fill(to, end, block.last);  // fewer ones than keys: the block is damaged
}

}  // namespace

EliasFanoShape::EliasFanoShape(std::uint64_t keys, std::uint64_t first, std::uint64_t last) noexcept
    : count(keys) {
  // One more bit of low part costs a bit a key and saves half of the zeros, so the best number of
  // zeros is at least the number of keys and less than twice that.
  const std::uint64_t gap = (last - first) / keys;
  low_bits = gap == 0 ? 0 : static_cast<unsigned>(std::bit_width(gap)) - 1;
  zeros = (last - first) >> low_bits;
  ones_samples = 2 * ceil_div(zeros, kZerosASample);
  bitmap = whole_words(ones_samples + 2 * ceil_div(count, kOnesASample));
  lows = bitmap + 8 * ceil_div(count + zeros, kWordBits);
  size = lows + 8 * ceil_div(count * low_bits, kWordBits);
}

void EliasFanoBlock::decode(std::uint64_t from, std::span<std::uint64_t> out) const noexcept {
  if (out.empty()) return;
  const Place place = Bitmap(*this).place_of_one(from);
  if (shape.low_bits <= kNarrowBitsMax) {
    unpack<true>(*this, from, place, out);
  } else {
    unpack<false>(*this, from, place, out);
  }
}

std::uint64_t EliasFanoBlock::count_less(std::uint64_t key) const noexcept {
  const std::uint64_t high = (key - first) >> shape.low_bits;
  const std::uint64_t low = (key - first) & low_ones(shape.low_bits);
  // The ones of this high part lie between zero number high - 1 and zero number high.
  const Bitmap bitmap(*this);
  Place place{0, ~bitmap.word(0)};
  std::uint64_t bit = 0;
  if (high > 0) {
    place = bitmap.place_of_zero(high - 1);
    if (place.word == bitmap.words()) return shape.count;
    bit = place.word * kWordBits + static_cast<unsigned>(std::countr_zero(place.rest)) + 1;
    place.rest &= place.rest - 1;
  }
  while (place.rest == 0 && ++place.word < bitmap.words()) place.rest = ~bitmap.word(place.word);
  const std::uint64_t next_zero =
      place.word * kWordBits +
      (place.rest == 0 ? 0 : static_cast<unsigned>(std::countr_zero(place.rest)));
  // In valid blocks at least `high` bits end with zero number high - 1; the minima are for damage.
  const std::uint64_t begin = std::min(bit - std::min(bit, high), shape.count);
  const std::uint64_t end = std::min(begin + (next_zero - bit), shape.count);
  return Lows(*this).count_less(begin, end, low);
}

void encode_elias_fano(std::span<const std::uint64_t> keys, std::vector<std::byte>& block) {
  const std::uint64_t first = keys.front();
  const EliasFanoShape shape(keys.size(), first, keys.back());
  block.assign(shape.size + 8, std::byte{0});
  BitWriter lows(block.data() + shape.lows);
  std::byte* const bitmap = block.data() + shape.bitmap;
  std::uint64_t word = 0;
  std::uint64_t ones = 0;  // bits of that word
  std::uint64_t zero = 0;  // the next zero to sample
  for (std::uint64_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t value = keys[i] - first;
    lows.put(value & low_ones(shape.low_bits), shape.low_bits);
    const std::uint64_t high = value >> shape.low_bits;
    for (; zero < high; zero += EliasFanoShape::kZerosASample) {
      const std::uint64_t sample = zero / EliasFanoShape::kZerosASample;
      store_as(block.data() + 2 * sample, static_cast<std::uint16_t>(zero + i));
    }
    const std::uint64_t bit = high + i;
    if (i % EliasFanoShape::kOnesASample == 0) {
      const std::uint64_t sample = i / EliasFanoShape::kOnesASample;
      store_as(block.data() + shape.ones_samples + 2 * sample, static_cast<std::uint16_t>(bit));
    }
    if (bit / kWordBits != word) {
      store_as(bitmap + 8 * word, ones);
      word = bit / kWordBits;
      ones = 0;
    }
    ones |= std::uint64_t{1} << bit % kWordBits;
  }
  store_as(bitmap + 8 * word, ones);
  lows.finish();
  block.resize(shape.size);
}

}  // namespace facsim
