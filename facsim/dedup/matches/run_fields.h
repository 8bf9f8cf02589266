// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings and the counts of a run as bytes, for matches.facsim.
//
// Each value once, in the order of run_fields.cc, which both directions share: whole numbers as
// numbers, ratios as reals, names as texts (field_bytes.h). Values that vary between two runs of
// the same input are left out.

#include <cstdint>

#include "facsim/corpus/field_bytes.h"
#include "facsim/dedup_options.h"
#include "facsim/folder_options.h"
#include "facsim/model/summary.h"

namespace facsim {

// The version of the file that holds these sections.
inline constexpr std::uint64_t kMatchesVersion = 6;

void write_settings(const DedupOptions& options, const FolderOptions& folder, FieldWriter& out);
// Recipe, tables and options of speed have their defaults.
struct RunSettings {
  DedupOptions options;
  FolderOptions folder;
};
// Throws Error{damaged}.
[[nodiscard]] RunSettings read_settings(FieldReader& in);

// Everything except the object `run` of summary.json, of which only the inputs are written.
void write_counts(const Summary& summary, FieldWriter& out);
// Throws Error{damaged}.
[[nodiscard]] Summary read_counts(FieldReader& in);

}  // namespace facsim
