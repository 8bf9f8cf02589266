// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/largest_clusters.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace facsim {
namespace {

constexpr std::uint64_t kLookEveryPages = 4096;

using Sized = std::pair<std::uint64_t, std::uint64_t>;  // copies; number of the representative

bool is_larger(const Sized& a, const Sized& b) {
  return a.first > b.first || (a.first == b.first && a.second < b.second);
}

}  // namespace

LargestClusters largest_clusters(const SeenStore& store, const LargestClustersOptions& options) {
  std::unordered_map<std::uint64_t, std::uint64_t> copies;
  LargestClusters found;
  store.visit([&](const SeenPage& page) {
    found.is_truncated = found.pages == options.pages_max;
    if (found.is_truncated) return false;
    if (++found.pages % kLookEveryPages == 0 && options.check_in) options.check_in();
    if (page.cluster != page.number) ++copies[page.cluster];
    return true;
  });
  std::vector<Sized> sizes;
  sizes.reserve(copies.size());
  for (const auto& [number, count] : copies) sizes.emplace_back(count, number);
  const std::size_t told = std::min(options.count_max, sizes.size());
  std::ranges::partial_sort(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(told), is_larger);
  sizes.resize(told);
  for (const auto& [count, number] : sizes) {
    const std::vector<SeenPage> first = store.cluster(number, 1);
    if (!first.empty()) found.clusters.push_back({first.front(), count + 1});
  }
  return found;
}

}  // namespace facsim
