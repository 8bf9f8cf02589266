// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages of an index that some page of the run may repeat.
//
// A page is one of them if the sketches show that a page of the run repeats it, or leave that in
// doubt; in doubt its text is wanted too (indexed_texts.h). The leader rule treats pages with one
// text and one witness as one page: the first stands for all, unless only pages of one host are
// compared.
//
// Memory: what is found is sorted within the run's limit; the result takes 32 bytes a page of the
// index, in addition to the limit.

#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/known/indexed_texts.h"
#include "facsim/model/policy.h"
#include "facsim/model/profile.h"
#include "facsim/run/run.h"

namespace facsim {

// Returns each page once, ascending by place. Sets corpus.truncated for the pages whose candidates
// were not all examined. The result does not depend on the number of threads. Throws Error{damaged,
// cancelled}.
[[nodiscard]] std::vector<IndexedText> candidates_in_index(const OpenIndex& index, Corpus& corpus,
                                                           const Profile& profile,
                                                           const Policy& policy, const Run& run);

}  // namespace facsim
