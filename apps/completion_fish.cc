// SPDX-License-Identifier: Apache-2.0
// The completion for fish.
#include <map>

#include "apps/completion.h"

namespace facsim {
namespace {

// Finds where the cursor is, using the tables above.
constexpr std::string_view kFishWalk = R"fish(
# The place that the words before the cursor lead to, and how many came behind it.
function __facsim_walk
    set -l place
    set -l beyond 0
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        set -l word $words[1]
        set -e words[1]
        if string match -q -- '-*=*' $word
        else if contains -- $word $__facsim_with_value
            set -e words[1]
        else if string match -q -- '-?*' $word
        else if test $beyond -eq 0; and contains -- (string join ' ' $place $word) $__facsim_places
            set -a place $word
        else
            set beyond (math $beyond + 1)
        end
    end
    echo (string join ' ' -- $place)
    echo $beyond
end

# Whether the cursor is behind one of these places.
function __facsim_in
    set -l at (__facsim_walk)
    contains -- "$at[1]" $argv
end

# The same, with nothing in between.
function __facsim_just_at
    set -l at (__facsim_walk)
    test "$at[2]" -eq 0; and contains -- "$at[1]" $argv
end

complete -c facsim -f
)fish";

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// A condition, which fish runs as a command.
std::string condition(std::string_view function, const std::vector<std::string>& places) {
  std::string text(function);
  for (const std::string& place : places) text += " \"" + place + "\"";
  return fish_quoted(text);
}

std::string values_of(const Flag& flag) {
  const std::string words =
      flag.choices.words != nullptr ? joined(flag.choices.words(), " ") : std::string();
  switch (offered(flag)) {
    case Offered::nothing:
      return " -x";
    case Offered::words:
      return " -x -a " + fish_quoted(words);
    case Offered::list:
      return " -x -a " + fish_quoted("(__fish_append , " + words + ")");
    case Offered::words_or_files:
      return " -r -F -a " + fish_quoted(words);
    case Offered::files:
      return " -r -F";
    case Offered::folders:
      return " -x -a " + fish_quoted("(__fish_complete_directories)");
  }
  return " -x";
}

std::string flag_line(const Flag& flag, const std::vector<std::string>& places) {
  std::string line = "complete -c facsim -n " + condition("__facsim_in", places);
  if (!flag.letter.empty()) line.append(" -s ").append(flag.letter.substr(1));
  if (flag.name.starts_with("--")) {
    line.append(" -l ").append(flag.name.substr(2));
  } else {
    line.append(" -s ").append(flag.name.substr(1));
  }
  if (!flag.value.empty()) line += values_of(flag);
  return line + " -d " + fish_quoted(summary_of(flag)) + "\n";
}

std::string tables() {
  std::string known = "set -g __facsim_places";
  for (const Place& place : places()) {
    if (!place.words.empty()) known += " " + fish_quoted(place.words);
  }
  std::map<std::string_view, bool> with_value;
  for (const Flag& flag : flags()) {
    if (flag.value.empty()) continue;
    with_value[flag.name] = true;
    if (!flag.letter.empty()) with_value[flag.letter] = true;
  }
  std::string names = "set -g __facsim_with_value";
  for (const auto& [name, is_it] : with_value) names.append(" ").append(name);
  return known + "\n" + names + "\n";
}

}  // namespace

std::string fish_completion() {
  std::string text = "# fish completion of facsim, made by 'facsim completion fish'\n" + tables() +
                     std::string(kFishWalk);
  for (const Place& place : places()) {
    const std::string at = condition("__facsim_just_at", {place.words});
    for (const std::string_view name : place.next) {
      text += "complete -c facsim -n " + at + " -a " + fish_quoted(name);
      const std::string_view summary = summary_of(name, place);
      text += (summary.empty() ? "" : " -d " + fish_quoted(summary)) + "\n";
    }
    if (place.has_files) {
      text += "complete -c facsim -n " + condition("__facsim_in", {place.words}) + " -F\n";
    }
  }
  for (const Command* command : commands_and_verbs()) {
    std::vector<std::string> here;
    for (const Place& place : places()) {
      if (place.command == command) here.push_back(place.words);
    }
    for (const Flag* flag : completed_flags(*command)) text += flag_line(*flag, here);
  }
  return text;
}

}  // namespace facsim
