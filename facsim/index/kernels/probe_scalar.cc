// SPDX-License-Identifier: Apache-2.0
// The loops one entry at a time: the reference for the other kernels.

#include "facsim/index/kernels/probe_loops_internal.h"
#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {
namespace {

struct ScalarProbe {
  using Query = std::uint32_t;
  static constexpr std::uint64_t kLanes = 1;

  // Gathers the bits under the mask, run by run of neighbouring ones, from the lowest place on.
  static std::uint64_t gather(std::uint64_t bits, std::uint64_t mask) {
    std::uint64_t gathered = 0;
    for (int filled = 0; mask != 0 && filled < 64;) {
      const int begin = __builtin_ctzll(mask);
      const std::uint64_t rest = ~(mask >> begin);
      const int length = rest == 0 ? 64 : __builtin_ctzll(rest);
      const std::uint64_t ones = ~std::uint64_t{0} >> (64 - length);
      gathered |= (bits >> begin & ones) << filled;
      filled += length;
      mask &= ~(ones << begin);
    }
    return gathered;
  }

  static std::uint64_t scatter(std::uint64_t bits, std::uint64_t mask) {
    std::uint64_t scattered = 0;
    for (int taken = 0; mask != 0 && taken < 64;) {
      const int begin = __builtin_ctzll(mask);
      const std::uint64_t rest = ~(mask >> begin);
      const int length = rest == 0 ? 64 : __builtin_ctzll(rest);
      const std::uint64_t ones = ~std::uint64_t{0} >> (64 - length);
      scattered |= (bits >> taken & ones) << begin;
      taken += length;
      mask &= ~(ones << begin);
    }
    return scattered;
  }

  static unsigned ones(std::uint64_t bits) {
    return static_cast<unsigned>(__builtin_popcountll(bits));
  }

  static std::uint64_t sum_of_line(const unsigned char* line, unsigned slot) {
    std::uint64_t sum;
    __builtin_memcpy(&sum, line, sizeof sum);
    for (unsigned i = 0; i < slot; ++i) sum += line[8 + i];
    return sum;
  }

  static std::uint32_t spread(std::uint32_t query) { return query; }

  static std::uint32_t within(const std::uint32_t* low, std::uint32_t query, unsigned budget) {
    return ones(*low ^ query) <= budget ? 1 : 0;
  }
};

}  // namespace

const RawProbeKernels kScalarProbeKernels = ProbeLoops<ScalarProbe>::kernels();

}  // namespace facsim
