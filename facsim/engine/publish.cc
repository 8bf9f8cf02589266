// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/publish.h"

#include <algorithm>
#include <utility>

#include "facsim/base/spill_sort.h"
#include "facsim/engine/copy_corpus.h"
#include "facsim/engine/giant_clusters.h"
#include "facsim/engine/keep_order.h"
#include "facsim/engine/pair_judge.h"
#include "facsim/engine/revisit_rows.h"
#include "facsim/engine/source_counts.h"
#include "facsim/files/byte_sink.h"
#include "facsim/report/rows.h"

namespace facsim {
namespace {

constexpr std::uint32_t kProgressEvery = 1U << 14;

struct ClusterEntry {
  std::uint32_t representative = 0;
  std::uint32_t page = 0;
  std::uint64_t bytes = 0;
  std::uint32_t kind = 0;
  std::uint32_t host = 0;  // as SourceCounts numbers it
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
    const std::uint32_t host = sources_.count(host_of(name.url), row.file, removed);
    if (!removed && verdict.related == kNoPage) return;
    const std::uint32_t other = removed ? verdict.representative : verdict.related;
    const PageName name_other = corpus_.name_of(corpus_.rows.at(other));
    const std::string line = duplicate_row(name, name_other, verdict.match);
    write_row(removed ? *duplicates_ : *reported_, line);
    const auto kind = static_cast<std::uint32_t>(verdict.match.kind);
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
    entries_.add({other, page, bytes, kind, host});
  }

  void finish(const std::string& folder, const DedupHooks& hooks) {
    duplicates_->close();
    reported_->close();
    summary_.pages_kept = summary_.pages_read - summary_.removed_total();
    GiantClusters giants(summary_.pages_read);
    write_clusters(folder, giants);
    sources_.fill(corpus_.files, options_.loss_warned, summary_);
    giants.warn(corpus_, options_, hooks, summary_);
    if (summary_.linked_removed > 0) {
      summary_.warnings.push_back(
          human_count(summary_.linked_removed) +
          " removed pages are no duplicates of the page that stays, only of "
          "pages between (by link in duplicates.jsonl); see --cluster");
    }
    if (summary_.templates > 0) {
      summary_.warnings.push_back(
          (summary_.reclustered ? "at least " : "") + human_count(summary_.templates) +
          " removed pages differ from the kept page as two pages of one template do (template in "
          "duplicates.jsonl); --refuse-templates keeps such pages");
    }
  }

 private:
  // Pass two over the removed pages, those of one representative after one another.
  void write_clusters(const std::string& folder, GiantClusters& giants) {
    const auto clusters = create_bytes(folder + "/clusters.jsonl", Packing::none);
    entries_.sort();
    ClusterEntry first;  // of the cluster
    first.representative = kNoPage;
    ClusterCounts counts;
    const auto end_cluster = [&] {
      if (first.representative == kNoPage) return;
      ++summary_.clusters;
      const PageName name = corpus_.name_of(corpus_.rows.at(first.representative));
      write_row(*clusters, cluster_row(name, counts));
      giants.note(first.representative, first.page, counts);
    };
    for (ClusterEntry entry; entries_.next(entry);) {
      if (entry.representative != first.representative) {
        end_cluster();
        first = entry;
        counts = {};
        counts.size = 1;
      }
      ++counts.size;
      ++counts.kinds[entry.kind];
      counts.bytes_saved += entry.bytes;
      sources_.count_removed(entry.host, file_of(entry.page), entry.representative,
                             static_cast<Kind>(entry.kind));
    }
    end_cluster();
    clusters->close();
  }

  [[nodiscard]] std::uint32_t file_of(std::uint32_t page) const {
    const auto& first = corpus_.first_page;
    const auto after = std::upper_bound(first.begin(), first.end(), page);
    return static_cast<std::uint32_t>(after - first.begin()) - 1;
  }

  const Corpus& corpus_;
  std::unique_ptr<ByteSink> duplicates_;
  std::unique_ptr<ByteSink> reported_;
  SpillSorter<ClusterEntry> entries_;
  SourceCounts sources_;
  const DedupOptions& options_;
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
  const auto is_whole = [](Kind kind) { return kind == Kind::exact || kind == Kind::content; };
  if (own && is_whole(own->kind) == is_whole(verdict.match.kind)) verdict.match.kind = own->kind;
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
  writer.finish(folder, hooks);

  std::vector<std::string> written = {"duplicates.jsonl", "reported.jsonl", "clusters.jsonl"};
  if (write_revisit_rows(corpus, verdicts, marks, folder, options, hooks, summary)) {
    written.emplace_back(kRevisitsName);
  }
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
