// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/page_annotation.h"

namespace facsim {

PageAnnotation annotation_of(const DecidedCorpus& pages, std::uint32_t page, const PageRow& row) {
  const Corpus& corpus = pages.corpus();
  PageAnnotation made;
  made.status = row.status;
  if (pages.is_removed(page)) {
    const Decision decision = pages.at(page, row);
    made.cluster = corpus.name_of(corpus.rows.at(decision.representative));
    made.match = decision.match;
  } else if (pages.stands_for_others(page)) {
    made.cluster = corpus.name_of(row);
  }
  return made;
}

}  // namespace facsim
