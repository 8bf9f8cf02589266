// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/publish.h"

#include <algorithm>
#include <utility>

#include "facsim/base/spill_sort.h"
#include "facsim/engine/copy_corpus.h"
#include "facsim/engine/keep_order.h"
#include "facsim/engine/pair_judge.h"
#include "facsim/engine/source_counts.h"
#include "facsim/files/byte_sink.h"
#include "facsim/report/rows.h"

namespace facsim {
namespace {

// A cluster of so many pages, or of so large a share of all (if it has a hundred), is worth a look:
// more often an error page or a template than a page that so many others repeat.
constexpr std::uint64_t kGiantClusterPages = 1000;
constexpr std::uint64_t kGiantClusterPagesMin = 100;
constexpr double kGiantClusterShare = 0.1;
constexpr std::size_t kGiantClustersWarnedMax = 3;
constexpr std::uint32_t kProgressEvery = 1U << 14;

struct ClusterEntry {
  std::uint32_t representative = 0;
  std::uint32_t page = 0;
  std::uint64_t bytes = 0;
  std::uint64_t kind = 0;
  friend auto operator<=>(const ClusterEntry&, const ClusterEntry&) = default;
};

void write_row(ByteSink& sink, std::string row) {
  row.push_back('\n');
  sink.write(row);
}

// Pass one over the verdicts: the rows of what goes or is reported, and the counts.
class RowWriter {
 public:
  RowWriter(const Corpus& corpus, const std::string& folder, Scratch& scratch,
            const DedupOptions& options, Summary& summary, Marks& marks)
      : corpus_(corpus),
        duplicates_(create_bytes(folder + "/duplicates.jsonl", Packing::none)),
        reported_(create_bytes(folder + "/reported.jsonl", Packing::none)),
        entries_(scratch, static_cast<std::size_t>(options.memory_bytes / 8)),
        sources_(corpus.files.size()),
        options_(options),
        summary_(summary),
        marks_(marks) {}

  void write(std::uint32_t page, const PageRow& row, const Verdict& verdict) {
    const PageName name = corpus_.name_of(row);
    const bool removed = verdict.representative != kNoPage;
    sources_.count(host_of(name.url), row.file, removed);
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
    if (verdict.match.by == By::link) ++summary_.linked_removed;
    if (verdict.match.is_template.value_or(false)) ++summary_.templates;
    summary_.bytes_saved += bytes;
    if (name_other.in_index) ++summary_.against->removed;
    marks_.removed[page] = true;
    marks_.representative[other] = true;
    entries_.add({other, page, bytes, kind});
  }

  void finish(const std::string& folder) {
    duplicates_->close();
    reported_->close();
    sources_.fill(corpus_.files, options_.loss_warned, summary_);
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
      note_if_giant(name, counts.size);
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
    warn_of_giants();
    if (summary_.linked_removed > 0) {
      summary_.warnings.push_back(
          human_count(summary_.linked_removed) +
          " removed pages are no duplicates of the page that stays, only of "
          "pages between (by link in duplicates.jsonl); see --cluster");
    }
    if (summary_.templates > 0) {
      summary_.warnings.push_back(
          (summary_.reclustered ? "at least " : "") + human_count(summary_.templates) +
          " removed pages differ from the page that stays mostly in numbers or codes (template in "
          "duplicates.jsonl); --refuse-templates keeps such pages");
    }
  }

 private:
  void note_if_giant(const PageName& representative, std::uint64_t size) {
    const double share = static_cast<double>(size) / static_cast<double>(summary_.pages_read);
    if (size < kGiantClusterPages && (size < kGiantClusterPagesMin || share < kGiantClusterShare)) {
      return;
    }
    ++summary_.giant_clusters;
    const auto place = std::upper_bound(giants_.begin(), giants_.end(), size,
                                        [](std::uint64_t a, const auto& b) { return a > b.first; });
    giants_.emplace(place, size, label_of(representative));
    if (giants_.size() > kGiantClustersWarnedMax) giants_.pop_back();
  }

  void warn_of_giants() {
    for (const auto& [size, label] : giants_) {
      summary_.warnings.push_back("the cluster of " + label + " has " + human_count(size) +
                                  " pages; is it an error page or a template?");
    }
    if (summary_.giant_clusters > giants_.size()) {
      summary_.warnings.push_back(
          human_count(summary_.giant_clusters - giants_.size()) +
          " more clusters have 1,000 pages, or a tenth of all; see clusters.jsonl");
    }
  }

  const Corpus& corpus_;
  std::unique_ptr<ByteSink> duplicates_;
  std::unique_ptr<ByteSink> reported_;
  SpillSorter<ClusterEntry> entries_;
  SourceCounts sources_;
  const DedupOptions& options_;
  std::vector<std::pair<std::uint64_t, std::string>> giants_;  // the largest few, sizes first
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
  const Thresholds& thresholds = options_.profile.thresholds;
  if (best_is_kept) {
    const Evidence same = same_text_evidence();
    verdict.match =
        judge_pair(row, other_row, same, thresholds).value_or(figures_of(row, other_row, same));
    const bool goes = options_.remove.has(verdict.match.kind);
    (goes ? verdict.representative : verdict.related) = other;
    return verdict;
  }
  verdict.match = decision.match;
  verdict.representative = other;
  if (decision.match.by == By::link) return verdict;
  const auto own = judge_pair(row, other_row, evidence_of(decision.match), thresholds);
  if (own) verdict.match.kind = own->kind;
  return verdict;
}

std::vector<std::string> publish(const Corpus& corpus, const Verdicts& verdicts,
                                 const std::string& folder, const DedupOptions& options,
                                 const DedupHooks& hooks, Scratch& scratch, Summary& summary,
                                 Copying copying) {
  Marks marks(corpus.all_pages());
  RowWriter writer(corpus, folder, scratch, options, summary, marks);
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
    copies = annotate_corpus(corpus, verdicts, marks, folder, options, hooks, copying);
  } else if (options.mode == Mode::remove && copying == Copying::everything) {
    copies = copy_corpus(corpus, marks, folder, options, hooks);
  }
  written.insert(written.end(), copies.files.begin(), copies.files.end());
  summary.linked = std::move(copies.linked);
  summary.warnings.insert(summary.warnings.end(), copies.warnings.begin(), copies.warnings.end());
  return written;
}

}  // namespace facsim
