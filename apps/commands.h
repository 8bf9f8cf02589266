// SPDX-License-Identifier: Apache-2.0
#pragma once
// The commands of the program. Each takes its settings, writes results to standard output and all
// else to standard error, and throws Error for what main() turns into a status.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/settings.h"

namespace facsim {

// Bits: what a flag belongs to. Each verb of index and store has its own flags.
enum CommandBit : std::uint64_t {
  kDedup = std::uint64_t{1} << 0,
  kCompare = std::uint64_t{1} << 1,
  kFingerprint = std::uint64_t{1} << 2,
  kExtract = std::uint64_t{1} << 3,
  kRecipe = std::uint64_t{1} << 4,
  kProfile = std::uint64_t{1} << 5,
  kIdf = std::uint64_t{1} << 6,
  kPlan = std::uint64_t{1} << 7,
  kEval = std::uint64_t{1} << 8,
  kShow = std::uint64_t{1} << 9,
  kRecluster = std::uint64_t{1} << 10,
  kAsking = std::uint64_t{1} << 11,  // about the program, with the flags of all commands only
  kIndexBuild = std::uint64_t{1} << 12,
  kIndexAdd = std::uint64_t{1} << 13,
  kIndexDelete = std::uint64_t{1} << 14,
  kIndexQuery = std::uint64_t{1} << 15,
  kIndexJoin = std::uint64_t{1} << 16,
  kIndexInfo = std::uint64_t{1} << 17,
  kIndexCheck = std::uint64_t{1} << 18,
  kIndexCompact = std::uint64_t{1} << 19,
  kIndexExport = std::uint64_t{1} << 20,
  kIndexRebuild = std::uint64_t{1} << 21,
  kServe = std::uint64_t{1} << 22,
  kIndexReads = kIndexBuild | kIndexAdd | kIndexQuery | kIndexRebuild,  // pages
  kIndexChanges = kIndexBuild | kIndexAdd | kIndexDelete | kIndexCompact | kIndexRebuild,
  kIndex = kIndexReads | kIndexChanges | kIndexJoin | kIndexInfo | kIndexCheck | kIndexExport,
  kStoreLoad = std::uint64_t{1} << 23,
  kStoreAsk = std::uint64_t{1} << 24,
  kStoreDump = std::uint64_t{1} << 25,
  kStoreBackup = std::uint64_t{1} << 26,
  kStoreRestore = std::uint64_t{1} << 27,
  kStoreCheck = std::uint64_t{1} << 28,
  kStoreRetain = std::uint64_t{1} << 29,
  kStoreRebuild = std::uint64_t{1} << 30,
  kStoreStats = std::uint64_t{1} << 31,
  kMirrors = std::uint64_t{1} << 32,
  kStoreReads = kStoreLoad | kStoreAsk | kStoreRebuild,  // pages
  // As a store, index and all; the others read or copy its rows.
  kStoreOpens = kStoreReads | kStoreRestore | kStoreRetain,
  kStore = kStoreOpens | kStoreDump | kStoreBackup | kStoreCheck | kStoreStats,
  kPages = kDedup | kCompare | kFingerprint | kExtract | kIdf | kEval,
};

// What the words behind a command are, for completions.
enum class Operands : std::uint8_t { files, none, topics, commands, shells, recipes, profiles };

// One of the few first words of a small command, explained with it.
struct FirstWord {
  std::string_view name;
  Operands then = Operands::none;
};

struct Command {
  std::string_view name;      // a verb of index or store is called by its verb
  std::uint64_t bits;         // in Flag::commands; of index and store those of all their verbs
  std::string_view usage;     // what follows the name
  std::string_view summary;   // one line
  std::string_view about;     // paragraphs
  std::string_view examples;  // lines
  std::string_view brief;     // flags of the short help
  void (*run)(const Settings& settings);
  Operands operands = Operands::files;
  std::span<const FirstWord> first_words = {};
};

// In the order in which the help lists them.
[[nodiscard]] std::span<const Command> commands() noexcept;
[[nodiscard]] std::span<const Command> index_verbs() noexcept;
[[nodiscard]] std::span<const Command> store_verbs() noexcept;
// The verbs of index or store, which are commands of their own; of all others none.
[[nodiscard]] std::span<const Command> own_verbs(const Command& command) noexcept;
// Commands, and behind index and store their verbs.
[[nodiscard]] std::vector<const Command*> commands_and_verbs();

// "dedup", "index add".
[[nodiscard]] std::string full_name(const Command& command);
// Whether pages are among what it reads.
[[nodiscard]] bool reads_pages(const Command& command) noexcept;
// What may follow its name: the verbs of index and store, the first words of a small command.
[[nodiscard]] std::vector<std::string_view> verbs_of(const Command& command);

// Throws Error{invalid_argument} that suggests the nearest of them and `topic`.
[[nodiscard]] const Command& command_named(std::string_view name, std::string_view topic = {});
// Null where the command has none of that name.
[[nodiscard]] const Command* own_verb_named(const Command& command, std::string_view name) noexcept;
// The bits of the command whose verb has them; 0 for what is no verb.
[[nodiscard]] std::uint64_t family_of(std::uint64_t bits) noexcept;
// The command or verb that the words behind a command name, as in `help index add`; null
// where there are none. Throws for all others.
[[nodiscard]] const Command* command_of_words(const Settings& settings,
                                              std::string_view topic = {});
// Throws where there are more words than that behind a command; `may_be` says what they may be.
void require_words(const Settings& settings, std::size_t count_max, std::string_view may_be);
// Suggests the nearest of verbs_of(command).
[[noreturn]] void throw_unknown_verb(const Command& command, std::string_view verb);

void run_dedup(const Settings& settings);
void run_recluster(const Settings& settings);
void run_compare(const Settings& settings);
void run_show(const Settings& settings);
void run_fingerprint(const Settings& settings);
void run_extract(const Settings& settings);
void run_recipe(const Settings& settings);
void run_profile(const Settings& settings);
void run_idf(const Settings& settings);
void run_index(const Settings& settings);
void run_serve(const Settings& settings);
void run_store(const Settings& settings);
void run_mirrors(const Settings& settings);
void run_plan(const Settings& settings);
void run_eval(const Settings& settings);
void run_version(const Settings& settings);
void run_help(const Settings& settings);        // of the words given, or of all
void run_man(const Settings& settings);         // likewise
void run_completion(const Settings& settings);  // for the shell given

}  // namespace facsim
