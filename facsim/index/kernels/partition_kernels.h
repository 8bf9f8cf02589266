// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loops of partition.h as tables of plain functions over pointers.
//
// As for the fingerprint room's kernels: a kernel's source is compiled for instructions that not
// every machine has, so it sees this header only, which defines no function.
//
// A key's digit is `permuted >> shift & (ways - 1)`. scatter() writes each key to the cursor of its
// digit (at first `begins`), through buffers of one cache line a digit (software write combining);
// with `stream` the lines bypass the caches (Polychroniou and Ross, SIGMOD 2014; Schuhknecht et
// al., PVLDB 8(9), 2015). At the end each cursor is after the last key of its digit.

#include <cstddef>
#include <cstdint>

namespace facsim {

// Where the bits of a key go when the bits under a mask come first: each run of neighbouring bits
// moves as a whole, by a rotation to the left.
struct BitOrder {
  std::uint64_t mask = 0;
  unsigned mask_bits = 0;
  unsigned runs = 0;
  std::uint64_t run_to[64] = {};  // the places that the run fills
  unsigned char turn[64] = {};
};

// A field of consecutive bits of permuted keys; `ways` is a power of two.
struct Digit {
  unsigned shift = 0;
  std::size_t ways = 1;
};

// One cache line of values that wait to be written to their partition.
struct alignas(64) WaitingLine {
  unsigned char bytes[64];
};

// Keys and, if payload_bytes is 4 or 8 and not 0, their payloads in the same order.
struct ScatterColumns {
  const std::uint64_t* keys = nullptr;
  const void* payloads = nullptr;
  std::uint64_t* keys_to = nullptr;
  void* payloads_to = nullptr;
  std::size_t payload_bytes = 0;
};

struct PartitionKernels {
  void (*permute)(const std::uint64_t* keys, std::size_t count, const BitOrder& order,
                  std::uint64_t* to);
  void (*restore)(const std::uint64_t* keys, std::size_t count, const BitOrder& order,
                  std::uint64_t* to);
  // Adds 1 to the count of each key's digit.
  void (*count)(const std::uint64_t* keys, std::size_t count, const BitOrder& order, Digit digit,
                std::uint64_t* counts);
  // `lines`: one a digit, and another one a digit if there are payloads.
  void (*scatter)(const ScatterColumns& columns, std::size_t count, const BitOrder& order,
                  Digit digit, std::uint64_t* cursors, const std::uint64_t* begins,
                  WaitingLine* lines, bool stream);
};

extern const PartitionKernels kScalarPartition;
#if defined(__x86_64__)
extern const PartitionKernels kAvx2Partition;
#endif

}  // namespace facsim
