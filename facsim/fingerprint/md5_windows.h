// SPDX-License-Identifier: Apache-2.0
#pragma once
// The MD5 digests of every window of four characters, summed up: what the Python package simhash
// spends its time on.
//
// Windows repeat, so their digests are remembered, in a table of fixed size where the last one of a
// slot stays; what is new is hashed many at a time (kernels.h). One a thread: 768 KiB.

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
  // there were: none in a shorter text. Code points must be below 0x110000 and no surrogates.
  std::size_t add(std::u32string_view characters, VoteSums& sums);

 private:
  // Three characters of 21 bits with the highest bit set, so that no key is 0; and the fourth.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Slot {
    Key key;
    std::uint64_t digest = 0;
  };
  void hash_new_ones(VoteSums& sums);

  const FingerprintKernels* kernels_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> found_;  // digests that are not yet added
  // Windows that were not found.
  std::vector<Md5Message> messages_;
  std::vector<Key> keys_;
  std::vector<Hash128> digests_;
};

}  // namespace facsim
