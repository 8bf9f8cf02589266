// SPDX-License-Identifier: Apache-2.0
// Compares every kernel with the scalar one: the same probes give the same entries in the same
// order.
#include "facsim/index/kernels/probe_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <tuple>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/index/kernels/probe_emulated_for_test.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

using ProbedEntry = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, std::uint16_t>;

struct NamedKernels {
  const char* name;
  const RawProbeKernels* kernels;
};

std::vector<NamedKernels> all_kernels() {
  std::vector<NamedKernels> all = {{"scalar", &probe_kernels(Kernel::scalar)}};
  if (can_run(Kernel::avx2)) all.push_back({"avx2", &probe_kernels(Kernel::avx2)});
  if (can_run(Kernel::avx512)) all.push_back({"avx512", &probe_kernels(Kernel::avx512)});
  if (emulated_avx512_probe_kernels() != nullptr) {
    all.push_back({"emulated avx512", emulated_avx512_probe_kernels()});
  }
  return all;
}

// A table of some random and some crowded keys.
MemorySections table_of(std::uint64_t mask, std::size_t entries, std::mt19937_64& random) {
  const RawProbeKernels& kernels = probe_kernels(Kernel::scalar);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> keys;
  for (std::size_t i = 0; i < entries; ++i) {
    std::uint64_t value = random();
    if (i % 3 == 0) value &= ~mask;  // all in the first bucket
    if (i % 5 == 0) value = (value & mask) | (value & 0xffU);
    std::uint64_t key = 0;
    std::uint64_t suffix = 0;
    kernels.split(&value, 1, mask, &key, &suffix);
    keys.emplace_back(key, suffix);
  }
  std::sort(keys.begin(), keys.end());
  MemoryScratch scratch;
  TableBuilder builder(mask, scratch, std::size_t{1} << 20);
  for (const auto& [key, suffix] : keys) builder.add(key, suffix);
  MemorySections sections;
  builder.finish(sections, "t");
  return sections;
}

std::vector<ProbedEntry> run(const RawProbeKernels& kernels, const RawTable& table,
                             std::vector<RawProbe> probes, std::size_t room) {
  std::vector<ProbedEntry> entries;
  std::vector<RawCandidate> candidates(room);
  std::vector<RawSurvivor> survivors(room);
  kernels.fetch(&table, probes.data(), probes.size());
  EXPECT_TRUE(kernels.locate(&table, probes.data(), probes.size(), room % 2 == 0));
  for (RawCursor at; at.probe < probes.size();) {
    const std::size_t found =
        kernels.filter(&table, probes.data(), probes.size(), &at, candidates.data(), room);
    const std::size_t kept =
        kernels.confirm(&table, probes.data(), candidates.data(), found, survivors.data());
    for (std::size_t i = 0; i < kept; ++i) {
      entries.emplace_back(survivors[i].value, survivors[i].position, survivors[i].query,
                           survivors[i].table);
    }
  }
  return entries;
}

// Each bit is set with a chance of 1 in 2^`turns`.
std::uint64_t sparse(std::mt19937_64& random, int turns) {
  std::uint64_t bits = ~std::uint64_t{0};
  for (int i = 0; i < turns; ++i) bits &= random();
  return bits;
}

TEST(ProbeKernels, GiveTheSameEntries) {
  std::mt19937_64 random(5);
  const std::uint64_t masks[] = {0xffU << 20, 0x8000'0000'0000'0001U, 0x0f0f'0000'00ffU,
                                 0x1f,        0xffff'f000'0000'0000U, 0x7'0000'0000'00ffU};
  for (const std::uint64_t mask : masks) {
    for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 700U, 5000U}) {
      const MemorySections sections = table_of(mask, count, random);
      const RawTable table = open_table(sections, "t", mask, count);
      std::vector<RawProbe> probes;
      for (std::uint32_t query = 0; query < 150; ++query) {
        std::uint64_t value = random();
        if (query % 2 == 0) value &= ~mask;
        if (query % 3 == 0) value &= 0xffU;
        RawProbe probe;
        probe_kernels(Kernel::scalar).split(&value, 1, mask, &probe.bucket, &probe.suffix);
        probe.query = query;
        probe.budget = static_cast<std::uint16_t>(query % 40);
        probes.push_back(probe);
      }
      const std::vector<ProbedEntry> truth = run(probe_kernels(Kernel::scalar), table, probes, 64);
      for (const NamedKernels& kernel : all_kernels()) {
        for (const std::size_t room : {16U, 33U, 1000U}) {
          EXPECT_EQ(run(*kernel.kernels, table, probes, room), truth)
              << kernel.name << ", mask " << mask << ", " << count << " entries";
        }
      }
    }
  }
}

TEST(ProbeKernels, APairIsLeftToTheFirstTableThatSeesIt) {
  std::mt19937_64 random(7);
  std::vector<RawTable> tables(5);
  for (unsigned i = 0; i < tables.size(); ++i) {
    tables[i].mask = sparse(random, 2);
    tables[i].radius = i % 3;
  }
  std::vector<std::uint64_t> queries(40);
  std::vector<RawSurvivor> survivors;
  for (std::uint32_t query = 0; query < queries.size(); ++query) {
    queries[query] = random();
    for (std::uint16_t table = 0; table < static_cast<std::uint16_t>(tables.size()); ++table) {
      const std::uint64_t flips = sparse(random, 4);
      survivors.push_back({queries[query] ^ flips, query * 10U + table, query, table, 0});
    }
  }
  std::vector<std::tuple<ProbedEntry, int>> expected;
  for (const RawSurvivor& one : survivors) {
    const std::uint64_t differ = one.value ^ queries[one.query];
    const bool is_seen =
        std::any_of(tables.begin(), tables.begin() + one.table, [&](const RawTable& table) {
          return static_cast<unsigned>(std::popcount(differ & table.mask)) <= table.radius;
        });
    if (is_seen) continue;
    expected.emplace_back(ProbedEntry{one.value, one.position, one.query, one.table},
                          std::popcount(differ));
  }
  ASSERT_LT(expected.size(), survivors.size());
  ASSERT_GT(expected.size(), queries.size());
  for (const NamedKernels& kernel : all_kernels()) {
    std::vector<RawSurvivor> rest = survivors;
    rest.resize(
        kernel.kernels->first_seen(tables.data(), queries.data(), rest.data(), rest.size()));
    std::vector<std::tuple<ProbedEntry, int>> kept;
    for (const RawSurvivor& one : rest) {
      kept.emplace_back(ProbedEntry{one.value, one.position, one.query, one.table}, one.distance);
    }
    EXPECT_EQ(kept, expected) << kernel.name;
  }
}

TEST(ProbeKernels, SplitAndJoinAreInverse) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t mask = i == 0 ? ~std::uint64_t{0} : sparse(random, 2);
    const std::uint64_t value = random();
    for (const NamedKernels& kernel : all_kernels()) {
      std::uint64_t key = 0;
      std::uint64_t suffix = 0;
      std::uint64_t true_key = 0;
      std::uint64_t true_suffix = 0;
      kernel.kernels->split(&value, 1, mask, &key, &suffix);
      probe_kernels(Kernel::scalar).split(&value, 1, mask, &true_key, &true_suffix);
      ASSERT_EQ(key, true_key) << kernel.name;
      ASSERT_EQ(suffix, true_suffix) << kernel.name;
      ASSERT_EQ(kernel.kernels->join(key, suffix, mask), value) << kernel.name;
    }
  }
}

}  // namespace
}  // namespace facsim
