// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/row_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::uint64_t kIdSeed = 1;
constexpr std::uint64_t kUrlSeed = 2;
// This many keys wait for memory together: what they read stays in the nearest cache.
constexpr std::size_t kKeysAtOnce = 64;

}  // namespace

std::uint64_t id_name_hash(std::string_view id) noexcept { return hash64(id, kIdSeed); }
std::uint64_t url_name_hash(std::string_view url) noexcept { return hash64(url, kUrlSeed); }

void find_row_names(const OpenIndex& index, std::span<const std::uint64_t> hashes,
                    const std::function<void(std::size_t hash, std::uint64_t row)>& visit) {
  std::vector<std::uint64_t> rows;
  std::array<KeyTable::Sought, kKeysAtOnce> sought;
  for (const auto& part : index.parts()) {
    if (!part->row_names) continue;
    const KeyTable& table = *part->row_names;
    for (std::size_t first = 0; first < hashes.size(); first += kKeysAtOnce) {
      const std::size_t end = std::min(first + kKeysAtOnce, hashes.size());
      for (std::size_t i = first; i < end; ++i)
        sought[i - first] = table.seek(row_name_key(hashes[i]));
      for (std::size_t i = first; i < end; ++i) table.locate(sought[i - first]);
      for (std::size_t i = first; i < end; ++i) {
        rows.clear();
        (void)table.find(sought[i - first], 0, rows);
        for (const std::uint64_t row : rows) visit(i, row);
      }
    }
  }
}

}  // namespace facsim
