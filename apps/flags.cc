// SPDX-License-Identifier: Apache-2.0
#include "apps/flags.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <thread>

#include "apps/program_words.h"
#include "apps/values.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"

namespace facsim {
namespace {

[[noreturn]] void throw_usage(const Command& command, const std::string& what) {
  throw Error(ErrorCode::invalid_argument,
              what + " (see 'facsim help " + full_name(command) + "')");
}

Settings settings_by_default(std::string_view command) {
  Settings settings;
  settings.command = command;
  settings.limits.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const char* folder = std::getenv("TMPDIR");
  settings.limits.tmp = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  return settings;
}

// True for "-#ID" and "-:OFFSET".
bool is_page_of_stdin(std::string_view word) {
  return word.starts_with("-#") || word.starts_with("-:");
}

// The parser's message begins with the names of a flag: "--output,-o: 1 required TEXT missing".
std::string sentence_of(const CLI::ArgumentMismatch& error, const Command& command) {
  const std::string_view names = error.what();
  for (const Flag* flag : flags_of(command.bits)) {
    const std::string_view rest = names.substr(std::min(flag->name.size(), names.size()));
    if (!names.starts_with(flag->name) || rest.find_first_of(":,") != 0) continue;
    return std::string(flag->name) + ": needs a value, as " + std::string(flag->name) + " " +
           std::string(flag->value);
  }
  return error.what();
}

// Returns "dedup, recluster and index query"; only verbs of the same command if one of them has the
// flag.
std::string owners_of(const std::string& name, const Command& asked) {
  CommandBits owners = 0;
  for (const Flag& flag : flags()) {
    if (flag.name == name || flag.letter == name) owners |= flag.commands;
  }
  const CommandBits family = family_of(asked.bits);
  if ((owners & family) != 0) owners &= family;
  std::vector<std::string> names;
  for (const Command* command : commands_and_verbs()) {
    if (std::has_single_bit(command->bits) && (command->bits & owners) != 0) {
      names.push_back(full_name(*command));
    }
  }
  return words_with_and(names);
}

// Throws because `name` is not a flag of the command.
[[noreturn]] void throw_not_its_own(const Command& command, const std::string& name) {
  const std::string owners = owners_of(name, command);
  if (!owners.empty()) {
    throw_usage(command,
                full_name(command) + " has no flag '" + name + "', which belongs to " + owners);
  }
  std::vector<std::string_view> known;
  for (const Flag* flag : flags_of(command.bits)) {
    if (flag->name.starts_with("--"))
      known.push_back(flag->name);  // every letter would be near another one
  }
  throw_usage(command, "unknown flag '" + name + "'" + suggestion(name, known));
}

// The flag's name or its letter, as the user typed it.
std::string as_typed(const Flag& flag, const std::vector<std::string>& arguments) {
  const bool by_name = std::any_of(
      arguments.begin(), arguments.end(),
      [&](const std::string& word) { return word.substr(0, word.find('=')) == flag.name; });
  return std::string(by_name ? flag.name : flag.letter);
}

// The words that the parser did not use: inputs, and flags that this command does not have.
struct Leftovers {
  std::vector<std::string> inputs;
  std::string strange_flag;  // the first, or empty
};

Leftovers leftovers(const std::vector<std::string>& rest) {
  Leftovers left;
  bool only_inputs = false;
  for (const std::string& word : rest) {
    if (!only_inputs && word == "--") {
      only_inputs = true;
    } else if (!only_inputs && word.size() > 1 && word[0] == '-' && !is_page_of_stdin(word)) {
      if (left.strange_flag.empty()) left.strange_flag = word.substr(0, word.find('='));
    } else {
      left.inputs.push_back(word);
    }
  }
  return left;
}

// The verb that the inputs name if the command has verbs; otherwise the command itself, and a
// missing verb is refused later.
const Command* verb_among(const Command* command, const std::vector<std::string>& inputs) {
  if (inputs.empty()) return command;
  const Command* const verb = own_verb_named(*command, inputs.front());
  return verb != nullptr ? verb : command;
}

// Applies a value. If the flag refuses it, the error suggests the nearest known word.
void apply(const Command& command, const Flag& flag, const std::string& word, Settings& settings) {
  try {
    flag.apply(flag.name, word, settings);
  } catch (const Error& error) {
    std::string what = error.sentence().in(program_words);
    if (flag.choices.words != nullptr && what.find("; did you mean") == std::string::npos) {
      what += suggestion(word, flag.choices.words());
    }
    throw_usage(command, what);
  }
}

void check_form(const Command& command, const Flag& flag, const CLI::Option& option) {
  if (flag.value.empty() && option.results().back() != "true") {
    throw_usage(command, std::string(flag.name) + ": takes no value");
  }
  if (!flag.value.empty() && option.count() > 1) {
    throw_usage(command, std::string(flag.name) + ": is given " + std::to_string(option.count()) +
                             " times; give it once");
  }
}

}  // namespace

std::vector<const Flag*> flags_of(CommandBits commands) {
  std::vector<const Flag*> found;
  for (const Flag& flag : flags()) {
    if ((flag.commands & commands) != 0) found.push_back(&flag);
  }
  return found;
}

std::string help_of(const Flag& flag) {
  constexpr std::string_view kMark = "{}";
  std::string help(flag.help);
  const std::size_t at = flag.by_default == nullptr ? std::string::npos : help.find(kMark);
  if (at != std::string::npos) help.replace(at, kMark.size(), flag.by_default());
  return help;
}

Settings parse_flags(const Command& command, const std::vector<std::string>& arguments) {
  CLI::App parser;
  parser.set_help_flag();
  parser.allow_extras();
  // The parser collects the words of each flag, and their meaning is applied afterwards: its
  // exceptions are about words, those of the flags about meaning. Verbs may have flags of one name
  // with different meanings.
  std::map<std::string_view, std::string> words;
  std::map<std::string_view, CLI::Option*> options;
  for (const Flag* flag : flags_of(command.bits)) {
    if (options.contains(flag->name)) continue;
    std::string names(flag->name);
    if (!flag->letter.empty()) names.append(",").append(flag->letter);
    CLI::Option* const option =
        flag->value.empty() ? parser.add_flag(names) : parser.add_option(names, words[flag->name]);
    options[flag->name] = option->take_last();
  }
  try {
    // The parser takes its words from the end.
    parser.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    throw_usage(command, sentence_of(error, command));
  } catch (const CLI::ParseError& error) {
    throw_usage(command, error.what());
  }

  Settings settings = settings_by_default(command.name);
  Leftovers left = leftovers(parser.remaining());
  settings.inputs = std::move(left.inputs);
  const Command& asked = *verb_among(&command, settings.inputs);
  if (!left.strange_flag.empty()) throw_not_its_own(asked, left.strange_flag);
  for (const Flag* flag : flags_of(command.bits)) {
    const CLI::Option& option = *options.at(flag->name);
    if (option.count() == 0 || settings.is_given(flag->name)) continue;
    const std::vector<const Flag*> own = flags_of(asked.bits);
    const auto is_it = [&](const Flag* known) { return known->name == flag->name; };
    const auto meant = std::find_if(own.begin(), own.end(), is_it);
    if (meant == own.end()) throw_not_its_own(asked, as_typed(*flag, arguments));
    check_form(asked, **meant, option);
    settings.flags_given.push_back((*meant)->name);
    apply(asked, **meant, words[flag->name], settings);
  }
  return settings;
}

}  // namespace facsim
