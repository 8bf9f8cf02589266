// SPDX-License-Identifier: Apache-2.0
#include "bench/index/population.h"

#include <charconv>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "facsim/base/hash64.h"

namespace facsim::bench {
namespace {

constexpr std::uint64_t kFingerprintSeed = 0x9d39'247e'3377'6d41;
constexpr std::uint64_t kQuerySeed = 0x2af7'3980'05aa'a5c7;
constexpr unsigned kMutatedBitsMax = 6;

std::uint64_t mutant(const std::vector<std::uint64_t>& real, std::uint64_t seed) {
  const std::uint64_t base = real[mix64(seed ^ 1) % real.size()];
  const auto ones = static_cast<unsigned>(mix64(seed ^ 2) % (kMutatedBitsMax + 1));
  return base ^ random_bits(mix64(seed ^ 3), ones);
}

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, unsigned ones) noexcept {
  std::uint64_t bits = 0;
  for (unsigned set = 0; set < ones;) {
    seed = mix64(seed + 1);
    const std::uint64_t bit = std::uint64_t{1} << (seed >> 58);
    set += (bits & bit) == 0 ? 1 : 0;
    bits |= bit;
  }
  return bits;
}

Population::Population(std::uint64_t count, std::vector<std::uint64_t> real)
    : count_(count), real_(std::move(real)) {}

std::uint64_t Population::at(std::uint64_t number) const noexcept {
  if (real_.empty()) return mix64(number + kFingerprintSeed);
  return number < real_.size() ? real_[number] : mutant(real_, mix64(number + kFingerprintSeed));
}

std::vector<std::uint64_t> Population::queries(std::uint64_t first, std::size_t count,
                                               int k) const {
  std::vector<std::uint64_t> queries(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t seed = mix64(first + i + kQuerySeed);
    if ((seed & 1) == 0) {
      queries[i] = real_.empty() ? mix64(seed) : mutant(real_, seed);
    } else {
      const auto distance = static_cast<unsigned>(mix64(seed ^ 5) % (static_cast<unsigned>(k) + 1));
      queries[i] = at(mix64(seed ^ 4) % count_) ^ random_bits(mix64(seed ^ 6), distance);
    }
  }
  return queries;
}

std::vector<std::uint64_t> read_hex_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + ": cannot be opened");
  std::vector<std::uint64_t> values;
  for (std::string line; std::getline(in, line);) {
    std::uint64_t value = 0;
    const char* const end = line.data() + line.size();
    const auto [last, error] = std::from_chars(line.data(), end, value, 16);
    if (line.size() == 16 && error == std::errc{} && last == end) values.push_back(value);
  }
  if (values.empty()) throw std::runtime_error(path + ": no line has 16 hexadecimal digits");
  return values;
}

}  // namespace facsim::bench
