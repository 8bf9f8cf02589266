// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/copy_figures.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

#include "facsim/model/host.h"
#include "facsim/model/profile.h"
#include "facsim/page/analysis.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/store_settings.h"
#include "facsim/upkeep/cluster_sizes.h"
#include "facsim/verify/kind.h"

namespace facsim {
namespace {

// The part of a cluster's first page that decides which copies are exact.
struct FirstPage {
  Hash128 digest;
  std::optional<Sketch> layout;
};

// A cluster in the result.
struct Largest {
  ClusterFigures figures;
  std::unordered_map<std::string, std::uint64_t> hosts;
  bool has_prefix = false;
};

FirstPage first_of(const StoredPage& page) {
  return {page.facts.digest, page.facts.layout_sketch()};
}

Thresholds thresholds_of(const RowStore& rows) {
  return profile_named(rows.value(kStoreProfileKey).value_or("balanced")).thresholds;
}

// Never ends within a character.
std::size_t common_length(std::string_view a, std::string_view b) {
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  auto length = static_cast<std::size_t>(differ.first - a.begin());
  const auto is_inside = [&](std::string_view text) {
    return length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80;
  };
  while (length > 0 && (is_inside(a) || is_inside(b))) --length;
  return length;
}

class CopyCounter {
 public:
  CopyCounter(const RowStore& rows, const std::string& folder, const CopyFiguresOptions& options)
      : rows_(rows),
        folder_(folder),
        options_(options),
        thresholds_(thresholds_of(rows)),
        sizes_(rows) {
    figures_.policy = policy_of(rows, folder);
    for (const auto& [number, pages] : sizes_.largest(std::max<std::size_t>(options.top, 1))) {
      figures_.largest = std::max(figures_.largest, pages);
      if (options.top > 0) largest_[number].figures.number = number;
    }
  }

  void add(std::uint64_t number, const StoredPage& page);
  [[nodiscard]] CopyFigures finish();

 private:
  [[nodiscard]] bool is_exact(const StoredPage& page) const;
  [[nodiscard]] std::optional<FirstPage> first_page(std::uint64_t number) const;
  [[nodiscard]] HostFigures& host_figures(std::string_view host);
  void add_copy(const StoredPage& page, bool is_exact, HostFigures& host);
  static void add_to(Largest& cluster, const StoredPage& page, const std::string& host);

  const RowStore& rows_;
  const std::string& folder_;
  const CopyFiguresOptions& options_;
  const Thresholds thresholds_;
  ClusterSizes sizes_;
  CopyFigures figures_;
  std::unordered_map<std::uint64_t, FirstPage> first_;
  std::unordered_map<std::string, HostFigures> hosts_;
  std::unordered_map<std::uint64_t, Largest> largest_;
};

std::optional<FirstPage> CopyCounter::first_page(std::uint64_t number) const {
  if (const auto held = first_.find(number); held != first_.end()) return held->second;
  if (first_.size() < options_.clusters_held) return std::nullopt;  // no such page
  const std::optional<std::string> bytes = rows_.row(number);
  if (!bytes) return std::nullopt;
  const auto content = decode_row(*bytes, number, folder_);
  const auto* const page = std::get_if<StoredPage>(&content);
  return page == nullptr ? std::nullopt : std::optional(first_of(*page));
}

bool CopyCounter::is_exact(const StoredPage& page) const {
  const std::optional<FirstPage> first = first_page(page.representative);
  if (!first || first->digest != page.facts.digest) return false;
  const auto layout = layout_likeness(page.facts.layout_sketch(), first->layout);
  return kind_of({.same_text = true, .layout = layout}, thresholds_) == Kind::exact;
}

HostFigures& CopyCounter::host_figures(std::string_view host) {
  if (host.empty()) return figures_.without_host;
  const auto found = hosts_.find(std::string(host));
  if (found != hosts_.end()) return found->second;
  if (hosts_.size() >= options_.hosts_held) return figures_.later_hosts;
  HostFigures& made = hosts_[std::string(host)];
  made.host = host;
  return made;
}

void CopyCounter::add_copy(const StoredPage& page, bool is_exact, HostFigures& host) {
  SeenAnswer answer{.seen = SeenVerdict::yes};
  answer.match.emplace().kind = is_exact ? Kind::exact : Kind::content;
  answer.cluster = SeenCluster{.id = {}, .size = page.rank, .rank = page.rank};
  const SeenAction action = action_of(answer, figures_.policy);
  ++host.copies;
  for (Saved* const saved : {is_exact ? &figures_.exact : &figures_.content, &host.saved}) {
    if (action == SeenAction::skip_links) ++saved->unfollowed_pages;
    if (action != SeenAction::skip) continue;
    ++saved->skipped_pages;
    saved->skipped_bytes += page.bytes.value_or(0);
    if (!page.bytes) ++saved->skipped_unknown;
  }
}

void CopyCounter::add_to(Largest& cluster, const StoredPage& page, const std::string& host) {
  ClusterFigures& figures = cluster.figures;
  ++figures.pages;
  const bool has_room = cluster.hosts.size() < kHostsOfClusterMax || cluster.hosts.count(host) != 0;
  if (!host.empty() && has_room) ++cluster.hosts[host];
  if (page.url.empty()) return;
  if (!cluster.has_prefix) {
    figures.prefix = page.url;
    cluster.has_prefix = true;
  }
  figures.prefix.resize(common_length(figures.prefix, page.url));
}

void CopyCounter::add(std::uint64_t number, const StoredPage& page) {
  ++figures_.pages;
  figures_.bytes += page.bytes.value_or(0);
  if (!page.bytes) ++figures_.pages_without_bytes;
  const std::string host = host_of(page.url);
  HostFigures& of_host = host_figures(host);
  ++of_host.pages;
  const auto at = largest_.find(page.is_representative() ? number : page.representative);
  Largest* const cluster = at == largest_.end() ? nullptr : &at->second;
  if (cluster != nullptr) add_to(*cluster, page, host);
  if (!page.is_representative()) {
    const bool exact = is_exact(page);
    add_copy(page, exact, of_host);
    if (cluster != nullptr) ++(exact ? cluster->figures.exact : cluster->figures.content);
    return;
  }
  if (cluster != nullptr) {
    cluster->figures.id = page.id.empty() ? "#" + std::to_string(number) : page.id;
  }
  // The row of a first page comes before those of its copies.
  if (sizes_.next_from(number) < 2) return;
  ++figures_.clusters;
  if (first_.size() < options_.clusters_held) first_.emplace(number, first_of(page));
}

CopyFigures CopyCounter::finish() {
  for (auto& [number, cluster] : largest_) {
    ClusterFigures& figures = cluster.figures;
    figures.hosts = cluster.hosts.size();
    for (const auto& [host, pages] : cluster.hosts) {
      const bool is_more =
          pages > figures.host_pages || (pages == figures.host_pages && host < figures.host);
      if (is_more) std::tie(figures.host, figures.host_pages) = std::tie(host, pages);
    }
    figures_.largest_clusters.push_back(std::move(figures));
  }
  std::ranges::sort(figures_.largest_clusters, {},
                    [](const ClusterFigures& each) { return std::pair(~each.pages, each.number); });
  for (auto& [host, each] : hosts_) figures_.hosts.push_back(std::move(each));
  std::ranges::sort(figures_.hosts, [](const HostFigures& a, const HostFigures& b) {
    return a.pages != b.pages ? a.pages > b.pages : a.host < b.host;
  });
  return std::move(figures_);
}

template <class Wanted, class Order>
std::vector<HostFigures> hosts_of(const CopyFigures& figures, std::size_t most,
                                  const Wanted& is_wanted, const Order& comes_before) {
  std::vector<HostFigures> hosts;
  std::ranges::copy_if(figures.hosts, std::back_inserter(hosts), is_wanted);
  std::ranges::stable_sort(hosts, comes_before);
  if (hosts.size() > most) hosts.resize(most);
  return hosts;
}

}  // namespace

CopyFigures figures_of_copies(const RowStore& rows, const std::string& folder,
                              const CopyFiguresOptions& options) {
  CopyCounter counter(rows, folder, options);
  for_each_stored_page(rows, folder, [&](std::uint64_t number, const StoredPage& page) {
    if (options.each) options.each(page);
    counter.add(number, page);
    return true;
  });
  return counter.finish();
}

std::vector<HostFigures> hosts_by_copies(const CopyFigures& figures, std::size_t most) {
  return hosts_of(
      figures, most,
      [](const HostFigures& each) { return each.pages >= kHostPagesMin && each.copies > 0; },
      [](const HostFigures& a, const HostFigures& b) {
        return a.copies * b.pages > b.copies * a.pages;
      });
}

std::vector<HostFigures> hosts_by_saved(const CopyFigures& figures, std::size_t most) {
  const auto order = [](const HostFigures& each) {
    const Saved& saved = each.saved;
    return std::tuple(saved.skipped_bytes, saved.skipped_pages, saved.unfollowed_pages);
  };
  return hosts_of(
      figures, most, [&](const HostFigures& each) { return order(each) > std::tuple(0U, 0U, 0U); },
      [&](const HostFigures& a, const HostFigures& b) { return order(a) > order(b); });
}

}  // namespace facsim
