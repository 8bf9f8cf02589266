// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the clusters and hosts of a store with the most copies, and counts what these saved.
//
// A copy is a page of a cluster other than its first. Its kind is exact if its text is that of the
// first page and, if both have markup, their layouts are alike; otherwise content. What it saved is
// what the store's present policy says for that kind: with `skip` the page and its bytes, with
// `skip_links` the pages behind its links, which the store cannot count.
//
// One pass over the rows, in their order, and over the keys of the clusters; some us a page.
// Memory: 150 bytes for each cluster of two or more, up to kClustersHeldMax (for other clusters the
// first page is read again for each copy), and 150 for each host, up to kHostsMax (later hosts
// count as one). For the largest clusters also their hosts.

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
// Hosts with fewer pages have no meaningful share of copies.
inline constexpr std::uint64_t kHostPagesMin = 10;

// The savings from copies.
struct Saved {
  std::uint64_t skipped_pages = 0;
  std::uint64_t skipped_bytes = 0;     // of pages whose size is known
  std::uint64_t skipped_unknown = 0;   // pages whose size is unknown
  std::uint64_t unfollowed_pages = 0;  // pages whose links were not followed
};

struct HostFigures {
  std::string host = {};
  std::uint64_t pages = 0;
  std::uint64_t copies = 0;
  Saved saved = {};
};

struct ClusterFigures {
  std::uint64_t number = 0;  // of its first page
  std::string id = {};       // of its first page; "#NUMBER" if it has none
  std::uint64_t pages = 0;
  std::uint64_t exact = 0;    // copies
  std::uint64_t content = 0;  // copies
  std::uint64_t hosts = 0;    // at most kHostsOfClusterMax
  std::string host = {};      // the host of most pages that have one; empty: none has
  std::uint64_t host_pages = 0;
  std::string prefix = {};  // common to all their URLs
};

struct CopyFigures {
  SeenPolicy policy = {};
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;  // of pages whose size is known
  std::uint64_t pages_without_bytes = 0;
  std::uint64_t clusters = 0;  // of two or more pages
  std::uint64_t largest = 0;   // pages of the largest cluster; 0: there is none
  Saved exact = {};
  Saved content = {};
  std::vector<ClusterFigures> largest_clusters = {};  // by pages
  std::vector<HostFigures> hosts = {};                // all, by pages
  HostFigures later_hosts = {};                       // beyond kHostsMax
  HostFigures without_host = {};  // pages without a URL, or without a host in it
};

struct CopyFiguresOptions {
  std::uint64_t top = 10;  // clusters in the result
  std::uint64_t clusters_held = kClustersHeldMax;
  std::uint64_t hosts_held = kHostsMax;
  // Called with each page; may throw.
  std::function<void(const StoredPage& page)> each = {};
};

// Throws Error{damaged, io, unsupported}. `folder` is for their messages.
[[nodiscard]] CopyFigures figures_of_copies(const RowStore& rows, const std::string& folder,
                                            const CopyFiguresOptions& options = {});

// hosts_by_copies() returns hosts with at least kHostPagesMin pages, by their share of copies;
// hosts_by_saved() all hosts that saved something, by bytes and pages. At most `most`.
[[nodiscard]] std::vector<HostFigures> hosts_by_copies(const CopyFigures& figures,
                                                       std::size_t most);
[[nodiscard]] std::vector<HostFigures> hosts_by_saved(const CopyFigures& figures, std::size_t most);

}  // namespace facsim
