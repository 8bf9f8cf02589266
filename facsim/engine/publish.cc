// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/publish.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "facsim/base/spill_sort.h"
#include "facsim/engine/analysis.h"
#include "facsim/engine/copy_corpus.h"
#include "facsim/engine/keep_order.h"
#include "facsim/files/byte_sink.h"
#include "facsim/report/rows.h"
#include "facsim/verify/kind.h"

namespace facsim {
namespace {

// Hosts counted apart; pages of further hosts are counted together under the name below. And how
// many the summary lists.
constexpr std::size_t kHostsCountedMax = 200'000;
constexpr const char* kOtherHosts = "(other hosts)";
constexpr std::size_t kHostsListedMax = 100;
constexpr std::uint32_t kProgressEvery = 1U << 14;

struct ClusterEntry {
  std::uint32_t representative = 0;
  std::uint32_t page = 0;
  std::uint64_t bytes = 0;
  std::uint64_t kind = 0;
  friend auto operator<=>(const ClusterEntry&, const ClusterEntry&) = default;
};

class HostCounter {
 public:
  void count(std::string host, bool removed) {
    auto found = hosts_.find(host);
    if (found == hosts_.end()) {
      if (hosts_.size() >= kHostsCountedMax) host = kOtherHosts;
      found = hosts_.try_emplace(std::move(host)).first;
    }
    ++found->second.pages;
    if (removed) ++found->second.removed;
  }

  // The busiest hosts, ties by name.
  void fill(Summary& summary) const {
    std::vector<std::pair<std::string, HostCounts>> hosts(hosts_.begin(), hosts_.end());
    std::sort(hosts.begin(), hosts.end(), [](const auto& a, const auto& b) {
      return a.second.pages != b.second.pages ? a.second.pages > b.second.pages : a.first < b.first;
    });
    summary.hosts_left_out = hosts.size() - std::min(hosts.size(), kHostsListedMax);
    hosts.resize(std::min(hosts.size(), kHostsListedMax));
    summary.hosts.insert(hosts.begin(), hosts.end());
  }

 private:
  std::unordered_map<std::string, HostCounts> hosts_;
};

void write_row(ByteSink& sink, std::string row) {
  row.push_back('\n');
  sink.write(row);
}

// Pass one over the verdicts: the rows of what goes or is reported, and the counts.
class RowWriter {
 public:
  RowWriter(const Corpus& corpus, const std::string& folder, Scratch& scratch,
            std::uint64_t memory_bytes, Summary& summary, Marks& marks)
      : corpus_(corpus),
        duplicates_(create_bytes(folder + "/duplicates.jsonl", Packing::none)),
        reported_(create_bytes(folder + "/reported.jsonl", Packing::none)),
        entries_(scratch, static_cast<std::size_t>(memory_bytes / 8)),
        summary_(summary),
        marks_(marks) {}

  void write(std::uint32_t page, const PageRow& row, const Verdict& verdict) {
    const PageName name = corpus_.name_of(row);
    const bool removed = verdict.representative != kNoPage;
    hosts_.count(host_of(name.url), removed);
    if (!removed && verdict.related == kNoPage) return;
    const std::uint32_t other = removed ? verdict.representative : verdict.related;
    const PageName name_other = corpus_.name_of(corpus_.rows.at(other));
    const std::string line = duplicate_row(name, name_other, verdict.match);
    write_row(removed ? *duplicates_ : *reported_, line);
    const auto kind = static_cast<std::size_t>(verdict.match.kind);
    if (!removed) {
      ++summary_.reported[kind];
      return;
    }
    const std::uint64_t bytes = row.extent.end - row.extent.begin;
    ++summary_.removed[kind];
    summary_.bytes_saved += bytes;
    if (name_other.in_index) ++summary_.against->removed;
    marks_.removed[page] = true;
    marks_.representative[other] = true;
    entries_.add({other, page, bytes, kind});
  }

  void finish(const std::string& folder) {
    duplicates_->close();
    reported_->close();
    hosts_.fill(summary_);
    summary_.pages_kept = summary_.pages_read - summary_.removed_total();
    const auto clusters = create_bytes(folder + "/clusters.jsonl", Packing::none);
    entries_.sort();
    ClusterCounts counts;
    std::uint32_t representative = kNoPage;
    const auto end_cluster = [&] {
      if (representative == kNoPage) return;
      ++summary_.clusters;
      const PageName name = corpus_.name_of(corpus_.rows.at(representative));
      write_row(*clusters, cluster_row(name, counts));
    };
    for (ClusterEntry entry; entries_.next(entry);) {
      if (entry.representative != representative) {
        end_cluster();
        representative = entry.representative;
        counts = {};
        counts.size = 1;
      }
      ++counts.size;
      ++counts.kinds[entry.kind];
      counts.bytes_saved += entry.bytes;
    }
    end_cluster();
    clusters->close();
  }

 private:
  const Corpus& corpus_;
  std::unique_ptr<ByteSink> duplicates_;
  std::unique_ptr<ByteSink> reported_;
  SpillSorter<ClusterEntry> entries_;
  HostCounter hosts_;
  Summary& summary_;
  Marks& marks_;
};

}  // namespace

Verdict Verdicts::at(std::uint32_t page, const PageRow& row) const {
  Verdict verdict;
  const std::uint32_t best = exact_best_[page];
  if (best == kNoPage) return verdict;
  const Decision decision = decisions_.at(best);
  if (best == page) {
    verdict.representative = decision.representative;
    verdict.related = decision.related;
    verdict.match = decision.match;
    return verdict;
  }
  // The page has the same text as its group's best: the figures are the same, the layout may not
  // be. Where the best goes, the group goes; the row still states the page's own kind.
  const bool best_is_kept = decision.representative == kNoPage;
  const std::uint32_t other = best_is_kept ? best : decision.representative;
  const PageRow other_row = corpus_.rows.at(other);
  Likeness likeness;
  likeness.same_text = best_is_kept;
  likeness.layout = layout_likeness(row.layout_sketch(), other_row.layout_sketch());
  if (best_is_kept) {
    verdict.match.by = By::digest;
    verdict.match.distance = static_cast<std::int8_t>(row.distance_to(other_row));
    verdict.match.resemblance = 1;
    verdict.match.containment = 1;
    verdict.match.containment_reverse = 1;
    verdict.match.agreement = 1;
  } else {
    verdict.match = decision.match;
    verdict.representative = other;
    if (decision.match.kind == Kind::content) return verdict;
  }
  likeness.agreement = verdict.match.agreement;
  likeness.resemblance = verdict.match.resemblance;
  likeness.containment = verdict.match.containment;
  likeness.containment_reverse = verdict.match.containment_reverse;
  verdict.match.kind = kind_of(likeness, options_.profile.thresholds).value_or(verdict.match.kind);
  if (best_is_kept) {
    const bool goes = options_.remove.has(verdict.match.kind);
    (goes ? verdict.representative : verdict.related) = other;
  }
  return verdict;
}

std::vector<std::string> publish(const Corpus& corpus, const Verdicts& verdicts,
                                 const std::string& folder, const DedupOptions& options,
                                 const DedupHooks& hooks, Scratch& scratch, Summary& summary) {
  Marks marks(corpus.all_pages());
  RowWriter writer(corpus, folder, scratch, options.memory_bytes, summary, marks);
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (page % kProgressEvery == 0) {
      throw_if_cancelled(hooks);
      if (hooks.progress) hooks.progress({"report", page, 0, 0, corpus.pages()});
    }
    const PageRow row = corpus.rows.at(page);
    if (row.has_text) writer.write(page, row, verdicts.at(page, row));
  }
  writer.finish(folder);

  std::vector<std::string> written = {"duplicates.jsonl", "reported.jsonl", "clusters.jsonl"};
  Written copies;
  if (options.mode == Mode::annotate) {
    copies = annotate_corpus(corpus, verdicts, marks, folder, options, hooks);
  } else if (options.mode == Mode::remove) {
    copies = copy_corpus(corpus, marks, folder, options, hooks);
  }
  written.insert(written.end(), copies.files.begin(), copies.files.end());
  summary.linked = std::move(copies.linked);
  summary.warnings.insert(summary.warnings.end(), copies.warnings.begin(), copies.warnings.end());
  return written;
}

}  // namespace facsim
