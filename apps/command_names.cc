// SPDX-License-Identifier: Apache-2.0
// Finds commands and verbs by name.
#include <algorithm>
#include <array>

#include "apps/commands.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"

namespace facsim {
namespace {

constexpr std::array kFamilies = {CommandBits{kIndex}, CommandBits{kStore}};

}  // namespace

std::span<const Command> own_verbs(const Command& command) noexcept {
  if (command.bits == kIndex) return index_verbs();
  if (command.bits == kStore) return store_verbs();
  return {};
}

CommandBits family_of(CommandBits bits) noexcept {
  for (const CommandBits family : kFamilies) {
    if ((bits & family) != 0 && (bits & ~family) == 0) return family;
  }
  return 0;
}

std::vector<const Command*> commands_and_verbs() {
  std::vector<const Command*> all;
  for (const Command& command : commands()) {
    all.push_back(&command);
    for (const Command& verb : own_verbs(command)) all.push_back(&verb);
  }
  return all;
}

std::string full_name(const Command& command) {
  const CommandBits family = family_of(command.bits);
  for (const Command& each : commands()) {
    if (family == 0 || each.bits != family || command.bits == family) continue;
    return std::string(each.name) + " " + std::string(command.name);
  }
  return std::string(command.name);
}

bool reads_pages(const Command& command) noexcept {
  return (command.bits & (kPages | kIndexReads | kStoreReads)) != 0;
}

std::vector<std::string_view> verbs_of(const Command& command) {
  std::vector<std::string_view> names;
  for (const FirstWord& word : command.first_words) names.push_back(word.name);
  for (const Command& verb : own_verbs(command)) names.push_back(verb.name);
  return names;
}

const Command& command_named(std::string_view name, std::string_view topic) {
  std::vector<std::string_view> known = {topic};
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    known.push_back(command.name);
  }
  std::string hint;
  for (const Command& command : commands()) {
    const Command* const verb = own_verb_named(command, name);
    if (verb != nullptr && hint.empty()) hint = "; did you mean '" + full_name(*verb) + "'?";
  }
  if (hint.empty()) hint = suggestion(name, known);
  throw Error(ErrorCode::invalid_argument,
              "unknown command '" + std::string(name) + "'" + hint + " (see 'facsim help')");
}

const Command* own_verb_named(const Command& command, std::string_view name) noexcept {
  for (const Command& verb : own_verbs(command)) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

const Command* command_of_words(const Settings& settings, std::string_view topic) {
  const std::vector<std::string>& words = settings.inputs;
  require_words(settings, 2, "a command and its verb at most");
  if (words.empty()) return nullptr;
  const Command& command = command_named(words[0], topic);
  if (words.size() == 1) return &command;
  const std::vector<std::string_view> verbs = verbs_of(command);
  if (std::find(verbs.begin(), verbs.end(), words[1]) == verbs.end()) {
    throw_unknown_verb(command, words[1]);
  }
  // The verbs of small commands are explained in the help of the command.
  const Command* const verb = own_verb_named(command, words[1]);
  return verb != nullptr ? verb : &command;
}

void require_words(const Settings& settings, std::size_t count_max, std::string_view may_be) {
  if (settings.inputs.size() <= count_max) return;
  throw Error(ErrorCode::invalid_argument,
              "takes " + std::string(may_be) + ", not '" + settings.inputs[count_max] +
                  "' (see 'facsim help')",
              settings.command);
}

void throw_unknown_verb(const Command& command, std::string_view verb) {
  const std::string name(command.name);
  throw Error(ErrorCode::invalid_argument, name + " has no verb '" + std::string(verb) + "'" +
                                               suggestion(verb, verbs_of(command)) +
                                               " (see 'facsim help " + name + "')");
}

}  // namespace facsim
