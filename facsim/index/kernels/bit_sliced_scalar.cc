// SPDX-License-Identifier: Apache-2.0
// The scan in words of 64 keys, for every machine.
#include "facsim/index/kernels/bit_sliced_internal.h"

namespace facsim {
namespace {

struct ScalarSlices {
  using Vector = std::uint64_t;
  static constexpr std::size_t kWords = 1;

  static Vector load(const std::uint64_t* at) { return *at; }
  static void store(Vector v, std::uint64_t* at) { *at = v; }
  static Vector broadcast(std::uint64_t word) { return word; }
  static bool is_zero(Vector v) { return v == 0; }
  static Vector carry_save(Vector& sum, Vector a, Vector b) {
    const Vector either = a ^ b;
    const Vector carry = (a & b) | (sum & either);
    sum ^= either;
    return carry;
  }
};

}  // namespace

const BitSlicedKernels kScalarBitSliced = {&SlicedScan<ScalarSlices>::scan};

}  // namespace facsim
