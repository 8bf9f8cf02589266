// SPDX-License-Identifier: Apache-2.0
#pragma once
// A hidden folder in which files are made before they get their names. Private to this room.
//
// All throw Error{no_space, io} with the path.

#include <filesystem>
#include <string>
#include <string_view>

namespace facsim {

inline constexpr std::string_view kResultRemedy = "make room or choose another output folder";

// An order in which the summary (summary_name.h) comes behind all others.
[[nodiscard]] bool summary_last(const std::filesystem::path& a, const std::filesystem::path& b);

// What the names of hidden folders for `name` begin with; six letters follow.
[[nodiscard]] std::string hidden_prefix(const std::string& name);

// A new folder `parent`/.NAME.facsim-XXXXXX with the permissions that the user's umask leaves,
// which mkdtemp(3) would not give.
[[nodiscard]] std::string make_hidden(const std::filesystem::path& parent, const std::string& name);

void move_file(const std::filesystem::path& from, const std::filesystem::path& to);

// All files below `folder` are on the disk, or Error: a power cut behind the rename must not find
// names without bytes. One call for the file system, since a result can be 100,000 linked files.
void sync_files(const std::string& folder);

// Best effort, never throws: the renames themselves have happened.
void sync_folder(const std::filesystem::path& folder);

}  // namespace facsim
