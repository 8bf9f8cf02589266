// SPDX-License-Identifier: Apache-2.0
#pragma once
// Evaluates measures, channels and removals against a truth.
//
// The truth is what people labelled (pairs, clusters), or the exact resemblance of all pairs.
// Promise: the report depends on the documents, the labels and the options that change answers,
// never on threads or memory. Memory: the rows and shingle sets of all documents within
// `limits.memory_bytes` and --tmp; if all pairs are counted, 20 bytes a shingle more. Cost: for
// clusters and the exact truth, quadratic in the number of different texts, at 20 ns a pair; an
// Error{invalid_argument} reports inputs that are too large for that.

#include <string>
#include <vector>

#include "facsim/eval/evaluation.h"
#include "facsim/run/run.h"

namespace facsim {

// "-" among `inputs` is standard input. Throws Error.
[[nodiscard]] Evaluation evaluate(const std::vector<std::string>& inputs,
                                  const EvalOptions& options, const RunHooks& hooks = {});

}  // namespace facsim
