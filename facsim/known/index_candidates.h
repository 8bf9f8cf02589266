// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pages of an index matter to a run: those that some page of the run may repeat.
//
// A page matters where the sketches say that a page of the run repeats it, or leave that in doubt;
// then its text is wanted too (indexed_texts.h). Pages of one text and one witness are one page to
// the leader rule: the first stands for all, unless only pages of one host are compared.
//
// Memory: what is found is sorted within the run's limit; what remains takes 32 bytes a page of the
// index, beside the limit.

#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/known/indexed_texts.h"
#include "facsim/model/policy.h"
#include "facsim/model/profile.h"
#include "facsim/run/run.h"

namespace facsim {

// Each once, ascending by place. Sets corpus.truncated for the pages of which not all candidates
// were looked at. The same whatever the number of threads. Throws Error{damaged, cancelled}.
[[nodiscard]] std::vector<IndexedText> candidates_in_index(const OpenIndex& index, Corpus& corpus,
                                                           const Profile& profile,
                                                           const Policy& policy, const Run& run);

}  // namespace facsim
