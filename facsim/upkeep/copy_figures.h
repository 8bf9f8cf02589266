// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which clusters and hosts of a store have most copies, and what did these save?
//
// A copy is a page of a cluster that is not its first. Its kind is exact where its text is that of
// the first page and, if both have markup, they are built alike; else content. What it saved is
// what the store's policy says of that kind now: with `skip` the page and its bytes, with
// `skip_links` the pages behind its links, which the store cannot count.
//
// One pass over the rows, in their order, beside the keys of the clusters, some us a page. Memory:
// 150 bytes for each cluster of two and more, up to kClustersHeldMax (of others the first page is
// read again for each copy), and 150 for each host, up to kHostsMax (those that come later count as
// one). Of the largest clusters the hosts too.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/model/seen_answer.h"
#include "facsim/seen/stored_page.h"
#include "facsim/store/row_store.h"

namespace facsim {

inline constexpr std::uint64_t kClustersHeldMax = 1'000'000;
inline constexpr std::uint64_t kHostsMax = 1'000'000;
inline constexpr std::uint64_t kHostsOfClusterMax = 10'000;
// Of fewer pages a share of copies says little.
inline constexpr std::uint64_t kHostPagesMin = 10;

// What copies saved.
struct Saved {
  std::uint64_t skipped_pages = 0;
  std::uint64_t skipped_bytes = 0;     // of those whose bytes are known
  std::uint64_t skipped_unknown = 0;   // pages whose bytes are not
  std::uint64_t unfollowed_pages = 0;  // whose links were not followed
};

struct HostFigures {
  std::string host = {};
  std::uint64_t pages = 0;
  std::uint64_t copies = 0;
  Saved saved = {};
};

struct ClusterFigures {
  std::uint64_t number = 0;  // of its first page
  std::string id = {};       // of that; "#NUMBER" where it has none
  std::uint64_t pages = 0;
  std::uint64_t exact = 0;    // copies
  std::uint64_t content = 0;  // copies
  std::uint64_t hosts = 0;    // at most kHostsOfClusterMax
  std::string host = {};      // that most of the pages with one have; empty: none has
  std::uint64_t host_pages = 0;
  std::string prefix = {};  // of all their URLs
};

struct CopyFigures {
  SeenPolicy policy = {};
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;  // of those whose bytes are known
  std::uint64_t pages_without_bytes = 0;
  std::uint64_t clusters = 0;  // of two and more
  std::uint64_t largest = 0;   // pages of the largest of them; 0: there is none
  Saved exact = {};
  Saved content = {};
  std::vector<ClusterFigures> largest_clusters = {};  // by pages
  std::vector<HostFigures> hosts = {};                // all, by pages
  HostFigures later_hosts = {};                       // beyond kHostsMax
  HostFigures without_host = {};                      // pages whose URL has none, or without a URL
};

struct CopyFiguresOptions {
  std::uint64_t top = 10;  // so many clusters
  std::uint64_t clusters_held = kClustersHeldMax;
  std::uint64_t hosts_held = kHostsMax;
  // Called with each page; may throw.
  std::function<void(const StoredPage& page)> each = {};
};

// Throws Error{damaged, io, unsupported}. `folder` is for these.
[[nodiscard]] CopyFigures figures_of_copies(const RowStore& rows, const std::string& folder,
                                            const CopyFiguresOptions& options = {});

// Those with kHostPagesMin pages and more, by their share of copies; and all that saved something,
// by bytes and pages. At most so many.
[[nodiscard]] std::vector<HostFigures> hosts_by_copies(const CopyFigures& figures,
                                                       std::size_t most);
[[nodiscard]] std::vector<HostFigures> hosts_by_saved(const CopyFigures& figures, std::size_t most);

}  // namespace facsim
