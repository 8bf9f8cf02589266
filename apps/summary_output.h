// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a command ends: a few lines for the person who waits, on standard error, or with --summary
// json one object for a machine, on standard output.

#include <cstdint>
#include <optional>
#include <string>

#include "apps/settings.h"
#include "facsim/model/summary.h"

namespace facsim {

// Of dedup and recluster; the object is what summary.json has. Prints the warnings, too.
void print_summary(const Summary& summary, const Settings& settings);

// What a verb did to an index.
struct IndexOutcome {
  std::string verb = {};
  std::string folder = {};
  std::uint64_t entries = 0;               // that it added, deleted, kept or looked at
  std::string text = {};                   // the same in words
  std::optional<ReadCounts> read = {};     // of pages
  std::vector<std::string> warnings = {};  // of reading them
};
void print_outcome(const IndexOutcome& outcome, const Settings& settings);

[[nodiscard]] std::string pages_text(std::uint64_t count);  // "1 page", "2 pages"

// Throws Error{invalid_argument}: results of this command are a folder, and "-" is none.
void require_folder_name(const std::string& output);

}  // namespace facsim
