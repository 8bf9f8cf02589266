// SPDX-License-Identifier: Apache-2.0
// An index of fingerprints answers like a scan, with every kernel. With damaged sections it either
// answers or reports damage; if its check finds no damage, it answers like a scan of its contents.
//
// The input: distance, design, codec, the number of faults, the faults, then fingerprints.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/index/coded_tables.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/linear_scan.h"
#include "fuzz/damaged_sections.h"

namespace {

using namespace facsim;

using Values = std::vector<std::optional<std::uint64_t>>;  // for each ordinal; nothing: skipped
constexpr int kDistanceMax = 3;
constexpr std::size_t kValuesMax = 600;
constexpr std::size_t kAskedMax = 24;

struct Asked {
  Design design;
  bool is_fitted = true;
};

// The design is fitted to about the actual number of entries, or to far more.
Asked design_of(InputBytes& in, std::size_t count) {
  const int distance = static_cast<int>(in.take(1) % (kDistanceMax + 1));
  static const auto all = [] {
    std::vector<std::vector<Design>> designs;
    for (int d = 0; d <= kDistanceMax; ++d) designs.push_back(designs_for(d));
    return designs;
  }();
  const std::vector<Design>& designs = all[static_cast<std::size_t>(distance)];
  const std::uint64_t choice = in.take(1);
  const Design& design = designs[choice % 32 % designs.size()];
  const bool is_fitted = choice / 32 % 2 == 0;
  return {fitted(design, is_fitted ? count : 4096), is_fitted};
}

// Most values equal an earlier one or are near to it, often many times.
Values values_of(InputBytes& in) {
  Values values;
  while (in.size() > 0 && values.size() < kValuesMax) {
    const std::uint64_t kind = in.take(1);
    const auto& before = values.empty() ? std::nullopt : values[kind / 4 % values.size()];
    if (kind % 4 == 0) {
      values.push_back(in.take(8));
    } else if (kind % 4 == 1) {
      const std::uint64_t flips = in.take(2);
      values.push_back(before.value_or(0) ^ std::uint64_t{1} << flips % 64 ^
                       std::uint64_t{1} << flips / 64 % 64);
    } else if (kind % 4 == 2) {
      values.insert(values.end(), 1 + in.take(1), before.value_or(0));
    } else {
      values.emplace_back();
    }
  }
  return values;
}

MemorySections built(const Values& values, const Design& design, std::optional<Codec> codec) {
  MemoryScratch scratch;
  HammingIndexBuilder builder({.design = design, .codec = codec, .memory_bytes = 1U << 20},
                              scratch);
  for (const auto& value : values) {
    if (value) {
      builder.add(*value);
    } else {
      builder.skip();
    }
  }
  MemorySections sections;
  SerialExecutor executor;
  builder.build(sections, executor);
  return sections;
}

// Returns the neighbours in the promised order.
std::vector<Neighbour> scan(const Values& values, std::uint64_t query, int distance) {
  std::vector<Neighbour> found;
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    const int bits = std::popcount(*values[i] ^ query);
    if (bits <= distance) found.push_back({i, static_cast<std::uint32_t>(bits)});
  }
  std::ranges::stable_sort(found, {}, &Neighbour::distance);
  return found;
}

void check_answers(const HammingIndex& index, const Values& values, std::uint64_t query) {
  HammingSearch search(index);
  for (int distance = 0; distance <= index.design().max_distance; ++distance) {
    const std::vector<Neighbour> truth = scan(values, query, distance);
    for (const std::uint64_t limit : {0U, 2U}) {
      search.find(std::span(&query, 1), {.max_distance = distance, .limit = limit},
                  [&](std::size_t, std::span<const Neighbour> found, bool truncated) {
                    const std::size_t wanted =
                        limit == 0 ? truth.size() : std::min<std::size_t>(limit, truth.size());
                    require(std::ranges::equal(found, std::span(truth).first(wanted)));
                    require(truncated == (wanted < truth.size()));
                  });
    }
  }
}

std::vector<std::uint64_t> queries_of(const Values& values) {
  std::vector<std::uint64_t> queries = {0};
  for (std::size_t i = 0; i < values.size(); i += 1 + values.size() / kAskedMax) {
    if (values[i]) queries.push_back(*values[i] ^ std::uint64_t{5} << i % 60);
  }
  return queries;
}

Values all_of(const HammingIndex& index) {
  Values values(index.size());
  index.for_each([&](std::uint64_t value, std::span<const std::uint64_t> ordinals) {
    for (const std::uint64_t ordinal : ordinals) values.at(ordinal) = value;
  });
  return values;
}

std::vector<std::string> names_of(const Design& design) {
  std::vector<std::string> names = {"index", "ordinals", "groups.lines", "groups.wide"};
  for (std::size_t i = 0; i < design.tables.size(); ++i) {
    for (const char* part : {".lines", ".wide", ".low", ".high", ".keys"}) {
      names.push_back("table" + std::to_string(i) + part);
    }
  }
  return names;
}

// The number of entries in the head bounds the memory of decoded tables. A file that forges this
// number, too, may use that memory.
bool claims_a_crowd(const MemorySections& sections) {
  const auto head = sections.find("index");
  if (!head || head->size() < 16) return false;
  std::uint64_t entries = 0;
  std::memcpy(&entries, head->data() + 8, sizeof entries);
  return entries > 50 * kValuesMax;
}

void ask_damaged(const MemorySections& sections, const std::vector<std::uint64_t>& queries) {
  if (claims_a_crowd(sections)) return;
  is_taken({ErrorCode::damaged, ErrorCode::unsupported}, [&] {
    const ReadyTables tables(sections);
    const HammingIndex index(tables);
    HammingSearch search(index);
    for (const std::uint64_t query : queries) {
      is_taken({ErrorCode::damaged}, [&] {
        // Delete some entries that a damaged file may name.
        search.find(std::span(&query, 1), {.max_distance = 0, .without = std::span(&query, 1)},
                    [&](std::size_t, std::span<const Neighbour> found, bool) {
                      require(found.size() <= index.listed());
                    });
      });
    }
    index.check();
    const Values values = all_of(index);
    for (const std::uint64_t query : queries) check_answers(index, values, query);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound(std::size_t{96} << 20);
  InputBytes in(text_of(data, size));
  const auto [design, is_fitted] = design_of(in, size / 4);
  const std::uint64_t how = in.take(1);
  std::optional<Codec> codec;
  if (how % 4 == 1) codec = Codec::elias_fano;
  if (how % 4 == 2) codec = Codec::xor_huffman;
  std::vector<Fault> faults;
  for (std::uint64_t left = how / 4 % 8; left > 0; --left) faults.emplace_back(in);
  const Values values = values_of(in);
  const std::vector<std::uint64_t> queries = queries_of(values);
  MemorySections sections;
  try {
    sections = built(values, design, codec);
  } catch (const Error& error) {
    require(codec && !is_fitted && error.code() == ErrorCode::invalid_argument);
    return 0;
  }
  const ReadyTables tables(sections);
  for (const Kernel kernel : {Kernel::scalar, best_kernel()}) {
    const HammingIndex index(tables, kernel);
    index.check();
    require(all_of(index) == values);
    for (const std::uint64_t query : queries) check_answers(index, values, query);
  }
  if (!faults.empty()) ask_damaged(with_faults(sections, names_of(design), faults), queries);
  return 0;
}
