// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/source_counts.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace facsim {
namespace {

// Hosts counted apart; pages of further hosts are counted together under the name below. And how
// many the summary lists.
constexpr std::size_t kHostsCountedMax = 200'000;
constexpr const char* kOtherHosts = "(other hosts)";
constexpr std::size_t kHostsListedMax = 100;
constexpr std::size_t kLossesListedMax = 100;
constexpr std::size_t kLossesWarnedMax = 3;
// What loses most of a few pages says nothing.
constexpr std::uint64_t kLossPagesMin = 50;

void count_page(HostCounts& counts, bool removed) {
  ++counts.pages;
  if (removed) ++counts.removed;
}

bool is_loss(const HostCounts& counts, double loss_warned) {
  return counts.pages >= kLossPagesMin &&
         static_cast<double>(counts.removed) > loss_warned * static_cast<double>(counts.pages);
}

std::string percent(const SourceLoss& loss) {
  return std::to_string(loss.removed * 100 / loss.pages) + " %";
}

}  // namespace

void SourceCounts::count(std::string host, std::uint32_t file, bool removed) {
  auto found = hosts_.find(host);
  if (found == hosts_.end()) {
    if (hosts_.size() >= kHostsCountedMax) host = kOtherHosts;
    found = hosts_.try_emplace(std::move(host)).first;
  }
  count_page(found->second, removed);
  count_page(files_[file], removed);
}

void SourceCounts::fill(const std::vector<InputFile>& files, double loss_warned,
                        Summary& summary) const {
  std::vector<std::pair<std::string, HostCounts>> hosts(hosts_.begin(), hosts_.end());
  std::sort(hosts.begin(), hosts.end(), [](const auto& a, const auto& b) {
    return a.second.pages != b.second.pages ? a.second.pages > b.second.pages : a.first < b.first;
  });
  std::vector<SourceLoss> losses;
  for (const auto& [host, counts] : hosts) {
    if (host.empty() || host == kOtherHosts || !is_loss(counts, loss_warned)) continue;
    losses.push_back({"host", host, counts.pages, counts.removed});
  }
  summary.hosts_left_out = hosts.size() - std::min(hosts.size(), kHostsListedMax);
  hosts.resize(std::min(hosts.size(), kHostsListedMax));
  summary.hosts.insert(hosts.begin(), hosts.end());

  for (std::size_t file = 0; file < files_.size() && files_.size() > 1; ++file) {
    if (!is_loss(files_[file], loss_warned)) continue;
    losses.push_back({"file", files[file].name, files_[file].pages, files_[file].removed});
  }
  std::sort(losses.begin(), losses.end(), [](const SourceLoss& a, const SourceLoss& b) {
    return std::tie(b.removed, a.kind, a.name) < std::tie(a.removed, b.kind, b.name);
  });
  for (std::size_t i = 0; i < losses.size() && i < kLossesWarnedMax; ++i) {
    const SourceLoss& loss = losses[i];
    summary.warnings.push_back(loss.kind + " " + loss.name + " loses " + percent(loss) +
                               " of its " + human_count(loss.pages) +
                               " pages; is its main text a template?");
  }
  if (losses.size() > kLossesWarnedMax) {
    summary.warnings.push_back(human_count(losses.size() - kLossesWarnedMax) +
                               " more hosts or files lose more than --warn-loss; see losses in "
                               "summary.json");
  }
  summary.losses_left_out = losses.size() - std::min(losses.size(), kLossesListedMax);
  losses.resize(std::min(losses.size(), kLossesListedMax));
  summary.losses = std::move(losses);
}

}  // namespace facsim
