// SPDX-License-Identifier: Apache-2.0
// The words that sentences of the library are rendered with must be accepted by the program.
#include "apps/program_words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "apps/commands.h"
#include "apps/flags.h"

namespace facsim {
namespace {

TEST(ProgramWords, EverySettingIsAFlag) {
  std::set<std::string> known;
  for (const Flag& flag : flags()) known.insert({std::string(flag.name), std::string(flag.letter)});
  for (int i = 0; i < static_cast<int>(kFirstAction); ++i) {
    const std::string word = program_words(static_cast<Named>(i), {});
    EXPECT_TRUE(known.contains(word)) << word;
  }
  EXPECT_EQ(program_words(Named::min_resemblance, "0.9"), "--min-resemblance 0.9");
}

TEST(ProgramWords, EveryActionIsACommand) {
  std::set<std::string> known;
  for (const Command* command : commands_and_verbs()) {
    known.insert("facsim " + std::string(command->name));
  }
  for (int i = static_cast<int>(kFirstAction); i < static_cast<int>(kFirstPart); ++i) {
    const std::string word = program_words(static_cast<Named>(i), {});
    bool is_known = false;
    for (const std::string& command : known) {
      is_known |= word == command || word.starts_with(command + " ");
    }
    EXPECT_TRUE(is_known) << word;
  }
}

TEST(ServiceWords, ClientsAreToldWhoseSettingItIs) {
  EXPECT_EQ(service_words(Named::memory, {}), "--memory of facsim serve");
  EXPECT_EQ(service_words(Named::recipe, {}), "recipe");
  EXPECT_EQ(service_words(Named::store_restore, {}), "facsim store restore");
}

}  // namespace
}  // namespace facsim
