// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/coded_tables.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/index_header_internal.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

constexpr std::size_t kKeysAtOnce = 8192;
constexpr std::string_view kKeysSuffix = ".keys";
constexpr std::uint64_t kBucketsAnEntryMax = 32;

// Calls take(keys) for all keys, piece by piece.
template <class Take>
void for_each_piece(const SpillArray<std::uint64_t>& keys, const Take& take) {
  std::vector<std::uint64_t> piece;
  for (std::uint64_t i = 0; i < keys.size(); ++i) {
    piece.push_back(keys.at(i));
    if (piece.size() < kKeysAtOnce && i + 1 < keys.size()) continue;
    take(std::span<const std::uint64_t>(piece));
    piece.clear();
  }
}

void decode_table(const SectionSource& source, std::span<const std::byte> coded, std::uint64_t mask,
                  std::uint64_t entries, const std::string& name, MemorySections& decoded) {
  const SortedKeys keys = SortedKeys::open(coded);
  if (keys.size() != entries) {
    throw Error{ErrorCode::damaged,
                "section " + name + std::string(kKeysSuffix) +
                    " has another number of keys; build the index anew from its input",
                source.name()};
  }
  const int suffix_bits = 64 - std::popcount(mask);
  // The decoded table is built in memory, so the builder never needs scratch.
  MemoryScratch unused;
  TableBuilder table(mask, unused, ~std::size_t{0} >> 1);
  std::vector<std::uint64_t> piece(kKeysAtOnce);
  std::uint64_t last = 0;
  KeyCursor cursor(keys);
  for (std::size_t count = 0; (count = cursor.read(piece)) > 0;) {
    for (const std::uint64_t key : std::span(piece).first(count)) {
      if (key < last) {
        throw Error{ErrorCode::damaged,
                    "section " + name + std::string(kKeysSuffix) +
                        " does not ascend; build the index anew from its input",
                    source.name()};
      }
      last = key;
      table.add(key >> suffix_bits, key & ((std::uint64_t{1} << suffix_bits) - 1));
    }
  }
  table.finish(decoded, name);
}

}  // namespace

std::uint64_t coded_buckets_max(std::uint64_t entries) noexcept {
  return kBucketsAnEntryMax * std::max<std::uint64_t>(entries, 1);
}

void CodedTableBuilder::finish(SectionSink& sink, const std::string& name) {
  sink.begin(name + std::string(kKeysSuffix));
  SortedKeysBuilder builder(codec_, [&](std::span<const std::byte> bytes) { sink.write(bytes); });
  if (builder.needs_scan()) for_each_piece(keys_, [&](auto piece) { builder.scan(piece); });
  for_each_piece(keys_, [&](auto piece) { builder.add(piece); });
  (void)builder.build();
  sink.end();
}

ReadyTables::ReadyTables(const SectionSource& source) : source_(source) {
  const IndexHeader header = read_header(source);
  const std::uint64_t buckets_max = coded_buckets_max(header.size);
  for (std::size_t i = 0; i < header.design.tables.size(); ++i) {
    const std::string name = table_section(i);
    const auto coded = source.find(name + std::string(kKeysSuffix));
    if (!coded) continue;
    if (std::uint64_t{1} << std::popcount(header.design.tables[i].mask) > buckets_max) {
      throw Error{ErrorCode::damaged,
                  "section " + name + std::string(kKeysSuffix) +
                      " has a mask wider than any writer's; build the index anew from its input",
                  source.name()};
    }
    decode_table(source, *coded, header.design.tables[i].mask, header.distinct, name, decoded_);
  }
}

std::optional<std::span<const std::byte>> ReadyTables::find(std::string_view name) const {
  const auto decoded = decoded_.find(name);
  return decoded ? decoded : source_.find(name);
}

}  // namespace facsim
