// SPDX-License-Identifier: Apache-2.0
#pragma once
// The indexed fingerprints and the queries. They are computed from their numbers, so that a hundred
// million of them take no memory and are the same in every run.

#include <cstdint>
#include <string>
#include <vector>

namespace facsim::bench {

class Population {
 public:
  // Uniform random fingerprints.
  explicit Population(std::uint64_t count) : count_(count) {}
  // Real fingerprints and mutants of them: number i < real.size() is real[i]; each other number is
  // one of them with 0 to 6 random bits flipped. `real` must not be empty.
  Population(std::uint64_t count, std::vector<std::uint64_t> real);

  [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
  [[nodiscard]] bool is_real() const noexcept { return !real_.empty(); }
  [[nodiscard]] std::uint64_t at(std::uint64_t number) const noexcept;

  // Queries first .. first + count - 1. For uniform fingerprints, half of the queries are random
  // and half lie within distance k of some fingerprint, with all distances equally often. For real
  // ones, half are mutants outside the population, and half lie within k.
  [[nodiscard]] std::vector<std::uint64_t> queries(std::uint64_t first, std::size_t count,
                                                   int k) const;

 private:
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> real_;
};

// A word with `ones` different bits set, chosen by `seed`.
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, unsigned ones) noexcept;

// The fingerprints of a file with 16 hexadecimal digits a line; other lines are skipped. Throws
// std::runtime_error if there are none.
[[nodiscard]] std::vector<std::uint64_t> read_hex_file(const std::string& path);

}  // namespace facsim::bench
