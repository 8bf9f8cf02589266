// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cassert>
#include <mutex>
#include <utility>

#include "facsim/index/bit_sliced.h"
#include "facsim/index/join_passes_internal.h"

namespace facsim {
namespace {

constexpr unsigned kPassBucketBitsMax = 12;
// A part larger than this many times its intended size is processed by all threads together.
constexpr std::size_t kLargePart = 8;
constexpr std::size_t kSlicedMin = 4096;

std::uint64_t high_bits(unsigned bits) { return bits == 0 ? 0 : ~std::uint64_t{0} << (64 - bits); }

}  // namespace

std::uint64_t varying_bits_of(std::span<const std::uint64_t> keys) {
  std::uint64_t varying = 0;
  for (const std::uint64_t key : keys) varying |= key ^ keys.front();
  return varying;
}

const JoinKernels& join_kernels(Kernel kernel) noexcept {
  assert(can_run(kernel) && "ask best_kernel() or kernel_named() for a kernel that can run");
#if defined(__x86_64__)
  if (kernel == Kernel::avx2) return kAvx2Join;
  if (kernel == Kernel::avx512) return kAvx512Join;
#endif
  return kScalarJoin;
}

// One part of a pass, in one thread.
class MaskPasses::Part {
 public:
  explicit Part(const JoinSetting& setting) : setting_(setting) {}

  // Joins keys that agree on the first `agreed` of the `mask_bits` highest bits.
  void run(std::span<const std::uint64_t> keys, unsigned agreed, unsigned mask_bits,
           const PairRule& rule, const KeyPairSink& sink) {
    rule_ = &rule;
    sink_ = &sink;
    filter_.begin(rule, sink);
    const unsigned wished = static_cast<unsigned>(std::bit_width(keys.size()));
    const unsigned bits = std::min({mask_bits - agreed, wished, kPassBucketBitsMax});
    const std::size_t largest = sort_into_buckets(keys, agreed, bits);
    if (largest <= setting_.bucket_keys) {
      compare(0, 0, ends_.size());
    } else {
      compare_with_large_buckets();
    }
    filter_.end();
  }

 private:
  // Fills the columns; returns the size of the largest bucket.
  std::size_t sort_into_buckets(std::span<const std::uint64_t> keys, unsigned agreed,
                                unsigned bits) {
    const std::size_t buckets = std::size_t{1} << bits;
    const unsigned shift = bits == 0 ? 0 : 64 - agreed - bits;
    const std::uint64_t low = buckets - 1;
    if (low_.size() < keys.size() + kColumnPadding) {
      low_.resize(keys.size() + kColumnPadding);
      high_.resize(keys.size() + kColumnPadding);
    }
    ends_.assign(buckets, 0);
    for (const std::uint64_t key : keys) ++ends_[key >> shift & low];
    std::uint32_t sum = 0;
    std::uint32_t largest = 0;
    for (std::uint32_t& end : ends_) {
      largest = std::max(largest, end);
      sum += std::exchange(end, sum);
    }
    for (const std::uint64_t key : keys) {
      const std::uint32_t place = ends_[key >> shift & low]++;
      low_[place] = static_cast<std::uint32_t>(key);
      high_[place] = static_cast<std::uint32_t>(key >> 32);
    }
    return largest;
  }

  std::uint64_t key_at(std::size_t place) const {
    return std::uint64_t{high_[place]} << 32 | low_[place];
  }

  void compare(std::size_t begin, std::size_t bucket, std::size_t bucket_end) {
    const PairListener listener{this, [](void* to, std::uint32_t first, std::uint32_t second) {
                                  auto& part = *static_cast<Part*>(to);
                                  part.filter_.found(part.key_at(first), part.key_at(second));
                                }};
    join_kernels(setting_.partition.kernel)
        .compare_buckets({low_.data(), high_.data()}, begin, ends_.data() + bucket,
                         bucket_end - bucket, static_cast<unsigned>(setting_.max_distance),
                         listener);
  }

  void compare_with_large_buckets() {
    std::size_t begin = 0;
    for (std::size_t bucket = 0; bucket < ends_.size(); ++bucket) {
      const std::size_t end = ends_[bucket];
      if (end - begin <= setting_.bucket_keys) {
        compare(begin, bucket, bucket + 1);
      } else {
        split(begin, end, bucket);
      }
      begin = end;
    }
  }

  // Joins a large bucket: by masks of its own if that is cheaper, else all with all.
  void split(std::size_t begin, std::size_t end, std::size_t bucket) {
    std::vector<std::uint64_t> keys;
    for (std::size_t place = begin; place < end; ++place) keys.push_back(key_at(place));
    const std::uint64_t varying = varying_bits_of(keys);
    if (wants_none(*rule_, varying)) return;
    const std::vector<std::uint64_t> masks =
        setting_.masks->choose(varying, keys.size(), setting_.costs);
    if (masks.front() != 0) {
      std::vector<std::uint64_t> room(keys.size());
      SerialExecutor serial;
      MaskPasses(setting_, serial, *sink_).run(keys, room, masks, *rule_);
    } else if (keys.size() < kSlicedMin) {
      compare(begin, bucket, bucket + 1);
    } else {
      struct Context {
        PairFilter& filter;
        const std::vector<std::uint64_t>& keys;
      } context{filter_, keys};
      const PairListener listener{&context,
                                  [](void* to, std::uint32_t first, std::uint32_t second) {
                                    auto& c = *static_cast<Context*>(to);
                                    c.filter.found(c.keys[first], c.keys[second]);
                                  }};
      all_pairs_bit_sliced(keys, setting_.max_distance, setting_.partition.kernel, listener);
    }
  }

  const JoinSetting& setting_;
  const PairRule* rule_ = nullptr;
  const KeyPairSink* sink_ = nullptr;
  PairFilter filter_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> high_;
  std::vector<std::uint32_t> ends_;
};

// Idle parts, stored so that their memory is reused.
struct MaskPasses::Pool {
  std::unique_ptr<Part> take(const JoinSetting& setting) {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<Part>(setting);
    std::unique_ptr<Part> part = std::move(idle.back());
    idle.pop_back();
    return part;
  }
  void give(std::unique_ptr<Part> part) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(part));
  }
  std::mutex mutex;
  std::vector<std::unique_ptr<Part>> idle;
};

MaskPasses::MaskPasses(const JoinSetting& setting, Executor& executor, KeyPairSink sink)
    : setting_(setting),
      executor_(executor),
      sink_(std::move(sink)),
      pool_(std::make_unique<Pool>()) {}

MaskPasses::~MaskPasses() = default;

void MaskPasses::run(std::span<const std::uint64_t> keys, std::span<std::uint64_t> room,
                     std::span<const std::uint64_t> masks, const PairRule& rule) {
  assert(keys.size() == room.size() && "the room is as large as the keys");
  PairRule rest = rule;
  for (const std::uint64_t mask : masks) {
    pass(keys, room, mask, rest);
    rest.foreign.push_back(mask);
  }
}

void MaskPasses::pass(std::span<const std::uint64_t> keys, std::span<std::uint64_t> room,
                      std::uint64_t mask, const PairRule& rule) {
  const BitOrder order = bit_order(mask);
  const unsigned bits = std::min(part_bits(keys.size(), setting_.partition), order.mask_bits);
  PairRule here = permuted_rule(order, rule);
  here.required |= high_bits(order.mask_bits);
  std::vector<std::uint64_t> begins;
  std::span<const std::uint64_t> parted = room;
  if (mask == 0 ||
      (mask == high_bits(order.mask_bits) && std::is_sorted(keys.begin(), keys.end()))) {
    parted = keys;
    for (std::uint64_t part = 0; part >> bits == 0; ++part) {
      const auto place = std::partition_point(keys.begin(), keys.end(), [&](std::uint64_t key) {
        return bits > 0 && key >> (64 - bits) < part;
      });
      begins.push_back(static_cast<std::uint64_t>(place - keys.begin()));
    }
    begins.push_back(keys.size());
  } else {
    begins = partition_keys(keys, order, bits, room, executor_, setting_.partition);
  }

  const KeyPairSink sink = restoring(order, setting_.partition.kernel, sink_);
  const std::size_t large = setting_.partition.part_keys * kLargePart;
  const auto part_of = [&](std::size_t number) {
    return parted.subspan(begins[number], begins[number + 1] - begins[number]);
  };
  executor_.run(begins.size() - 1, [&](std::size_t number) {
    const std::size_t size = part_of(number).size();
    if (size < 2 || size > large) return;
    std::unique_ptr<Part> worker = pool_->take(setting_);
    worker->run(part_of(number), bits, order.mask_bits, here, sink);
    pool_->give(std::move(worker));
  });
  for (std::size_t number = 0; number + 1 < begins.size(); ++number) {
    if (part_of(number).size() > large) split(part_of(number), bits, order.mask_bits, here, sink);
  }
}

// Joins a large part with all threads: by the rest of the mask, or else by masks of its own.
void MaskPasses::split(std::span<const std::uint64_t> keys, unsigned agreed, unsigned mask_bits,
                       const PairRule& rule, const KeyPairSink& sink) {
  const std::uint64_t varying = varying_bits_of(keys);
  if (wants_none(rule, varying)) return;
  std::vector<std::uint64_t> masks = {varying & high_bits(mask_bits) & ~high_bits(agreed)};
  if (masks.front() == 0) masks = setting_.masks->choose(varying, keys.size(), setting_.costs);
  if (masks.front() == 0) {
    Part(setting_).run(keys, agreed, mask_bits, rule, sink);
    return;
  }
  const auto room = std::make_unique_for_overwrite<std::uint64_t[]>(keys.size());
  MaskPasses(setting_, executor_, sink).run(keys, {room.get(), keys.size()}, masks, rule);
}

}  // namespace facsim
