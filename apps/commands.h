// SPDX-License-Identifier: Apache-2.0
#pragma once
// The commands of the program. Each takes its settings, writes results to standard output and
// everything else to standard error, and throws Error, which main() turns into an exit status.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/settings.h"

namespace facsim {

// The commands that a flag belongs to, as bits. Each verb of index and store has its own flags.
using CommandBits = std::uint64_t;
enum CommandBit : CommandBits {
  kDedup = 1U << 0,
  kCompare = 1U << 1,
  kFingerprint = 1U << 2,
  kExtract = 1U << 3,
  kRecipe = 1U << 4,
  kProfile = 1U << 5,
  kIdf = 1U << 6,
  kPlan = 1U << 7,
  kEval = 1U << 8,
  kShow = 1U << 9,
  kRecluster = 1U << 10,
  kAsking = 1U << 11,  // about the program; has only the flags that all commands share
  kIndexBuild = 1U << 12,
  kIndexAdd = 1U << 13,
  kIndexDelete = 1U << 14,
  kIndexQuery = 1U << 15,
  kIndexJoin = 1U << 16,
  kIndexInfo = 1U << 17,
  kIndexCheck = 1U << 18,
  kIndexCompact = 1U << 19,
  kIndexExport = 1U << 20,
  kIndexRebuild = 1U << 21,
  kServe = 1U << 22,
  kIndexReads = kIndexBuild | kIndexAdd | kIndexQuery | kIndexRebuild,  // pages
  kIndexChanges = kIndexBuild | kIndexAdd | kIndexDelete | kIndexCompact | kIndexRebuild,
  kIndex = kIndexReads | kIndexChanges | kIndexJoin | kIndexInfo | kIndexCheck | kIndexExport,
  kStoreLoad = 1U << 23,
  kStoreAsk = 1U << 24,
  kStoreDump = 1U << 25,
  kStoreBackup = 1U << 26,
  kStoreRestore = 1U << 27,
  kStoreCheck = 1U << 28,
  kStoreRetain = 1U << 29,
  kStoreRebuild = 1U << 30,
  kStoreStats = 1U << 31,
  kStoreCopies = 1ULL << 32,
  kMirrors = 1ULL << 33,
  kReport = 1ULL << 34,
  kStoreReads = kStoreLoad | kStoreAsk | kStoreRebuild,  // pages
  // These open the store with its index; the other verbs only read or copy its rows.
  kStoreOpens = kStoreReads | kStoreRestore | kStoreRetain | kStoreCopies,
  kStore = kStoreOpens | kStoreDump | kStoreBackup | kStoreCheck | kStoreStats,
  kPages = kDedup | kCompare | kFingerprint | kExtract | kIdf | kEval,
};

// The kind of the words after a command, for completions.
enum class Operands : std::uint8_t { files, none, topics, commands, shells, recipes, profiles };

// A first word of a small command, explained in the help of that command.
struct FirstWord {
  std::string_view name;
  Operands then = Operands::none;
};

struct Command {
  std::string_view name;      // a verb of index or store is a Command of its own
  CommandBits bits;           // used in Flag::commands; for index and store the union of its verbs
  std::string_view usage;     // what follows the name
  std::string_view summary;   // one line
  std::string_view about;     // paragraphs
  std::string_view examples;  // lines
  std::string_view brief;     // flags of the short help
  void (*run)(const Settings& settings);
  Operands operands = Operands::files;
  std::span<const FirstWord> first_words = {};
};

// All in the order in which the help lists them.
[[nodiscard]] std::span<const Command> commands() noexcept;
[[nodiscard]] std::span<const Command> index_verbs() noexcept;
[[nodiscard]] std::span<const Command> store_verbs() noexcept;
// The verbs of index or store, which are commands of their own; empty for every other command.
[[nodiscard]] std::span<const Command> own_verbs(const Command& command) noexcept;
// All commands; the verbs of index and store follow their command.
[[nodiscard]] std::vector<const Command*> commands_and_verbs();

// "dedup", "index add".
[[nodiscard]] std::string full_name(const Command& command);
// True if the command reads pages.
[[nodiscard]] bool reads_pages(const Command& command) noexcept;
// The words that may follow its name: the verbs of index and store, the first words of a small
// command.
[[nodiscard]] std::vector<std::string_view> verbs_of(const Command& command);

// Throws Error{invalid_argument} for an unknown name; the message suggests the nearest one and
// `topic`.
[[nodiscard]] const Command& command_named(std::string_view name, std::string_view topic = {});
// Returns null if the command has no verb of that name.
[[nodiscard]] const Command* own_verb_named(const Command& command, std::string_view name) noexcept;
// The bits of the command whose verb has `bits`; 0 if they do not belong to a verb.
[[nodiscard]] CommandBits family_of(CommandBits bits) noexcept;
// The command or verb named by the words after a command, as in `help index add`; null without
// words. Throws for any other words.
[[nodiscard]] const Command* command_of_words(const Settings& settings,
                                              std::string_view topic = {});
// Throws if more than `count_max` words follow the command; `may_be` names the allowed ones.
void require_words(const Settings& settings, std::size_t count_max, std::string_view may_be);
// The message suggests the nearest of verbs_of(command).
[[noreturn]] void throw_unknown_verb(const Command& command, std::string_view verb);

void run_dedup(const Settings& settings);
void run_recluster(const Settings& settings);
void run_compare(const Settings& settings);
void run_show(const Settings& settings);
void run_report(const Settings& settings);
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
void run_help(const Settings& settings);        // for the given words, or for all commands
void run_man(const Settings& settings);         // likewise
void run_completion(const Settings& settings);  // for the shell given

}  // namespace facsim
