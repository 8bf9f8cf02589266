// SPDX-License-Identifier: Apache-2.0
// Checks the table of flags against the assumptions of its readers (parser, help, manual page,
// completions), and gives every flag to every command and verb.
#include "apps/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "apps/completion.h"
#include "apps/help.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

std::vector<const Command*> single_commands() {
  std::vector<const Command*> all = commands_and_verbs();
  std::erase_if(all, [](const Command* command) { return !own_verbs(*command).empty(); });
  return all;
}

TEST(FlagTable, EachCommandHasABitOfItsOwn) {
  std::set<CommandBits> bits;
  for (const Command* command : single_commands()) {
    EXPECT_TRUE(std::has_single_bit(command->bits)) << command->name;
    if (command->bits == kAsking) continue;
    EXPECT_TRUE(bits.insert(command->bits).second) << command->name;
  }
}

TEST(FlagTable, NoCommandHasTwoFlagsOfOneName) {
  for (const Command* command : single_commands()) {
    std::set<std::string_view> names;
    for (const Flag* flag : flags_of(command->bits)) {
      EXPECT_TRUE(names.insert(flag->name).second) << full_name(*command) << " " << flag->name;
      if (flag->letter.empty()) continue;
      EXPECT_TRUE(names.insert(flag->letter).second) << full_name(*command) << flag->letter;
    }
  }
}

// The parser reads the flags of index before it knows the verb, and completions cut a line into
// words before they know the command.
TEST(FlagTable, AFlagTakesAValueEverywhereOrNowhere) {
  std::map<std::string_view, const Flag*> first;
  for (const Flag& flag : flags()) {
    const Flag* const other = first.emplace(flag.name, &flag).first->second;
    EXPECT_EQ(flag.value.empty(), other->value.empty()) << flag.name;
    EXPECT_EQ(flag.letter, other->letter) << flag.name;
  }
}

// A default written into a help text would become stale when the code changes, so "{}" is filled in
// from the options. Written-out defaults depend on the input of the run, not on a number in the
// code.
TEST(FlagTable, DefaultsComeFromTheOptions) {
  constexpr std::string_view kWord = "Default: ";
  constexpr std::array<std::string_view, 20> kDependOnTheRun = {"the run's",
                                                                "the profile's",
                                                                "the index's",
                                                                "the store's",
                                                                "the one whose recipe",
                                                                "external.",
                                                                "those that were",
                                                                "that distance",
                                                                "the main text",
                                                                "$TMPDIR",
                                                                "whatever it takes",
                                                                "by their names",
                                                                "such links",
                                                                "as many as there are processors",
                                                                "as the run did",
                                                                "only where files",
                                                                "all of them",
                                                                "all.",
                                                                "none.",
                                                                "none are deleted."};
  for (const Flag& flag : flags()) {
    const std::string_view help = flag.help;
    EXPECT_EQ(help.find("efault: ", help.find("efault: ") + 1), std::string_view::npos)
        << flag.name;
    EXPECT_EQ(help.find("{}") != std::string_view::npos, flag.by_default != nullptr) << flag.name;
    const std::size_t at = help.find(kWord);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = help.substr(at + kWord.size());
    const bool depends =
        std::any_of(kDependOnTheRun.begin(), kDependOnTheRun.end(),
                    [&](std::string_view known) { return rest.starts_with(known); });
    EXPECT_TRUE(rest.starts_with("{}") || depends) << flag.name << ": " << rest;
    if (flag.by_default != nullptr) {
      EXPECT_FALSE(flag.by_default().empty()) << flag.name;
      EXPECT_EQ(help_of(flag).find("{}"), std::string::npos) << flag.name;
    }
  }
}

// A default from the help can be given as a value, and the parser accepts it.
TEST(FlagTable, ADefaultIsAGoodValue) {
  for (const Flag& flag : flags()) {
    if (flag.by_default == nullptr) continue;
    const std::string said = flag.by_default();
    const std::string value = said.substr(0, said.find(" ("));
    if (value == "off") continue;  // the value without the flag
    Settings settings;
    EXPECT_NO_THROW(flag.apply(flag.name, value, settings)) << flag.name << " " << value;
  }
}

bool stands_in(const std::string& help, std::string_view word) {
  for (std::size_t at = help.find(word); at != std::string::npos; at = help.find(word, at + 1)) {
    const auto is_part = [&](std::size_t i) {
      return i < help.size() && (std::isalnum(static_cast<unsigned char>(help[i])) != 0);
    };
    if (!(at > 0 && is_part(at - 1)) && !is_part(at + word.size())) return true;
  }
  return false;
}

TEST(FlagTable, ChoicesAreTakenAndExplained) {
  std::size_t seen = 0;
  for (const Flag& flag : flags()) {
    if (flag.choices.words == nullptr) continue;
    ++seen;
    for (const std::string_view word : flag.choices.words()) {
      EXPECT_FALSE(word.empty());
      // Shell scripts separate the words by blanks.
      EXPECT_EQ(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
                std::string_view::npos)
          << word;
      const bool is_elsewhere =
          flag.choices.or_file || help_of(flag).find("as for dedup") != std::string::npos;
      EXPECT_TRUE(is_elsewhere || stands_in(help_of(flag), word)) << flag.name << " " << word;
      if (flag.name == "--kernel") continue;  // this machine may not have it
      Settings settings;
      EXPECT_NO_THROW(flag.apply(flag.name, word, settings)) << flag.name << " " << word;
    }
  }
  EXPECT_GT(seen, 25U);
}

TEST(FlagTable, ShortHelpsNameFlagsThatAreThere) {
  for (const Command* command : commands_and_verbs()) {
    for (std::string_view rest = command->brief; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const auto own = flags_of(command->bits);
      EXPECT_TRUE(std::any_of(own.begin(), own.end(),
                              [&](const Flag* flag) { return flag->name == rest.substr(0, end); }))
          << full_name(*command) << " " << rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

TEST(FlagTable, DefaultsOfProfilesAreThoseOfProfiles) {
  std::map<std::string_view, std::string> said;
  for (const Flag* flag : flags_of(kDedup)) {
    if (flag->by_default != nullptr) said[flag->name] = flag->by_default();
  }
  EXPECT_EQ(said.at("--min-resemblance"), "0.8 (strict: 0.9, thorough: 0.62)");
  EXPECT_EQ(said.at("--min-agreement"), "off (thorough: 0.82)");
  EXPECT_EQ(said.at("--max-distance"), "3 (thorough: 8)");
  EXPECT_EQ(said.at("--min-containment"), "0.5");
  EXPECT_EQ(said.at("--page-max"), "16M");
  EXPECT_EQ(said.at("--memory"), "4G");
  EXPECT_EQ(said.at("--remove"), "exact,content");
}

// The ways to type a flag: its name and its letter.
std::vector<std::string> spellings(const Flag& flag) {
  std::vector<std::string> all = {std::string(flag.name)};
  if (!flag.letter.empty()) all.emplace_back(flag.letter);
  return all;
}

// The words after the program's name for a command or verb, and the command that parses them.
struct Line {
  const Command* first = nullptr;
  std::vector<std::string> words;
};

Line line_of(const Command& command) {
  const std::string name = full_name(command);
  const std::size_t blank = name.find(' ');
  Line line;
  line.first = &command_named(name.substr(0, blank));
  if (blank != std::string::npos) line.words.push_back(name.substr(blank + 1));
  return line;
}

// The error for the words; empty if they are accepted.
std::string said_against(const Line& line) {
  try {
    static_cast<void>(parse_flags(*line.first, line.words));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return {};
}

// {command: every spelling of its flags}
using Spellings = std::map<const Command*, std::vector<std::string>>;

Spellings own_spellings() {
  Spellings own;
  for (const Command* command : single_commands()) {
    for (const Flag* flag : flags_of(command->bits)) {
      for (std::string& name : spellings(*flag)) own[command].push_back(std::move(name));
    }
  }
  return own;
}

// Verbs of the same command take precedence over other commands.
std::vector<std::string> owners_of(const std::string& name, const Command& asked,
                                   const Spellings& own) {
  std::vector<std::string> brothers;
  std::vector<std::string> all;
  for (const auto& [command, names] : own) {
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    all.push_back(full_name(*command));
    const CommandBits family = family_of(asked.bits);
    if (family != 0 && family_of(command->bits) == family) brothers.push_back(all.back());
  }
  return brothers.empty() ? all : brothers;
}

std::vector<std::string> owners_in(std::string said) {
  for (std::size_t at = said.find(" and "); at != std::string::npos; at = said.find(" and ")) {
    said.replace(at, 5, ", ");
  }
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= said.size();) {
    const std::size_t end = std::min(said.find(", ", at), said.size());
    names.push_back(said.substr(at, end - at));
    at = end + 2;
  }
  return names;
}

TEST(StrangeFlags, FlagsOfOthersAreRefusedAndTheirOwnersNamed) {
  const Spellings own = own_spellings();
  std::size_t refused = 0;
  for (const Command* command : single_commands()) {
    const std::string name = full_name(*command);
    const std::string ahead = name + " has no flag '";
    const std::string behind = " (see 'facsim help " + name + "')";
    const auto found = own.find(command);
    for (const Flag& flag : flags()) {
      for (const std::string& spelling : spellings(flag)) {
        if (found != own.end() && std::find(found->second.begin(), found->second.end(), spelling) !=
                                      found->second.end()) {
          continue;
        }
        Line line = line_of(*command);
        line.words.insert(line.words.end(), {"x", spelling});
        if (!flag.value.empty()) line.words.emplace_back("1");
        const std::string said = said_against(line);
        const std::string begun = ahead + spelling + "', which belongs to ";
        ASSERT_TRUE(said.starts_with(begun) && said.ends_with(behind)) << name << ": " << said;
        EXPECT_THAT(
            owners_in(said.substr(begun.size(), said.size() - begun.size() - behind.size())),
            testing::UnorderedElementsAreArray(owners_of(spelling, *command, own)))
            << said;
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 3'000U);
}

TEST(StrangeFlags, FlagsOfItsOwnAreNotCalledStrange) {
  for (const Command* command : single_commands()) {
    for (const Flag* flag : flags_of(command->bits)) {
      for (const std::string& spelling : spellings(*flag)) {
        Line line = line_of(*command);
        line.words.push_back(spelling);
        if (!flag->value.empty()) line.words.emplace_back("1");
        EXPECT_THAT(said_against(line),
                    testing::Not(testing::AnyOf(testing::HasSubstr("has no flag"),
                                                testing::HasSubstr("unknown flag"))));
      }
    }
  }
}

TEST(Completion, PlacesLeadToCommandsAndVerbs) {
  std::set<std::string> words;
  for (const Place& place : places()) EXPECT_TRUE(words.insert(place.words).second) << place.words;
  for (const Command* command : commands_and_verbs()) {
    EXPECT_TRUE(words.contains(full_name(*command))) << full_name(*command);
  }
  for (const char* place : {"", "recipe show", "help index", "man index", "idf build"}) {
    EXPECT_TRUE(words.contains(place)) << place;
  }
}

}  // namespace
}  // namespace facsim
