// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/decide.h"

#include <algorithm>
#include <utility>

#include "facsim/base/human_text.h"
#include "facsim/base/spill_sort.h"
#include "facsim/cluster/leader_choice.h"
#include "facsim/dedup/giant_clusters.h"
#include "facsim/dedup/page_annotation.h"
#include "facsim/dedup/source_counts.h"
#include "facsim/dedup/source_tables.h"
#include "facsim/dedup/tell_revisits.h"
#include "facsim/model/host.h"

namespace facsim {
namespace {

constexpr std::uint32_t kDecidedBetweenReports = 1U << 14;

struct ClusterEntry {
  std::uint32_t representative = 0;
  std::uint32_t page = 0;
  std::uint64_t bytes = 0;
  std::uint32_t kind = 0;
  std::uint32_t host = 0;  // its number in SourceCounts
  friend auto operator<=>(const ClusterEntry&, const ClusterEntry&) = default;
};

SinkPage sink_page(const Corpus& corpus, std::uint32_t page, const PageRow& row) {
  SinkPage told;
  told.number = page;
  told.name = corpus.name_of(row);
  told.bytes = row.extent.end - row.extent.begin;
  return told;
}

// Pass one over the pages reports and counts each; pass two over the removed ones does so for
// clusters.
class Teller {
 public:
  Teller(const DecidedCorpus& pages, const DecideOptions& options, Run& run, DedupSink& sink)
      : pages_(pages),
        corpus_(pages.corpus()),
        options_(options),
        run_(run),
        sink_(sink),
        entries_(run.scratch(), static_cast<std::size_t>(run.memory_bytes() / 8)),
        sources_(corpus_.files.size()),
        tables_(corpus_) {}

  void tell(std::uint32_t number, const PageRow& row) {
    const Decision decision = pages_.at(number, row);
    SinkPage page = sink_page(corpus_, number, row);
    ++pages_told_;
    const std::uint64_t saved = decision.removed() ? page.bytes : 0;
    const std::uint32_t host =
        sources_.count(host_of(page.name.url), row.file, {decision.removed(), saved});
    if (!decision.removed()) sink_.kept(page);
    if (decision.other() == kNoPage) {
      tables_.count(number, row.file, {});
      return;
    }
    const std::uint32_t other = decision.other();
    const PageRow other_row = corpus_.rows.at(other);
    tables_.count(number, row.file,
                  {.is_removed = decision.removed(),
                   .match = &decision.match,
                   .representative = other,
                   .representative_file = other_row.file,
                   .representative_is_known = other_row.is_known,
                   .bytes_saved = saved});
    SinkPage other_page = sink_page(corpus_, other, other_row);
    const auto kind = static_cast<std::uint32_t>(decision.match.kind);
    if (!decision.removed()) {
      ++counts_.reported[kind];
      note_why_kept(decision.match, page);
      if (const auto words = names_alone(row, other_row, decision.match, pages_.profile())) {
        page.own_word = words->word;
        other_page.own_word = words->other_word;
        ++counts_.kept_apart_by_names;
      }
      sink_.reported(page, other_page, decision.match);
      return;
    }
    if (pages_.writes_revisits()) note_revisit(number, page);
    sink_.removed(page, other_page, decision.match);
    ++counts_.removed[kind];
    if (decision.match.by == By::link) ++counts_.linked_removed;
    if (decision.match.is_template.value_or(false)) ++counts_.templates;
    if (row.is_error() && !other_row.is_error()) ++counts_.errors_for_others;
    counts_.bytes_saved += page.bytes;
    counts_.bytes_saved_of[kind] += page.bytes;
    if (other_page.name.in_index) ++counts_.removed_for_index;
    entries_.add({other, number, page.bytes, kind, host});
  }

  [[nodiscard]] DecisionCounts finish() {
    counts_.pages_kept = pages_told_ - counts_.removed_total();
    GiantClusters giants(pages_told_);
    tell_clusters(giants);
    sources_.fill(corpus_.files, options_.loss_warned, counts_, run_);
    tables_.fill(counts_);
    counts_.giant_clusters = giants.count();
    giants.warn(corpus_, options_.read, pages_.profile().recipe, run_);
    if (counts_.linked_removed > 0) {
      run_.warn(human_count(counts_.linked_removed) +
                (counts_.linked_removed == 1
                     ? " removed page is no duplicate of the page that stays, only of "
                     : " removed pages are no duplicates of the page that stays, only of ") +
                "pages between (by link in " + Named::duplicates + ")" +
                Sentence::hint("; see ", Named::cluster, ""));
    }
    if (counts_.errors_for_others > 0) {
      const bool is_one = counts_.errors_for_others == 1;
      run_.warn(human_count(counts_.errors_for_others) +
                (is_one
                     ? " removed page is an error answer (HTTP status 400 or above) and repeats "
                     : " removed pages are error answers (HTTP status 400 or above) and repeat ") +
                "a page that is none (status in " + Named::duplicates + "); " +
                Sentence(Named::status, "200,300-399") + " judges no error answers");
    }
    if (counts_.templates > 0) {
      run_.warn((options_.is_again ? "at least " : "") + human_count(counts_.templates) +
                (counts_.templates == 1 ? " removed page differs" : " removed pages differ") +
                " from the kept page as two pages of one template do "
                "(template in " +
                Named::duplicates + ")" +
                Sentence::hint("; ", Named::refuse_templates, " keeps such pages"));
    }
    return counts_;
  }

 private:
  void note_revisit(std::uint32_t number, SinkPage& page) {
    const std::uint32_t original = pages_.revisit_of(number);
    if (original == kNoPage) return;
    page.revisit_of = label_of(corpus_.name_of(corpus_.rows.at(original)));
  }

  // Notes the setting that kept a page that repeats a part of another.
  void note_why_kept(const Match& match, SinkPage& page) {
    if (!pages_.policy().remove.has(match.kind)) {
      page.kept_by = "remove";
    } else if (!joins(match, leader_options(pages_.profile(), pages_.policy()))) {
      page.kept_by = "min_containment_to_remove";
      ++counts_.kept_by_containment[static_cast<std::size_t>(match.kind)];
    }
  }

  // The removed pages of one representative are consecutive.
  void tell_clusters(GiantClusters& giants) {
    entries_.sort();
    ClusterEntry first;  // of the cluster
    first.representative = kNoPage;
    ClusterCounts cluster;
    const auto end_cluster = [&] {
      if (first.representative == kNoPage) return;
      ++counts_.clusters;
      const std::uint32_t number = first.representative;
      sink_.cluster(sink_page(corpus_, number, corpus_.rows.at(number)), cluster);
      giants.note(number, first.page, cluster);
    };
    for (ClusterEntry entry; entries_.next(entry);) {
      if (entry.representative != first.representative) {
        end_cluster();
        first = entry;
        cluster = {};
        cluster.size = 1;
      }
      ++cluster.size;
      ++cluster.kinds[entry.kind];
      cluster.bytes_saved += entry.bytes;
      sources_.count_removed(entry.host, file_of(entry.page), entry.representative,
                             static_cast<Kind>(entry.kind));
    }
    end_cluster();
  }

  [[nodiscard]] std::uint32_t file_of(std::uint32_t page) const {
    const auto& first = corpus_.first_page;
    const auto after = std::upper_bound(first.begin(), first.end(), page);
    return static_cast<std::uint32_t>(after - first.begin()) - 1;
  }

  const DecidedCorpus& pages_;
  const Corpus& corpus_;
  const DecideOptions& options_;
  Run& run_;
  DedupSink& sink_;
  SpillSorter<ClusterEntry> entries_;
  SourceCounts sources_;
  SourceTables tables_;
  std::uint64_t pages_told_ = 0;
  DecisionCounts counts_;
};

}  // namespace

DecisionCounts decide(const DecidedCorpus& pages, const DecideOptions& options, Run& run,
                      DedupSink& sink) {
  const Corpus& corpus = pages.corpus();
  Teller teller(pages, options, run, sink);
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (page % kDecidedBetweenReports == 0) {
      run.throw_if_cancelled();
      run.progress({"report", page, 0, 0, corpus.pages()});
    }
    const PageRow row = corpus.rows.at(page);
    if (row.has_text) teller.tell(page, row);
  }
  return teller.finish();
}

}  // namespace facsim
