// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/bit_sliced.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace facsim {
namespace {

// The number of blocks whose first planes fit easily into the second-level cache.
constexpr std::size_t kTileBlocks = 64;

// Bit i of word j becomes bit j of word i (Warren, Hacker's Delight, 7-3).
void transpose(std::array<std::uint64_t, 64>& words) {
  std::uint64_t mask = 0xffffffffU;
  for (std::size_t half = 32; half != 0; half >>= 1, mask ^= mask << half) {
    for (std::size_t i = 0; i < 64; i = (i + half + 1) & ~half) {
      const std::uint64_t swap = (words[i] >> half ^ words[i + half]) & mask;
      words[i] ^= swap << half;
      words[i + half] ^= swap;
    }
  }
}

// The planes of the keys; the last block is padded with zeros.
std::vector<std::uint64_t> planes_of(std::span<const std::uint64_t> keys) {
  std::vector<std::uint64_t> planes((keys.size() + kBlockKeys - 1) / kBlockKeys * kBlockWords);
  std::array<std::uint64_t, 64> words;
  for (std::size_t first = 0; first < keys.size(); first += 64) {
    const auto some = keys.subspan(first, std::min<std::size_t>(64, keys.size() - first));
    std::fill(std::copy(some.begin(), some.end(), words.begin()), words.end(), 0);
    transpose(words);
    std::uint64_t* const to =
        planes.data() + first / kBlockKeys * kBlockWords + first % kBlockKeys / 64;
    for (std::size_t bit = 0; bit < 64; ++bit) to[bit * kPlaneWords] = words[bit];
  }
  return planes;
}

}  // namespace

const BitSlicedKernels& bit_sliced_kernels(Kernel kernel) noexcept {
  assert(can_run(kernel) && "ask best_kernel() or kernel_named() for a kernel that can run");
#if defined(__x86_64__)
  if (kernel == Kernel::avx2) return kAvx2BitSliced;
  if (kernel == Kernel::avx512) return kAvx512BitSliced;
#endif
  return kScalarBitSliced;
}

BitSliced::BitSliced(std::span<const std::uint64_t> keys, Kernel kernel)
    : kernels_(&bit_sliced_kernels(kernel)), size_(keys.size()), planes_(planes_of(keys)) {}

void BitSliced::push_back(std::uint64_t key) {
  if (size_ % kBlockKeys == 0) planes_.resize(planes_.size() + kBlockWords);
  std::uint64_t* const to =
      planes_.data() + size_ / kBlockKeys * kBlockWords + size_ % kBlockKeys / 64;
  for (std::size_t bit = 0; bit < 64; ++bit)
    to[bit * kPlaneWords] |= (key >> bit & 1U) << (size_ % 64);
  ++size_;
}

void BitSliced::scan(std::uint64_t query, int max_distance,
                     const std::function<void(std::size_t, int)>& found) const {
  assert(max_distance >= 0 && max_distance < 64 && "distances have six digits");
  struct Context {
    const std::function<void(std::size_t, int)>& found;
    std::size_t size;
  } context{found, size_};
  const KeyListener listener{&context, [](void* to, std::size_t number, unsigned distance) {
                               const auto& c = *static_cast<Context*>(to);
                               if (number < c.size) c.found(number, static_cast<int>(distance));
                             }};
  kernels_->scan(planes_.data(), planes_.size() / kBlockWords, query,
                 static_cast<unsigned>(max_distance), listener);
}

void all_pairs_bit_sliced(std::span<const std::uint64_t> keys, int max_distance, Kernel kernel,
                          const PairListener& listener) {
  assert(max_distance >= 0 && max_distance < 64 && "distances have six digits");
  const BitSlicedKernels& kernels = bit_sliced_kernels(kernel);
  const std::vector<std::uint64_t> planes = planes_of(keys);
  struct Context {
    const PairListener& listener;
    std::size_t first_key;
    std::size_t query;
  } context{listener, 0, 0};
  const KeyListener earlier{&context, [](void* to, std::size_t number, unsigned /*distance*/) {
                              const auto& c = *static_cast<Context*>(to);
                              const std::size_t key = c.first_key + number;
                              if (key >= c.query) return;
                              c.listener.found(c.listener.context, static_cast<std::uint32_t>(key),
                                               static_cast<std::uint32_t>(c.query));
                            }};
  const std::size_t blocks = planes.size() / kBlockWords;
  for (std::size_t tile = 0; tile < blocks; tile += kTileBlocks) {
    context.first_key = tile * kBlockKeys;
    for (std::size_t query = context.first_key + 1; query < keys.size(); ++query) {
      context.query = query;
      const std::size_t end = std::min(query / kBlockKeys + 1, tile + kTileBlocks);
      kernels.scan(planes.data() + tile * kBlockWords, end - tile, keys[query],
                   static_cast<unsigned>(max_distance), earlier);
    }
  }
}

}  // namespace facsim
