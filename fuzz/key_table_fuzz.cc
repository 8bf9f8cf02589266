// SPDX-License-Identifier: Apache-2.0
// A table of keys answers like a map. With damage it either answers or reports damage; if its check
// finds no damage, it answers like a walk through it.
//
// The input: the bits of a key, the number of faults, the faults, then pairs.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/index/key_table.h"
#include "fuzz/damaged_sections.h"

namespace {

using namespace facsim;

using Pair = std::pair<std::uint64_t, std::uint64_t>;
const std::vector<std::string> kSections = {"keys.head", "keys.lines", "keys.wide", "keys.rest",
                                            "keys.ordinals"};
constexpr std::size_t kMemoryBytes = std::size_t{1} << 16;
constexpr std::size_t kPairsMax = 1500;
constexpr std::size_t kAskedMax = 40;
constexpr std::uint64_t kOrdinalsEnd = std::uint64_t{1} << 40;

// A pair is 4 bytes of a key, which are spread over its bits, and a repeat count; repeats have
// consecutive ordinals. Buckets of more than 255 pairs have another form.
std::vector<Pair> pairs_of(InputBytes& in, unsigned bits) {
  std::vector<Pair> pairs;
  while (in.size() > 0) {
    const std::uint64_t low = in.take(2);
    const std::uint64_t key = low | in.take(2) << (bits > 16 ? bits - 16 : 0);
    const std::uint64_t ordinal = in.take(2);
    std::uint64_t copies = 1 + in.take(1);
    if (copies > 200) copies *= 4;
    for (std::uint64_t i = 0; i < copies && pairs.size() < kPairsMax; ++i) {
      pairs.emplace_back(bits == 64 ? key : key & ((std::uint64_t{1} << bits) - 1), ordinal + i);
    }
  }
  return pairs;
}

MemorySections built(unsigned bits, const std::vector<Pair>& pairs) {
  MemoryScratch scratch;
  KeyTableBuilder builder(bits, scratch, kMemoryBytes);
  for (const auto& [key, ordinal] : pairs) builder.add(key, ordinal);
  MemorySections sections;
  builder.finish(sections, "keys");
  return sections;
}

// The table's answer for each key equals that of `pairs`, which are sorted and unique.
void check_answers(const KeyTable& table, const std::vector<Pair>& pairs) {
  require(table.size() == pairs.size());
  for (auto at = pairs.begin(); at != pairs.end();) {
    const auto end =
        std::find_if(at, pairs.end(), [&](const Pair& p) { return p.first != at->first; });
    std::vector<std::uint64_t> truth;
    for (auto pair = at; pair != end; ++pair) truth.push_back(pair->second);
    std::vector<std::uint64_t> found;
    require(!table.find(at->first, 0, found) && found == truth);
    found.clear();
    const std::uint64_t limit = 1 + truth.size() / 2;
    require(table.find(at->first, limit, found) == (limit < truth.size()));
    require(found.size() == limit && std::equal(found.begin(), found.end(), truth.begin()));
    at = end;
  }
}

std::vector<Pair> all_of(const KeyTable& table) {
  std::vector<Pair> pairs;
  table.for_each(
      [&](std::uint64_t key, std::uint64_t ordinal) { pairs.emplace_back(key, ordinal); });
  std::ranges::sort(pairs);
  return pairs;
}

// Merges the table, without a few ordinals, into a new one that can be opened.
MemorySections merged(const KeyTable& table) {
  const std::vector<std::uint64_t> left_out = {0, 1, 2, 9};
  MemoryScratch scratch;
  KeyTableBuilder builder(table.bits(), scratch, kMemoryBytes);
  builder.add_table(table, Renumbering::closing_gaps(5, kOrdinalsEnd, left_out));
  MemorySections sections;
  builder.finish(sections, "keys");
  return sections;
}

void ask_damaged(const MemorySections& sections, const std::vector<Pair>& known) {
  is_taken({ErrorCode::damaged, ErrorCode::unsupported}, [&] {
    const KeyTable table(sections, "keys");
    for (std::size_t i = 0; i < known.size(); i += 1 + known.size() / kAskedMax) {
      std::vector<std::uint64_t> found;
      is_taken({ErrorCode::damaged}, [&] { (void)table.find(known[i].first, 0, found); });
      require(found.size() <= table.size());
    }
    is_taken({ErrorCode::damaged}, [&] { (void)all_of(table); });
    is_taken({ErrorCode::damaged}, [&] { KeyTable(merged(table), "keys").check(); });
    table.check();
    check_answers(table, all_of(table));
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound(std::size_t{48} << 20);
  InputBytes in(text_of(data, size));
  const auto bits = static_cast<unsigned>(1 + in.take(1) % 64);
  std::vector<Fault> faults;
  for (std::uint64_t left = in.take(1) % 8; left > 0; --left) faults.emplace_back(in);
  std::vector<Pair> pairs = pairs_of(in, bits);
  const MemorySections sections = built(bits, pairs);
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  const KeyTable table(sections, "keys");
  table.check();
  require(all_of(table) == pairs);
  check_answers(table, pairs);
  if (!faults.empty()) ask_damaged(with_faults(sections, kSections, faults), pairs);
  return 0;
}
