// SPDX-License-Identifier: Apache-2.0
#pragma once
// The scan of bit_sliced_kernels.h over vectors of any width.
//
// `Lanes` describes a kernel's vectors; it must be a type without external linkage, so that its
// instantiations stay in the kernel's own object file:
//
//   Vector, kWords            a vector and its number of words; ^ & | ~ work on it
//   load, store, broadcast    from and to memory of any alignment; the same word everywhere
//   is_zero(v)
//   carry_save(sum, a, b)     sets sum to the parity of the three and returns their carry

#include <cstddef>
#include <cstdint>

#include "facsim/index/kernels/bit_sliced_kernels.h"

namespace facsim {

template <class Lanes>
class SlicedScan {
 public:
  static void scan(const std::uint64_t* planes, std::size_t blocks, std::uint64_t query,
                   unsigned max_distance, const KeyListener& listener) {
    const SlicedScan scan(query, max_distance, listener);
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t word = 0; word < kPlaneWords; word += Lanes::kWords)
        scan.column(planes + block * kBlockWords + word, block * kBlockKeys + word * 64);
    }
  }

 private:
  using Vector = typename Lanes::Vector;
  static constexpr unsigned kPlanes = 64;
  static constexpr unsigned kDigits = 6;

  // The number of differing bits of each key, digit by digit; `passed` is set if it exceeds 63.
  struct Counts {
    Vector ones, twos, fours, eights, sixteens, thirtytwos;
    Vector passed;
  };

  SlicedScan(std::uint64_t query, unsigned max_distance, const KeyListener& listener)
      : listener_(listener), first_look_(planes_before_look(max_distance)) {
    for (unsigned plane = 0; plane < kPlanes; ++plane) query_[plane] = -(query >> plane & 1U);
    for (unsigned digit = 0; digit < kDigits; ++digit)
      limit_[digit] = -(std::uint64_t{max_distance} >> digit & 1U);
  }

  // The number of planes after which a column of random keys most likely has no close key left.
  static constexpr unsigned planes_before_look(unsigned max_distance) {
    if (max_distance <= 3) return 24;
    if (max_distance <= 6) return 32;
    if (max_distance <= 9) return 40;
    return max_distance <= 12 ? 48 : 56;
  }

  [[gnu::always_inline]] Vector difference(const std::uint64_t* planes, unsigned plane) const {
    return Lanes::load(planes + plane * kPlaneWords) ^ Lanes::broadcast(query_[plane]);
  }

  [[gnu::always_inline]] Vector add_two(const std::uint64_t* planes, unsigned plane,
                                        Counts& counts) const {
    return Lanes::carry_save(counts.ones, difference(planes, plane), difference(planes, plane + 1));
  }
  [[gnu::always_inline]] static Vector add_one(Vector& digit, Vector carry) {
    const Vector next = digit & carry;
    digit = digit ^ carry;
    return next;
  }

  // Adds eight planes.
  [[gnu::always_inline]] void add(const std::uint64_t* planes, unsigned plane,
                                  Counts& counts) const {
    const Vector twos_a = add_two(planes, plane, counts);
    const Vector twos_b = add_two(planes, plane + 2, counts);
    const Vector fours_a = Lanes::carry_save(counts.twos, twos_a, twos_b);
    const Vector twos_c = add_two(planes, plane + 4, counts);
    const Vector twos_d = add_two(planes, plane + 6, counts);
    const Vector fours_b = Lanes::carry_save(counts.twos, twos_c, twos_d);
    const Vector eights = Lanes::carry_save(counts.fours, fours_a, fours_b);
    const Vector sixteens = add_one(counts.eights, eights);
    const Vector thirtytwos = add_one(counts.sixteens, sixteens);
    counts.passed = counts.passed | add_one(counts.thirtytwos, thirtytwos);
  }

  // Compares one more digit, from the highest to the lowest.
  [[gnu::always_inline]] void compare(Vector digit, unsigned number, Vector& above,
                                      Vector& equal) const {
    const Vector differs = digit ^ Lanes::broadcast(limit_[number]);
    above = above | (equal & differs & digit);
    equal = equal & ~differs;
  }

  // The keys that do not exceed the limit so far.
  [[gnu::always_inline]] Vector within(const Counts& counts) const {
    Vector above = counts.passed;
    Vector equal = ~counts.passed;
    compare(counts.thirtytwos, 5, above, equal);
    compare(counts.sixteens, 4, above, equal);
    compare(counts.eights, 3, above, equal);
    compare(counts.fours, 2, above, equal);
    compare(counts.twos, 1, above, equal);
    compare(counts.ones, 0, above, equal);
    return ~above;
  }

  [[gnu::always_inline]] void column(const std::uint64_t* planes, std::size_t first) const {
    const Vector zero = Lanes::broadcast(0);
    Counts counts{zero, zero, zero, zero, zero, zero, zero};
    unsigned plane = 0;
    for (; plane < first_look_; plane += 8) add(planes, plane, counts);
    Vector close = within(counts);
    for (; plane < kPlanes; plane += 8) {
      if (Lanes::is_zero(close)) return;
      add(planes, plane, counts);
      close = within(counts);
    }
    if (!Lanes::is_zero(close)) report(counts, close, first);
  }

  [[gnu::noinline]] void report(const Counts& counts, Vector close, std::size_t first) const {
    std::uint64_t keys[Lanes::kWords];
    std::uint64_t digits[kDigits][Lanes::kWords];
    Lanes::store(close, keys);
    Lanes::store(counts.ones, digits[0]);
    Lanes::store(counts.twos, digits[1]);
    Lanes::store(counts.fours, digits[2]);
    Lanes::store(counts.eights, digits[3]);
    Lanes::store(counts.sixteens, digits[4]);
    Lanes::store(counts.thirtytwos, digits[5]);
    for (std::size_t word = 0; word < Lanes::kWords; ++word) {
      for (std::uint64_t rest = keys[word]; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
        unsigned distance = 0;
        for (unsigned digit = 0; digit < kDigits; ++digit)
          distance |= static_cast<unsigned>(digits[digit][word] >> bit & 1U) << digit;
        listener_.found(listener_.context, first + word * 64 + bit, distance);
      }
    }
  }

  std::uint64_t query_[kPlanes];  // each bit as a word of ones or zeros
  std::uint64_t limit_[kDigits];
  const KeyListener listener_;
  const unsigned first_look_;
};

}  // namespace facsim
