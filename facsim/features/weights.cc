// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace facsim {
namespace {

constexpr std::size_t kFrequencyMax = 4096;

// The natural logarithm of 1 <= x < 2: 2 artanh((x - 1) / (x + 1)), to the last digits of a double.
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

}  // namespace

std::int32_t log_tf_weight(std::uint32_t frequency) noexcept {
  assert(frequency >= 1 && "a feature that occurs has a frequency");
  return kWeights[std::min<std::size_t>(frequency, kFrequencyMax)];
}

void FeatureCounter::singles_and_pairs(std::span<const std::uint64_t> units,
                                       std::vector<Feature>& features) {
  features.clear();
  if (units.empty()) return;
  // At most 2n - 1 features, so at least a quarter of the slots stays free.
  const std::size_t slots = std::bit_ceil(units.size() * 8 / 3 + 2);
  if (slots_.size() < slots) slots_.resize(slots);
  std::fill_n(slots_.begin(), slots, 0U);
  shift_ = static_cast<unsigned>(64 - std::countr_zero(slots));
  slot_mask_ = slots - 1;

  count_ = 0;
  features.resize(2 * units.size());
  count(units[0], features);
  for (std::size_t i = 1; i < units.size(); ++i) {
    count(units[i], features);
    count(pair_hash(units[i - 1], units[i]), features);
  }
  features.resize(count_);
  for (Feature& feature : features) {
    feature.weight = log_tf_weight(static_cast<std::uint32_t>(feature.weight));
  }
}

// While counting, a feature's weight is its frequency. Whether a feature is new cannot be foretold,
// so there is no branch on it: it is written behind the others before anybody knows.
void FeatureCounter::count(std::uint64_t hash, std::span<Feature> features) {
  std::size_t slot = hash >> shift_;
  std::uint32_t place = slots_[slot];
  while (place != 0 && features[place - 1].hash != hash) {
    slot = (slot + 1) & slot_mask_;
    place = slots_[slot];
  }
  const bool is_new = place == 0;
  features[count_] = {hash, 0};
  place = is_new ? count_ + 1 : place;
  slots_[slot] = place;
  ++features[place - 1].weight;
  count_ += is_new ? 1 : 0;
}

}  // namespace facsim
