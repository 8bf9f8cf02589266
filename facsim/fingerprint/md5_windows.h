// SPDX-License-Identifier: Apache-2.0
#pragma once
// The MD5 digests of every window of four characters of the basic plane, summed up: what the Python
// package simhash spends its time on.
//
// Windows repeat, so their digests are remembered, in a table of fixed size where the last one of a
// slot stays; what is new is hashed many at a time (kernels.h). One a thread: 512 KiB.

#include <cstdint>
#include <string_view>
#include <vector>

#include "facsim/fingerprint/kernels/kernels.h"

namespace facsim {

class Md5Windows {
 public:
  static constexpr std::size_t kCharacters = 4;

  explicit Md5Windows(const FingerprintKernels& kernels);

  // Adds the last 64 bits of the digest of every window (in UTF-8), with weight 1; returns how many
  // there were: none in a shorter text. No character may be half of a surrogate pair.
  std::size_t add(std::u16string_view characters, VoteSums& sums);

 private:
  // The four characters of 16 bits, the first one lowest. A new slot is that of four NULs.
  struct Slot {
    std::uint64_t window = 0;
    std::uint64_t digest = 0;
  };
  // Of so many windows: the digests of those that are remembered go to words_, the others to
  // new_ones_; returns how many are remembered.
  std::size_t look_up(const char16_t* characters, std::size_t count);
  // Puts the digests of the first `count` new ones behind the `found` first words.
  void hash_new_ones(std::size_t found, std::size_t count);

  const FingerprintKernels* kernels_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> new_ones_;
  std::vector<Md5Message> messages_;
  std::vector<Hash128> digests_;
};

}  // namespace facsim
