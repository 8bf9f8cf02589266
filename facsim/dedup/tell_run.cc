// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/tell_run.h"

#include "facsim/dedup/plan_revisits.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/tell_revisits.h"

namespace facsim {

void tell_pages(DecidedCorpus& pages, const TellOptions& options, Run& run, DedupSink& sink,
                Summary& summary) {
  const bool writes_revisits = options.mode == Mode::revisit;
  if (writes_revisits) plan_revisits(pages, run);
  sink.begin();
  static_cast<DecisionCounts&>(summary) = decide(pages, options.decide, run, sink);
  if (writes_revisits) {
    summary.written_revisits = count_written_revisits(pages, run);
    if (options.has_index) warn_of_index_in_place(pages, run);
  }
  summary.revisits = tell_revisits(pages, options.known, run, sink);
  if (summary.revisits) {
    warn_of_revisits(*summary.revisits, options.mode == Mode::remove, options.has_index, run);
  }
}

void tell_end(const Corpus& corpus, std::uint64_t scratch_bytes, Run& run, DedupSink& sink,
              Summary& summary) {
  for (std::uint64_t i = 0; i < corpus.skips.size(); ++i) {
    const SkipRow row = corpus.skips.at(i);
    sink.skipped(corpus.files[row.file].name, row.offset, row.bytes, row.reason);
  }
  note_run(run, scratch_bytes, summary);
  run.throw_if_cancelled();
  sink.finish(summary);
}

}  // namespace facsim
