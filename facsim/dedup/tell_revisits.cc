// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/tell_revisits.h"

#include <span>
#include <string>

#include "facsim/base/human_text.h"
#include "facsim/dedup/copy_revisits.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

constexpr std::uint64_t kRevisitsBetweenLooks = 1U << 14;

std::string warning_of_removed(const RevisitCounts& counts, bool is_done) {
  const bool is_one = counts.original_removed == 1;
  return human_count(counts.original_removed) + " of " + human_count(counts.records) +
         (is_one ? " revisit records refers" : " revisit records refer") + " to a page that " +
         (is_done ? "was" : "would be") + " removed; " + kRevisitsName +
         (is_one ? " names it, and" : " lists them, each with") + " the page that was kept instead";
}

// Without an index, an original outside the inputs is not a fault.
std::string warning_of_elsewhere(const RevisitCounts& counts) {
  return human_count(counts.original_elsewhere) + " of " + human_count(counts.records) +
         (counts.original_elsewhere == 1 ? " revisit records refers" : " revisit records refer") +
         " to a page that is neither among the inputs nor in the index";
}

}  // namespace

std::optional<RevisitCounts> tell_revisits(const DecidedCorpus& pages, const KnownOriginals* known,
                                           const Run& run, DedupSink& sink) {
  const Corpus& corpus = pages.corpus();
  const Revisits& revisits = corpus.revisits;
  if (revisits.size() == 0) return std::nullopt;
  RevisitCounts counts;
  counts.records = revisits.size();
  std::span<const KnownOriginals::Original> in_index;
  if (known != nullptr) in_index = known->all();
  for (std::uint64_t i = 0; i < revisits.size(); ++i) {
    if (i % kRevisitsBetweenLooks == 0) run.throw_if_cancelled();
    const std::uint32_t original = revisits.original_of(i);
    if (known != nullptr && !in_index.empty() && in_index.front().revisit == i) {
      const KnownOriginals::Original& there = in_index.front();
      if (there.is_removed) {
        ++counts.original_removed;
        const RevisitRow row = revisits.at(i);
        sink.revisit(corpus.name_of(row), corpus.original_name_of(row), known->kept_page(there));
      } else {
        ++counts.original_in_index;
      }
      in_index = in_index.subspan(1);
    } else if (original == kNoPage) {
      ++counts.original_elsewhere;
    } else if (original == kNotAPage || !pages.is_left_out(original)) {
      ++counts.original_kept;
      const std::uint32_t renamed = renamed_original(pages, i);
      if (renamed == kNoPage) continue;
      sink.revisit(corpus.name_of(revisits.at(i)), corpus.name_of(corpus.rows.at(original)),
                   corpus.name_of(corpus.rows.at(renamed)));
    } else {
      ++counts.original_removed;
      const PageRow row = corpus.rows.at(original);
      const Decision decision = pages.at(original, row);
      sink.revisit(corpus.name_of(revisits.at(i)), corpus.name_of(row),
                   corpus.name_of(corpus.rows.at(decision.representative)));
    }
  }
  return counts;
}

WrittenRevisits count_written_revisits(const DecidedCorpus& pages, const Run& run) {
  const Corpus& corpus = pages.corpus();
  WrittenRevisits counts;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (page % kRevisitsBetweenLooks == 0) run.throw_if_cancelled();
    if (!pages.is_removed(page)) continue;
    const bool is_replaced = pages.revisit_of(page) != kNoPage;
    ++(is_replaced ? counts.records : counts.stay);
    if (is_replaced) counts.body_bytes += corpus.payloads->at(page).body_bytes;
  }
  for (std::uint64_t i = 0; i < corpus.revisits.size(); ++i) {
    if (renamed_original(pages, i) != kNoPage) ++counts.renamed;
  }
  return counts;
}

void warn_of_index_in_place(const DecidedCorpus& pages, Run& run) {
  const Corpus& corpus = pages.corpus();
  std::uint64_t stay = 0;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (page % kRevisitsBetweenLooks == 0) run.throw_if_cancelled();
    if (!pages.is_removed(page) || pages.revisit_of(page) != kNoPage) continue;
    const std::uint32_t representative = pages.at(page, corpus.rows.at(page)).representative;
    if (corpus.rows.at(representative).is_known) ++stay;
  }
  if (stay == 0) return;
  run.warn(human_count(stay) +
           (stay == 1 ? " page that repeats a page of the index stays"
                      : " pages that repeat pages of the index stay") +
           " in full: the index keeps no payloads, so no revisit record can name its pages; give "
           "all files to one run for revisits between them");
}

void warn_of_revisits(const RevisitCounts& counts, bool is_done, bool has_index, Run& run) {
  if (counts.original_removed > 0) run.warn(warning_of_removed(counts, is_done));
  if (counts.original_elsewhere > 0 && has_index) run.warn(warning_of_elsewhere(counts));
}

}  // namespace facsim
