// SPDX-License-Identifier: Apache-2.0
#include "bench/index/reference.h"

#include <array>

#include "bench/index/timing.h"
#include "facsim/base/hash64.h"

namespace facsim::bench {

Reference::Reference(std::size_t bytes_max)
    : memory_(bytes_max), words_(bytes_max / sizeof(std::uint64_t)) {
  auto* const words = reinterpret_cast<std::uint64_t*>(memory_.bytes().data());
  for (std::size_t i = 0; i < words_; ++i) words[i] = mix64(i);
  table_ = words;
}

double Reference::dependent_ns(std::size_t bytes, std::size_t reads) {
  const std::size_t mask = bytes / sizeof(std::uint64_t) - 1;
  std::size_t at = at_ & mask;
  const double took = cpu_ns([&] {
    for (std::size_t i = 0; i < reads; ++i) at = (table_[at] + i) & mask;
    use(at);
  });
  at_ = mix64(at + at_);  // the next turn begins elsewhere
  return took / static_cast<double>(reads);
}

double Reference::prefetched_ns(std::size_t bytes, std::size_t reads) {
  const std::size_t mask = bytes / sizeof(std::uint64_t) - 1;
  std::array<std::size_t, 64> places{};
  std::uint64_t sum = 0;
  const double took = cpu_ns([&] {
    for (std::size_t i = 0; i < reads; i += places.size()) {
      for (std::size_t& place : places) {
        place = mix64(++at_) & mask;
        __builtin_prefetch(table_ + place);
      }
      for (const std::size_t place : places) sum += table_[place];
    }
    use(sum);
  });
  return took / static_cast<double>(reads);
}

double Reference::sequential_gb_s(std::size_t bytes) {
  const std::size_t words = bytes / sizeof(std::uint64_t);
  std::uint64_t sum = 0;
  const double took = cpu_ns([&] {
    for (std::size_t i = 0; i < words; ++i) sum += table_[i];
    use(sum);
  });
  return static_cast<double>(bytes) / took;
}

std::size_t reference_bytes(std::uint64_t count) {
  if (count <= 2'000'000) return std::size_t{1} << 24;
  if (count <= 40'000'000) return std::size_t{1} << 28;
  return std::size_t{1} << 31;
}

std::string_view reference_name(std::size_t bytes) {
  if (bytes == std::size_t{1} << 24) return "16 MB";
  if (bytes == std::size_t{1} << 28) return "256 MB";
  return "2 GB";
}

}  // namespace facsim::bench
