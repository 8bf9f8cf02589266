// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join_tables_internal.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace facsim {
namespace {

// Some four keys a bucket: one vector load covers most buckets.
constexpr unsigned kBucketKeysLog2 = 2;
constexpr unsigned kTablePartBitsMax = 16;

}  // namespace

ProbeTables::ProbeTables(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> masks,
                         const PairRule& rule, const JoinSetting& setting, Executor& executor)
    : setting_(setting), tables_(masks.size()) {
  PairRule rest = rule;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    PairRule here = rest;
    here.required |= masks[i];
    tables_[i].order = bit_order(masks[i]);
    fill(tables_[i], keys, here, executor);
    rest.foreign.push_back(masks[i]);
  }
}

void ProbeTables::fill(Table& table, std::span<const std::uint64_t> keys, const PairRule& rule,
                       Executor& executor) {
  const auto wished = static_cast<unsigned>(std::bit_width(keys.size() >> kBucketKeysLog2));
  table.bucket_bits = std::min(table.order.mask_bits, wished);
  table.rule = permuted_rule(table.order, rule);
  std::vector<std::uint64_t> sorted(keys.size());
  {
    std::vector<std::uint64_t> room(keys.size());
    partition_kernels(setting_.partition.kernel)
        .permute(keys.data(), keys.size(), table.order, sorted.data());
    sort_keys(sorted, room, executor, setting_.partition);
  }
  const std::uint64_t buckets = std::uint64_t{1} << table.bucket_bits;
  table.begins.reserve(buckets + 1);
  auto begin = sorted.cbegin();
  for (std::uint64_t bucket = 0; bucket < buckets; ++bucket) {
    table.begins.push_back(static_cast<std::uint32_t>(table.low.size()));
    auto end = begin;
    while (end != sorted.cend() && table.bucket_of(*end) == bucket) ++end;
    const std::span<const std::uint64_t> in_bucket(begin, end);
    begin = end;
    if (in_bucket.size() > setting_.bucket_keys) {
      std::vector<std::uint64_t> own(in_bucket.size());
      partition_kernels(setting_.partition.kernel)
          .restore(in_bucket.data(), own.size(), table.order, own.data());
      const std::vector<std::uint64_t> masks =
          setting_.masks->choose(varying_bits_of(own), own.size(), setting_.costs);
      if (masks.front() != 0) {
        table.crowded.emplace(bucket,
                              std::make_unique<ProbeTables>(own, masks, rule, setting_, executor));
        continue;
      }
    }
    for (const std::uint64_t key : in_bucket) {
      table.low.push_back(static_cast<std::uint32_t>(key));
      table.high.push_back(static_cast<std::uint32_t>(key >> 32));
    }
  }
  table.begins.push_back(static_cast<std::uint32_t>(table.low.size()));
  table.low.resize(table.low.size() + kColumnPadding);
  table.high.resize(table.high.size() + kColumnPadding);
  if (setting_.table_bytes_left == nullptr) return;
  const std::uint64_t bytes =
      sizeof(std::uint32_t) * (table.low.capacity() + table.high.capacity() + buckets + 1);
  if (bytes > *setting_.table_bytes_left) throw TablesTooLarge{};
  *setting_.table_bytes_left -= bytes;
}

void ProbeTables::probe(std::span<const std::uint64_t> probes, std::span<std::uint64_t> room,
                        Executor& executor, const KeyPairSink& sink) const {
  assert(probes.size() == room.size() && "the room is as large as the probes");
  for (const Table& table : tables_) {
    const unsigned bits = std::min(
        {part_bits(probes.size(), setting_.partition), table.bucket_bits, kTablePartBitsMax});
    const std::vector<std::uint64_t> begins =
        partition_keys(probes, table.order, bits, room, executor, setting_.partition);
    const KeyPairSink restored = restoring(table.order, setting_.partition.kernel, sink);
    executor.run(begins.size() - 1, [&](std::size_t part) {
      probe_part(table, room.subspan(begins[part], begins[part + 1] - begins[part]), restored);
    });
  }
}

void ProbeTables::probe_part(const Table& table, std::span<const std::uint64_t> part,
                             const KeyPairSink& sink) const {
  struct Context {
    const Table& table;
    std::span<const std::uint64_t> part;
    PairFilter filter;
  } context{table, part, {}};
  context.filter.begin(table.rule, sink);
  const PairListener listener{&context, [](void* to, std::uint32_t probe, std::uint32_t place) {
                                auto& c = *static_cast<Context*>(to);
                                c.filter.found(
                                    c.part[probe],
                                    std::uint64_t{c.table.high[place]} << 32 | c.table.low[place]);
                              }};
  join_kernels(setting_.partition.kernel)
      .probe_buckets({table.low.data(), table.high.data()}, table.begins.data(),
                     table.begins.size() - 1, (64 - table.bucket_bits) & 63U, part.data(),
                     part.size(), static_cast<unsigned>(setting_.max_distance), listener);
  context.filter.end();
  if (!table.crowded.empty()) probe_crowded(table, part, sink);
}

void ProbeTables::probe_crowded(const Table& table, std::span<const std::uint64_t> part,
                                const KeyPairSink& sink) const {
  std::map<std::uint64_t, std::vector<std::uint64_t>> probes;
  for (const std::uint64_t probe : part) {
    const std::uint64_t bucket = table.bucket_of(probe);
    if (table.crowded.contains(bucket)) probes[bucket].push_back(probe);
  }
  // The tables of a bucket report keys in their original order of bits; the sink expects this
  // table's.
  const KeyPairSink permuting = [&](std::span<const KeyPair> pairs) {
    std::vector<KeyPair> here(pairs.size());
    partition_kernels(setting_.partition.kernel)
        .permute(&pairs.data()->first, 2 * pairs.size(), table.order, &here.data()->first);
    sink(here);
  };
  SerialExecutor serial;
  for (auto& [bucket, keys] : probes) {
    partition_kernels(setting_.partition.kernel)
        .restore(keys.data(), keys.size(), table.order, keys.data());
    std::vector<std::uint64_t> room(keys.size());
    table.crowded.at(bucket)->probe(keys, room, serial, permuting);
  }
}

}  // namespace facsim
