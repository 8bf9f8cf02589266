// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace facsim {
namespace {

constexpr std::size_t kFrequencyMax = 4096;

// Returns the natural logarithm of 1 <= x < 2 as 2 artanh((x - 1) / (x + 1)), to the last digits of
// a double.
constexpr double log_below_two(double x) {
  const double y = (x - 1) / (x + 1);
  double power = y;
  double sum = 0;
  for (int k = 1; k < 60; k += 2) {
    sum += power / k;
    power *= y * y;
  }
  return 2 * sum;
}

constexpr double natural_log(std::size_t n) {
  const auto exponent = std::bit_width(n) - 1;
  constexpr double kLogTwo = 2 * log_below_two(1.41421356237309504880);
  const double mantissa = static_cast<double>(n) / static_cast<double>(std::size_t{1} << exponent);
  return static_cast<double>(exponent) * kLogTwo + log_below_two(mantissa);
}

constexpr std::array<std::uint16_t, kFrequencyMax + 1> make_weights() {
  std::array<std::uint16_t, kFrequencyMax + 1> weights{};
  for (std::size_t n = 1; n <= kFrequencyMax; ++n) {
    weights[n] = static_cast<std::uint16_t>(64 * (1 + natural_log(n)) + 0.5);
  }
  return weights;
}

constexpr std::array<std::uint16_t, kFrequencyMax + 1> kWeights = make_weights();

std::int32_t weight_of(std::uint32_t frequency) {
  return kWeights[std::min<std::size_t>(frequency, kFrequencyMax)];
}

}  // namespace

std::int32_t log_tf_weight(std::uint32_t frequency) noexcept {
  assert(frequency >= 1 && "a feature that occurs has a frequency");
  return weight_of(frequency);
}

namespace {
// There are at most 2n - 1 features, so at least a quarter of the slots is free.
std::size_t slots_for(std::size_t units) { return std::bit_ceil(units * 8 / 3 + 2); }
}  // namespace

std::size_t FeatureCounter::bytes_for(std::size_t units) noexcept {
  return slots_for(units) * sizeof(std::uint32_t) + 2 * units * sizeof(Feature);
}

std::size_t FeatureCounter::held_bytes() const noexcept {
  return slots_.capacity() * sizeof(std::uint32_t) + counted_max_ * sizeof(Feature);
}

// Everything that the loops touch is local, otherwise the compiler must expect that a write to a
// feature changes the members (measured: a third of the time). Whether a pair is new cannot be
// predicted, which stalls the processor; so the hashes of several pairs are computed, and their
// slots prefetched, before any of them is counted.
std::span<const Feature> FeatureCounter::singles_and_pairs(std::span<const std::uint64_t> units,
                                                           const Look& look) {
  if (units.empty()) return {};
  const std::size_t slot_count = slots_for(units.size());
  if (slots_.size() < slot_count) {
    slots_.assign(slot_count, 0);
  } else {
    std::fill_n(slots_.begin(), slot_count, 0U);
  }
  if (counted_max_ < 2 * units.size()) {
    counted_.reset();
    counted_max_ = 2 * units.size();
    counted_ = std::make_unique_for_overwrite<std::byte[]>(counted_max_ * sizeof(Feature));
  }
  if (look) look();

  std::uint32_t* const slots = slots_.data();
  auto* const counted = reinterpret_cast<Feature*>(counted_.get());
  const auto shift = static_cast<unsigned>(64 - std::countr_zero(slot_count));
  std::uint32_t distinct = 0;
  // While counting, a feature's weight is its frequency.
  const auto count = [&](std::uint64_t hash) {
    for (std::size_t slot = hash >> shift;; slot = (slot + 1) & (slot_count - 1)) {
      const std::uint32_t place = slots[slot];
      if (place == 0) {
        counted[distinct] = {hash, 1};
        slots[slot] = ++distinct;
        return;
      }
      if (counted[place - 1].hash == hash) {
        ++counted[place - 1].weight;
        return;
      }
    }
  };
  count(units[0]);
  std::array<std::uint64_t, 32> pairs;
  LookOut looks(look, kLookValues);
  for (std::size_t begin = 1; begin < units.size(); begin += pairs.size()) {
    const std::size_t some = std::min(pairs.size(), units.size() - begin);
    for (std::size_t i = 0; i < some; ++i) {
      pairs[i] = pair_hash(units[begin + i - 1], units[begin + i]);
      __builtin_prefetch(slots + (pairs[i] >> shift));
    }
    for (std::size_t i = 0; i < some; ++i) {
      count(units[begin + i]);
      count(pairs[i]);
    }
    looks.at(begin);
  }
  for (std::uint32_t i = 0; i < distinct; ++i) {
    counted[i].weight = weight_of(static_cast<std::uint32_t>(counted[i].weight));
  }
  return {counted, distinct};
}

}  // namespace facsim
