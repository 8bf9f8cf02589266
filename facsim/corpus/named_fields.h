// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects fields that the user named and that no record has: a mistyped name would have no effect,
// and a pipeline reads no warnings.
//
// The check runs before the pages are judged, so that nothing has been written or added when a
// command ends because of it. Cost: usually the first record; if a field is nowhere, all JSON
// records, parsed by one thread. Files without fields (archives, pages) are not opened.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/input_files.h"
#include "facsim/model/read_options.h"
#include "facsim/run_options.h"

namespace facsim {

struct MissingField {
  std::string name;
  std::string sentence;  // what is wrong with it, and the fields that exist
};

// Returns the fields of read.named_fields that no record has, or that no record can use: a time
// field without a time, a status field without a status, a keep field without a number; also the
// count field if no record has a value in it. Empty if the inputs have no page. Records that are
// too large to be read count too. If the first 1,000 records do not have a field, hooks.warn is
// called at once. Throws Error{cancelled}, and what opening a file throws.
[[nodiscard]] std::vector<MissingField> missing_fields(std::span<const InputFile> files,
                                                       const ReadOptions& read,
                                                       const RunHooks& hooks);

// Throws Error{invalid_argument} for the first of these.
void require_named_fields(std::span<const InputFile> files, const ReadOptions& read,
                          const RunHooks& hooks);

// "no record has the field 'scor'; fields are: id, score; did you mean 'score'?"
[[nodiscard]] std::string no_record_has(std::string_view field,
                                        const std::vector<std::string>& names);
// Sentences for a keep field without a number, and for a count field without a value.
[[nodiscard]] std::string never_a_number(std::string_view field);
[[nodiscard]] std::string never_a_value(std::string_view field);

}  // namespace facsim
