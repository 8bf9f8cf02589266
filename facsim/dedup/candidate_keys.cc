// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/candidate_keys.h"

#include <bit>

#include "facsim/fingerprint/sketcher.h"

namespace facsim {

std::pair<Hash128, std::uint64_t> exact_group_key(const PageRow& row) noexcept {
  // Keeps digests of raw bytes apart from digests of texts.
  constexpr std::uint64_t kOfBytes = 0x6279746573;
  return {row.digest, row.is_by_bytes() ? kOfBytes : one_page_key(row)};
}

std::vector<std::uint64_t> band_keys_of(const PageRow& row, const Profile& profile) {
  std::vector<std::uint64_t> keys;
  if (profile.bands == 0) return keys;
  const auto bands = band_keys(row.sketch);
  for (std::size_t band = 0; band < profile.bands; ++band) {
    keys.push_back(combine(row.scope_key + band, bands[band]));
  }
  // Among thousands of pages of a template a page is grouped with those of its own text first, and
  // with those of its own name.
  if (row.witness.title != 0 || row.names.is_asked) {
    keys.push_back(combine(combine(row.scope_key, row.witness.title), row.digest.low));
  }
  if (const std::string_view words = text_of(row.names); !words.empty()) {
    keys.push_back(combine(combine(row.scope_key, row.witness.site), hash64(words)));
  }
  return keys;
}

std::uint64_t anchor_key(std::uint64_t scope_key, std::uint64_t anchor) noexcept {
  return combine(scope_key, anchor);
}

std::uint64_t bucket_key(std::uint64_t scope_key, std::size_t table,
                         std::uint64_t masked) noexcept {
  return combine(scope_key + table, masked);
}

void unite_close(std::span<const std::uint64_t> fingerprints, int max_distance, UnionFind& sets) {
  const auto count = static_cast<std::uint32_t>(fingerprints.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t j = i + 1; j < count; ++j) {
      if (std::popcount(fingerprints[i] ^ fingerprints[j]) <= max_distance) sets.unite(i, j);
    }
  }
}

}  // namespace facsim
