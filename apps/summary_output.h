// SPDX-License-Identifier: Apache-2.0
#pragma once
// The end of a command: a few lines for the user on standard error, or with --summary json one
// object for a program on standard output.

#include <cstdint>
#include <optional>
#include <string>

#include "apps/settings.h"
#include "facsim/model/summary.h"

namespace facsim {

// Prints the summary of dedup or recluster, and the warnings. The object is that of summary.json.
void print_summary(const Summary& summary, const Settings& settings);

// The outcome of a verb of index.
struct IndexOutcome {
  std::string verb = {};
  std::string folder = {};
  std::uint64_t entries = 0;               // added, deleted, kept or searched
  std::string text = {};                   // the outcome in words
  std::optional<ReadCounts> read = {};     // counts of pages
  std::vector<std::string> warnings = {};  // from reading them
};
void print_outcome(const IndexOutcome& outcome, const Settings& settings);

[[nodiscard]] std::string pages_text(std::uint64_t count);  // "1 page", "2 pages"

// Throws Error{invalid_argument} for "-": results of this command are a folder.
void require_folder_name(const std::string& output);

}  // namespace facsim
