// SPDX-License-Identifier: Apache-2.0
#pragma once
// A hidden folder in which files are created before they get their names. Private to this room.
//
// Functions throw Error{no_space, io} with the path unless stated otherwise.

#include <filesystem>
#include <string>
#include <string_view>

namespace facsim {

inline constexpr std::string_view kResultRemedy = "make room or choose another output folder";

// An order that puts the summary (result_names.h) last.
[[nodiscard]] bool summary_last(const std::filesystem::path& a, const std::filesystem::path& b);

// The prefix of the names of hidden folders for `name`; six letters or digits follow.
[[nodiscard]] std::string hidden_prefix(const std::string& name);

// Creates `parent`/.NAME.facsim-XXXXXX with the permissions that the user's umask allows, which
// mkdtemp(3) would not give.
[[nodiscard]] std::string make_hidden(const std::filesystem::path& parent, const std::string& name);

void move_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Writes all files below `folder` to the disk: a power cut after the rename must not leave names
// without bytes. One call for the whole file system, since a result can be 100,000 linked files.
void sync_files(const std::string& folder);

// Best effort, never throws: the renames have already happened.
void sync_folder(const std::filesystem::path& folder);

}  // namespace facsim
