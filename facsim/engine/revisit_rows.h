// SPDX-License-Identifier: Apache-2.0
#pragma once
// revisits.jsonl: revisit records whose original was removed, and the page to look at instead.

#include <string>

#include "facsim/engine/publish.h"
#include "facsim/engine/revisits.h"
#include "facsim/engine/scan.h"

namespace facsim {

inline constexpr const char* kRevisitsName = "revisits.jsonl";

// Writes the file, in input order, counts into `summary` and adds a warning where there are such
// revisits. The copies keep them as they are. False, and no file, where no input has a revisit.
[[nodiscard]] bool write_revisit_rows(const Corpus& corpus, const Verdicts& verdicts,
                                      const Marks& marks, const std::string& folder,
                                      const DedupOptions& options, const DedupHooks& hooks,
                                      Summary& summary);

}  // namespace facsim
