// SPDX-License-Identifier: Apache-2.0
#include "apps/flags.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <thread>

#include "apps/index_verbs.h"
#include "apps/nearest.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

[[noreturn]] void throw_usage(std::string_view command, const std::string& what) {
  throw Error(ErrorCode::invalid_argument,
              what + " (see 'facsim help " + std::string(command) + "')");
}

Settings settings_by_default(std::string_view command) {
  Settings settings;
  settings.command = command;
  settings.limits.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const char* folder = std::getenv("TMPDIR");
  settings.limits.tmp = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  return settings;
}

// "-#ID" and "-:OFFSET".
bool is_page_of_stdin(std::string_view word) {
  return word.starts_with("-#") || word.starts_with("-:");
}

// The parser's sentence begins with the names of a flag: "--output,-o: 1 required TEXT missing".
std::string sentence_of(const CLI::ArgumentMismatch& error) {
  const std::string_view names = error.what();
  for (const Flag& flag : flags()) {
    const std::string_view rest = names.substr(std::min(flag.name.size(), names.size()));
    if (!names.starts_with(flag.name) || rest.find_first_of(":,") != 0) continue;
    return std::string(flag.name) + ": needs a value, as " + std::string(flag.name) + " " +
           std::string(flag.value);
  }
  return error.what();
}

// What the parser left over: inputs, and flags that this command does not have.
std::vector<std::string> inputs_among(const std::vector<std::string>& rest,
                                      std::string_view command, unsigned bit) {
  std::vector<std::string> inputs;
  bool only_inputs = false;
  for (const std::string& word : rest) {
    if (!only_inputs && word == "--") {
      only_inputs = true;
    } else if (!only_inputs && word.size() > 1 && word[0] == '-' && !is_page_of_stdin(word)) {
      const std::string name = word.substr(0, word.find('='));
      std::vector<std::string_view> known;
      for (const Flag& flag : flags()) {
        const bool has_word = flag.name.starts_with("--");  // of letters every other is near
        if ((flag.commands & bit) != 0 && has_word) known.push_back(flag.name);
      }
      throw_usage(command, "unknown flag '" + name + "'" + suggestion(name, known));
    } else {
      inputs.push_back(word);
    }
  }
  return inputs;
}

// The verb of `index` that is asked for; null where there is none, which is refused later.
const IndexVerb* verb_of(unsigned bit, const std::vector<std::string>& inputs) {
  return bit == kIndex && !inputs.empty() ? index_verb_named(inputs.front()) : nullptr;
}

}  // namespace

Settings parse_flags(std::string_view command, unsigned bit,
                     const std::vector<std::string>& arguments) {
  CLI::App parser;
  parser.set_help_flag();
  parser.allow_extras();
  // The words of each flag first, their meaning after the parser is done: its own exceptions are
  // about words, ours about meaning.
  std::map<std::string_view, std::string> words;
  std::map<std::string_view, CLI::Option*> options;
  for (const Flag& flag : flags()) {
    if ((flag.commands & bit) == 0) continue;
    std::string names(flag.name);
    if (!flag.letter.empty()) names.append(",").append(flag.letter);
    options[flag.name] =
        flag.value.empty() ? parser.add_flag(names) : parser.add_option(names, words[flag.name]);
    options[flag.name]->take_last();
  }
  try {
    // The parser takes its words from the back.
    parser.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    throw_usage(command, sentence_of(error));
  } catch (const CLI::ParseError& error) {
    throw_usage(command, error.what());
  }

  Settings settings = settings_by_default(command);
  settings.inputs = inputs_among(parser.remaining(), command, bit);
  const IndexVerb* const verb = verb_of(bit, settings.inputs);
  for (const Flag& flag : flags()) {
    if ((flag.commands & bit) == 0) continue;
    const auto option = options.find(flag.name);
    if (option == options.end() || option->second->count() == 0) continue;
    if (verb != nullptr && !has_flag(*verb, flag)) {
      throw_usage("index " + std::string(verb->name),
                  std::string(verb->name) + " has no flag '" + std::string(flag.name) + "'");
    }
    if (flag.value.empty() && option->second->results().back() != "true") {
      throw_usage(command, std::string(flag.name) + ": takes no value");
    }
    if (!flag.value.empty() && option->second->count() > 1) {
      throw_usage(command, std::string(flag.name) + ": is given " +
                               std::to_string(option->second->count()) + " times; give it once");
    }
    try {
      flag.apply(flag.name, words[flag.name], settings);
    } catch (const Error& error) {
      throw_usage(command, error.what());
    }
  }
  return settings;
}

}  // namespace facsim
