// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adds weighted features. Those of the most common weight (most features of a text, because most
// occur once) are counted by carry-save adders (positional_internal.h); the others are set aside
// without a branch and added one by one.

#include <cstddef>
#include <cstdint>

#include "facsim/fingerprint/kernels/positional_internal.h"
#include "facsim/fingerprint/kernels/raw_kernels.h"

namespace facsim {

// Hashes, and their weights in the low halves of words whose high halves are arbitrary.
template <class Lanes>
struct HashesAndWeights {
  static constexpr std::size_t kFull = 256;
  // A whole block may be added when it is almost full, and a whole vector is written at its end.
  static constexpr std::size_t kCapacity = kFull + PositionalSums<Lanes>::kBlock + Lanes::kHashes;

  void append(std::uint64_t hash, std::int32_t weight) {
    hashes[count] = hash;
    weights[count++] = static_cast<std::uint32_t>(weight);
  }

  std::uint64_t hashes[kCapacity];
  std::uint64_t weights[kCapacity];
  std::size_t count = 0;
};

// Returns the most common of a sample of count > 0 weights. The sample is spread over the whole
// text, because features from its beginning recur more often than the rest.
template <class WeightAt>
std::int32_t common_weight(const WeightAt& weight_at, std::size_t count) {
  constexpr std::size_t kSample = 16;
  std::int32_t sample[kSample];
  for (std::size_t i = 0; i < kSample; ++i) sample[i] = weight_at(i * (count - 1) / (kSample - 1));
  std::int32_t commonest = 0;
  int most = 0;
  for (const std::int32_t weight : sample) {
    int equal = 0;
    for (const std::int32_t other : sample) equal += other == weight ? 1 : 0;
    if (equal > most) commonest = weight;
    if (equal > most) most = equal;
  }
  return commonest;
}

// Adds the features one by one and empties the buffer; returns the sum of their weights.
template <class Lanes>
std::int64_t add_singly(HashesAndWeights<Lanes>& some, std::int64_t* sums) {
  // Sums of 16 bits hold 64 weights of 1023.
  constexpr std::uint32_t kSmallWeightMax = 1023;
  constexpr int kSmallPerFlush = 64;
  typename Lanes::SmallSums small{};
  int in_small = 0;
  std::int64_t total = 0;
  for (std::size_t i = 0; i < some.count; ++i) {
    const auto weight = static_cast<std::uint32_t>(some.weights[i]);
    total += static_cast<std::int32_t>(weight);
    if (weight > kSmallWeightMax) {
      Lanes::add_wide(some.hashes[i], static_cast<std::int32_t>(weight), sums);
      continue;
    }
    Lanes::add(some.hashes[i], static_cast<std::uint16_t>(weight), small);
    if (++in_small == kSmallPerFlush) {
      Lanes::flush(small, sums);
      in_small = 0;
    }
  }
  if (in_small > 0) Lanes::flush(small, sums);
  some.count = 0;
  return total;
}

// Yields the hashes of features with the common weight, and 0 for the others, which are set aside.
template <class Lanes>
struct FeatureSource {
  [[gnu::always_inline]] typename Lanes::Vector next() {
    typename Lanes::Vector weights;
    const auto hashes = Lanes::load_features(at, weights);
    at += Lanes::kHashes * sizeof(Feature);
    return Lanes::take_common(hashes, weights, common, others);
  }
  const char* at;
  typename Lanes::Vector common;
  HashesAndWeights<Lanes>& others;
};

// The same for hashes and weights that were already set aside once.
template <class Lanes>
struct AsideSource {
  [[gnu::always_inline]] typename Lanes::Vector next() {
    const auto hashes = Lanes::load(from.hashes + at);
    const auto weights = Lanes::load(from.weights + at);
    at += Lanes::kHashes;
    return Lanes::take_common(hashes, weights, common, others);
  }
  const HashesAndWeights<Lanes>& from;
  typename Lanes::Vector common;
  HashesAndWeights<Lanes>& others;
  std::size_t at = 0;
};

// Adds the features whose weight is not the most common one: the most common weight among them is
// again counted in blocks, and the rest one by one.
template <class Lanes>
class OtherFeatures {
 public:
  static constexpr std::size_t kBlock = PositionalSums<Lanes>::kBlock;

  explicit OtherFeatures(std::int64_t* sums) : adder_(0, sums), sums_(sums) {}

  HashesAndWeights<Lanes>& aside() { return aside_; }
  [[nodiscard]] bool is_full() const { return aside_.count >= aside_.kFull; }

  // Adds the whole blocks of features that were set aside.
  void add_blocks() {
    if (added_ == 0) {
      weight_ =
          common_weight([&](std::size_t i) { return static_cast<std::int32_t>(aside_.weights[i]); },
                        aside_.count);
      adder_ = PositionalSums<Lanes>(weight_, sums_);
    }
    AsideSource<Lanes> source{aside_, Lanes::common(weight_), rest_};
    while (aside_.count - source.at >= kBlock) {
      adder_.add_block(source);
      if (rest_.count >= rest_.kFull) add_rest();
    }
    added_ += source.at;
    const std::size_t left = aside_.count - source.at;
    for (std::size_t i = 0; i < left; ++i) {
      aside_.hashes[i] = aside_.hashes[source.at + i];
      aside_.weights[i] = aside_.weights[source.at + i];
    }
    aside_.count = left;
  }

  // Adds everything; returns the sum of all weights, and sets `count` to their number.
  std::int64_t finish(std::size_t& count) {
    if (added_ > 0 || aside_.count >= 2 * kBlock) add_blocks();
    count = added_ + aside_.count;
    rest_total_ += add_singly(aside_, sums_);
    if (added_ > 0) {
      add_rest();
      adder_.finish();
    }
    return rest_total_ + std::int64_t{weight_} * static_cast<std::int64_t>(added_ - rests_);
  }

 private:
  void add_rest() {
    rests_ += rest_.count;
    rest_total_ += add_singly(rest_, sums_);
  }

  HashesAndWeights<Lanes> aside_;
  HashesAndWeights<Lanes> rest_;
  PositionalSums<Lanes> adder_;
  std::int64_t* sums_;
  std::int64_t rest_total_ = 0;
  std::size_t added_ = 0;  // in blocks
  std::size_t rests_ = 0;  // those of them with another weight
  std::int32_t weight_ = 0;
};

template <class Lanes>
std::int64_t add_weighted(const Feature* features, std::size_t count, std::int64_t* sums) {
  constexpr std::size_t kBlock = PositionalSums<Lanes>::kBlock;
  OtherFeatures<Lanes> others(sums);
  std::size_t uncommon = 0;
  if (count < kBlock) {
    for (std::size_t i = 0; i < count; ++i) {
      others.aside().append(features[i].hash, features[i].weight);
    }
    return others.finish(uncommon);
  }
  const std::int32_t weight =
      common_weight([&](std::size_t i) { return features[i].weight; }, count);
  PositionalSums<Lanes> adder(weight, sums);
  FeatureSource<Lanes> source{reinterpret_cast<const char*>(features), Lanes::common(weight),
                              others.aside()};
  std::size_t left = count;
  for (; left >= kBlock; left -= kBlock) {
    adder.add_block(source);
    if (others.is_full()) others.add_blocks();
  }
  if (left > 0) {
    // No object of the shared type is made here: the linker might use its constructor elsewhere.
    std::uint64_t padded[2 * kBlock] = {};
    static_assert(sizeof padded == kBlock * sizeof(Feature));
    for (std::size_t i = left; i < kBlock; ++i) {
      padded[2 * i + 1] = static_cast<std::uint32_t>(weight);
    }
    __builtin_memcpy(padded, source.at, left * sizeof(Feature));
    FeatureSource<Lanes> rest{reinterpret_cast<const char*>(padded), source.common, others.aside()};
    adder.add_block(rest);
  }
  adder.finish();
  const std::int64_t total = others.finish(uncommon);
  return total + std::int64_t{weight} * static_cast<std::int64_t>(count - uncommon);
}

}  // namespace facsim
