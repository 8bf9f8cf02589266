// SPDX-License-Identifier: Apache-2.0
#include "apps/completion.h"

#include <algorithm>
#include <array>

#include "apps/flag_tables.h"
#include "apps/help.h"

namespace facsim {
namespace {

std::vector<std::string_view> names_of(std::span<const Command> commands) {
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

Place place_behind(std::string words, const Command& command, Operands operands) {
  Place place{.words = std::move(words), .command = &command, .next = {}, .has_files = false};
  switch (operands) {
    case Operands::none:
      break;
    case Operands::files:
      place.has_files = true;
      break;
    case Operands::topics:
      place.next = names_of(commands());
      place.next.push_back(kInputsTopic);
      break;
    case Operands::commands:
      place.next = names_of(commands());
      break;
    case Operands::shells:
      place.next = shell_names();
      break;
    case Operands::recipes:
      place.next = recipe_words();
      place.has_files = true;
      break;
    case Operands::profiles:
      place.next = profile_words();
      break;
  }
  return place;
}

}  // namespace

Offered offered(const Flag& flag) {
  if (flag.choices.words != nullptr) {
    if (flag.choices.or_file) return Offered::words_or_files;
    return flag.choices.is_list ? Offered::list : Offered::words;
  }
  if (flag.value == "FILE") return Offered::files;
  constexpr std::array<std::string_view, 3> kFolders = {"OUT", "IDX", "FOLDER"};
  const bool is_folder = std::find(kFolders.begin(), kFolders.end(), flag.value) != kFolders.end();
  return is_folder ? Offered::folders : Offered::nothing;
}

std::vector<const Flag*> completed_flags(const Command& command) {
  std::vector<const Flag*> found;
  for (const Flag* flag : flags_of(command.bits)) {
    const auto has_name = [&](const Flag* known) { return known->name == flag->name; };
    if (std::none_of(found.begin(), found.end(), has_name)) found.push_back(flag);
  }
  return found;
}

std::vector<Place> places() {
  std::vector<Place> all = {{.words = "", .command = nullptr, .next = names_of(commands())}};
  for (const Command& command : commands()) {
    const std::string name(command.name);
    Place place = place_behind(name, command, command.operands);
    for (const std::string_view verb : verbs_of(command)) place.next.push_back(verb);
    all.push_back(std::move(place));
    for (const FirstWord& word : command.first_words) {
      all.push_back(place_behind(name + " " + std::string(word.name), command, word.then));
    }
    for (const Command& verb : own_verbs(command)) {
      all.push_back(place_behind(full_name(verb), verb, verb.operands));
    }
    if (command.operands != Operands::topics && command.operands != Operands::commands) continue;
    for (const Command& asked : commands()) {
      Place behind = place_behind(name + " " + std::string(asked.name), command, Operands::none);
      behind.next = verbs_of(asked);
      if (!behind.next.empty()) all.push_back(std::move(behind));
    }
  }
  return all;
}

std::string_view summary_of(std::string_view name, const Place& place) {
  const bool names_commands = place.words.empty() || place.words == "help" || place.words == "man";
  std::span<const Command> named = names_commands ? commands() : std::span<const Command>();
  for (const Command& command : commands()) {
    const std::string own(command.name);
    if (own_verbs(command).empty()) continue;
    if (place.words == own || place.words.ends_with(" " + own)) named = own_verbs(command);
  }
  if (named.empty()) return {};
  for (const Command& command : named) {
    if (command.name == name) return command.summary;
  }
  return name == kInputsTopic ? "what can be read" : "";
}

std::string summary_of(const Flag& flag) {
  constexpr std::size_t kBytesMax = 76;
  std::string text = first_sentence(help_of(flag));
  if (text.ends_with('.')) text.pop_back();
  if (text.size() <= kBytesMax) return text;
  return text.substr(0, text.rfind(' ', kBytesMax - 4)) + " ...";
}

std::string joined(const std::vector<std::string_view>& words, std::string_view between) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : between).append(word);
  return text;
}

}  // namespace facsim
