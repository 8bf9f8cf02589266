// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/source_counts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "facsim/base/human_text.h"

namespace facsim {
namespace {

// The number of hosts counted separately; pages of further hosts are counted together under the
// name below. Then the number of hosts and losses that the summary lists.
constexpr std::size_t kHostsCountedMax = 200'000;
constexpr std::string_view kOtherHosts = "(other hosts)";
constexpr std::size_t kHostsListedMax = 100;
constexpr std::size_t kLossesListedMax = 100;
constexpr std::size_t kLossesWarnedMax = 3;
// The loss of most of a few pages is not significant.
constexpr std::uint64_t kLossPagesMin = 50;
// At least this share of a mirror's removed pages have a representative of their own, and are like
// it.
constexpr double kMirrorShare = 0.9;

std::string percent(const SourceLoss& loss) {
  return std::to_string(loss.removed * 100 / loss.pages) + " %";
}

void warn_of_losses(const std::vector<SourceLoss>& losses, Run& run) {
  std::size_t warned = 0;
  std::size_t more = 0;
  for (const SourceLoss& loss : losses) {
    if (loss.is_mirror) continue;
    if (warned == kLossesWarnedMax) {
      ++more;
      continue;
    }
    ++warned;
    run.warn(loss.kind + " " + loss.name + " loses " + percent(loss) + " of its " +
             human_count(loss.pages) + " pages; is its main text a template?");
  }
  if (more == 0) return;
  run.warn(human_count(more) + " more hosts or files lose more than " + Named::warn_loss +
           "; see losses in " + Named::summary);
}

}  // namespace

void SourceCounts::count_page(Source& source, const Fate& fate) {
  ++source.counts.pages;
  if (fate.is_removed) ++source.counts.removed;
  source.counts.bytes_saved += fate.bytes_saved;
}

void SourceCounts::count_match(Source& source, std::uint32_t representative, Kind kind) {
  if (kind == Kind::exact || kind == Kind::content) ++source.alike;
  if (source.latest == representative) return;
  source.latest = representative;
  ++source.representatives;
}

bool SourceCounts::is_loss(const Source& source, double loss_warned) {
  const HostCounts& counts = source.counts;
  return counts.pages >= kLossPagesMin &&
         static_cast<double>(counts.removed) > loss_warned * static_cast<double>(counts.pages);
}

bool SourceCounts::is_mirror(const Source& source) {
  const double least = kMirrorShare * static_cast<double>(source.counts.removed);
  return static_cast<double>(source.representatives) >= least &&
         static_cast<double>(source.alike) >= least;
}

SourceLoss SourceCounts::loss_of(std::string kind, const std::string& name, const Source& source) {
  return {.kind = std::move(kind),
          .name = name,
          .pages = source.counts.pages,
          .removed = source.counts.removed,
          .representatives = source.representatives,
          .is_mirror = is_mirror(source)};
}

std::uint32_t SourceCounts::count(std::string host, std::uint32_t file, const Fate& fate) {
  auto found = host_numbers_.find(host);
  if (found == host_numbers_.end()) {
    if (hosts_.size() >= kHostsCountedMax) host = kOtherHosts;
    const auto next = static_cast<std::uint32_t>(hosts_.size());
    bool is_new = false;
    std::tie(found, is_new) = host_numbers_.try_emplace(std::move(host), next);
    if (is_new) hosts_.emplace_back();
  }
  count_page(hosts_[found->second], fate);
  count_page(files_[file], fate);
  return found->second;
}

void SourceCounts::count_removed(std::uint32_t host, std::uint32_t file,
                                 std::uint32_t representative, Kind kind) {
  count_match(hosts_[host], representative, kind);
  count_match(files_[file], representative, kind);
}

std::vector<SourceLoss> SourceCounts::losses(const std::vector<InputFile>& files,
                                             double loss_warned) const {
  std::vector<SourceLoss> losses;
  for (const auto& [host, number] : host_numbers_) {
    const Source& source = hosts_[number];
    if (host.empty() || host == kOtherHosts || !is_loss(source, loss_warned)) continue;
    losses.push_back(loss_of("host", host, source));
  }
  for (std::size_t file = 0; file < files_.size() && files_.size() > 1; ++file) {
    if (!is_loss(files_[file], loss_warned)) continue;
    losses.push_back(loss_of("file", files[file].name, files_[file]));
  }
  std::sort(losses.begin(), losses.end(), [](const SourceLoss& a, const SourceLoss& b) {
    return std::tie(b.removed, a.kind, a.name) < std::tie(a.removed, b.kind, b.name);
  });
  return losses;
}

void SourceCounts::fill(const std::vector<InputFile>& files, double loss_warned,
                        DecisionCounts& counts, Run& run) const {
  std::vector<std::pair<std::string, HostCounts>> hosts;
  hosts.reserve(host_numbers_.size());
  for (const auto& [host, number] : host_numbers_) hosts.emplace_back(host, hosts_[number].counts);
  std::sort(hosts.begin(), hosts.end(), [](const auto& a, const auto& b) {
    return a.second.pages != b.second.pages ? a.second.pages > b.second.pages : a.first < b.first;
  });
  counts.hosts_left_out = hosts.size() - std::min(hosts.size(), kHostsListedMax);
  hosts.resize(std::min(hosts.size(), kHostsListedMax));
  counts.hosts.insert(hosts.begin(), hosts.end());

  std::vector<SourceLoss> lost = losses(files, loss_warned);
  warn_of_losses(lost, run);
  counts.losses_left_out = lost.size() - std::min(lost.size(), kLossesListedMax);
  lost.resize(std::min(lost.size(), kLossesListedMax));
  counts.losses = std::move(lost);
}

}  // namespace facsim
