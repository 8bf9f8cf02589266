// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the user asked for: every flag of every command, parsed and checked. A command reads those
// that are its own.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/engine/dedup.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/profile.h"

namespace facsim {

enum class ProgressChoice { automatic, json, none };

struct Settings {
  std::string command;
  std::vector<std::string> inputs;
  bool help = false;
  bool quiet = false;  // no progress, no summary; warnings and errors stay

  // How pages are judged. What is not set is the profile's.
  std::string profile = "balanced";
  std::optional<std::string> recipe;
  std::optional<TextPart> text;
  std::optional<std::uint32_t> shingle_size;
  std::optional<std::uint32_t> units_min;
  std::optional<int> max_distance;
  std::optional<double> resemblance_min;
  std::optional<double> containment_min;

  // dedup. Its `profile`, `threads`, `tmp` and `memory_bytes` count for every command.
  std::string output;
  DedupOptions dedup;
  ProgressChoice progress = ProgressChoice::automatic;

  // compare, fingerprint, extract.
  bool json = false;
  std::vector<std::string> columns;
  std::size_t passages_max = 10;

  // The named profile with what the flags change in it. Throws Error{invalid_argument}.
  [[nodiscard]] Profile judged_by() const;
  [[nodiscard]] ReadOptions read_options() const;
};

}  // namespace facsim
