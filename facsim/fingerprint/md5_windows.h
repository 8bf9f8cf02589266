// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums up the MD5 digests of every window of four characters of the basic plane: the most expensive
// part of the Python package simhash.
//
// Windows repeat, so their digests are cached in a table of fixed size, where the last window of a
// slot replaces the one before; new windows are hashed many at a time (kernels.h). Use one for each
// thread: 512 KiB.

#include <cstdint>
#include <string_view>
#include <vector>

#include "facsim/fingerprint/kernels/kernels.h"

namespace facsim {

class Md5Windows {
 public:
  static constexpr std::size_t kCharacters = 4;

  explicit Md5Windows(const FingerprintKernels& kernels);

  // Adds the last 64 bits of the digest of every window (in UTF-8), with weight 1; returns the
  // number of windows: 0 for a text shorter than a window. Characters must not be halves of
  // surrogate pairs.
  std::size_t add(std::u16string_view characters, VoteSums& sums);

 private:
  // The four characters of 16 bits each, the first one lowest. A new slot contains four NULs.
  struct Slot {
    std::uint64_t window = 0;
    std::uint64_t digest = 0;
  };
  // Looks up `count` windows: cached digests go to words_, the other windows to new_ones_. Returns
  // the number of cached ones.
  std::size_t look_up(const char16_t* characters, std::size_t count);
  // Puts the digests of the first `count` new windows after the first `found` words.
  void hash_new_ones(std::size_t found, std::size_t count);

  const FingerprintKernels* kernels_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> new_ones_;
  std::vector<Md5Message> messages_;
  std::vector<Hash128> digests_;
};

}  // namespace facsim
