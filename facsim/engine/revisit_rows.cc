// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/revisit_rows.h"

#include <utility>

#include "facsim/files/byte_sink.h"
#include "facsim/report/rows.h"

namespace facsim {
namespace {

constexpr std::uint64_t kLookEvery = 1U << 14;

std::string warning_of(const RevisitCounts& counts, const DedupOptions& options) {
  const bool is_done = options.mode == Mode::remove;
  const bool is_one = counts.original_removed == 1;
  return human_count(counts.original_removed) + " of " + human_count(counts.records) +
         (is_one ? " revisit records refers" : " revisit records refer") + " to a page that " +
         (is_done ? "was" : "would be") + " removed; " + kRevisitsName +
         (is_one ? " names it, and" : " lists them, each with") + " the page that was kept instead";
}

// Without an index to ask, an original that is not here is nobody's fault.
std::string warning_of_elsewhere(const RevisitCounts& counts) {
  return human_count(counts.original_elsewhere) + " of " + human_count(counts.records) +
         (counts.original_elsewhere == 1 ? " revisit records refers" : " revisit records refer") +
         " to a page that is neither among the inputs nor in the index";
}

}  // namespace

bool write_revisit_rows(const Corpus& corpus, const Verdicts& verdicts, const Marks& marks,
                        const std::string& folder, const DedupOptions& options,
                        const DedupHooks& hooks, Summary& summary) {
  const Revisits& revisits = corpus.revisits;
  if (revisits.size() == 0) return false;
  RevisitCounts counts;
  counts.records = revisits.size();
  const auto sink = create_bytes(folder + "/" + kRevisitsName, Packing::none);
  for (std::uint64_t i = 0; i < revisits.size(); ++i) {
    if (i % kLookEvery == 0) throw_if_cancelled(hooks);
    const std::uint32_t original = revisits.original_of(i);
    if (original == kNoPage) {
      ++(revisits.is_in_index(i) ? counts.original_in_index : counts.original_elsewhere);
    } else if (original == kNotAPage || !marks.removed[original]) {
      ++counts.original_kept;
    } else {
      ++counts.original_removed;
      const PageRow row = corpus.rows.at(original);
      const Verdict verdict = verdicts.at(original, row);
      sink->write(revisit_row(corpus.name_of(revisits.at(i)), corpus.name_of(row),
                              corpus.name_of(corpus.rows.at(verdict.representative))) +
                  "\n");
    }
  }
  sink->close();
  if (counts.original_removed > 0) summary.warnings.push_back(warning_of(counts, options));
  if (counts.original_elsewhere > 0 && summary.against && summary.against->pages > 0) {
    summary.warnings.push_back(warning_of_elsewhere(counts));
  }
  summary.revisits = counts;
  return true;
}

}  // namespace facsim
