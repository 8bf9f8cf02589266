// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fingerprints that are indexed, and the queries: computed from their numbers, so that a
// hundred million of them take no memory and every run has the same ones.

#include <cstdint>
#include <string>
#include <vector>

namespace facsim::bench {

class Population {
 public:
  // Uniform random fingerprints.
  explicit Population(std::uint64_t count) : count_(count) {}
  // Real ones and mutants of them: number i < real.size() is real[i], the others have 0 to 6 random
  // bits of one of them flipped. `real` is not empty.
  Population(std::uint64_t count, std::vector<std::uint64_t> real);

  [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
  [[nodiscard]] bool is_real() const noexcept { return !real_.empty(); }
  [[nodiscard]] std::uint64_t at(std::uint64_t number) const noexcept;

  // Queries first .. first + count - 1. Of uniform fingerprints, half of the queries are random and
  // half lie within distance k of some fingerprint, all distances as often. Of real ones, half are
  // mutants that the population does not have and half lie within k.
  [[nodiscard]] std::vector<std::uint64_t> queries(std::uint64_t first, std::size_t count,
                                                   int k) const;

 private:
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> real_;
};

// So many different bits, chosen by `seed`.
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, unsigned ones) noexcept;

// The fingerprints of a file of 16 hexadecimal digits a line; other lines are passed over. Throws
// std::runtime_error where there are none.
[[nodiscard]] std::vector<std::uint64_t> read_hex_file(const std::string& path);

}  // namespace facsim::bench
