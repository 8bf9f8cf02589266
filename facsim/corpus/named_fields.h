// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fields that the user named and that no record has: a mistyped name would decide nothing, and a
// pipeline reads no warnings.
//
// Looked for before the pages are judged, so that nothing was written or added when a command ends
// for it. Cost: as a rule the first record; all records of JSON, parsed by one thread, where a
// field is nowhere. Files without fields (archives, pages) are not opened.

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

// Those of read.named_fields that no record has, or that no record can use: a time field without a
// time, a status field without a status, a keep field without a number. Also the count field if no
// record has a value in it. Nothing if the inputs have no page. Records that are too large to be
// read count, too.
// hooks.warn hears at once of a field that the first 1,000 records do not have. Throws
// Error{cancelled}, and what opening a file throws.
[[nodiscard]] std::vector<MissingField> missing_fields(std::span<const InputFile> files,
                                                       const ReadOptions& read,
                                                       const RunHooks& hooks);

// Throws Error{invalid_argument} for the first of these.
void require_named_fields(std::span<const InputFile> files, const ReadOptions& read,
                          const RunHooks& hooks);

// "no record has the field 'scor'; fields are: id, score; did you mean 'score'?"
[[nodiscard]] std::string no_record_has(std::string_view field,
                                        const std::vector<std::string>& names);
// What is wrong with a keep field that is there, and with a count field.
[[nodiscard]] std::string never_a_number(std::string_view field);
[[nodiscard]] std::string never_a_value(std::string_view field);

}  // namespace facsim
