// SPDX-License-Identifier: Apache-2.0
#include "apps/help.h"

#include <algorithm>
#include <array>

#include "apps/flags.h"
#include "apps/output.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::size_t kHelpColumns = 80;
constexpr std::size_t kNameColumns = 26;

constexpr std::string_view kInputs =
    "Inputs are told apart by content and name and may be mixed: JSON lines (.jsonl .ndjson), "
    "tables (.csv .tsv), Parquet (.parquet), bulk files of Elasticsearch, WARC and ARC, WET, "
    "folders "
    "of them and of "
    ".html .htm .txt .md, single files, and - for standard input; plain or packed with gzip, zstd, "
    "lz4, xz or bzip2 (Parquet plain). In folders, names that say "
    "nothing (none, .php, page?id=3) are read if their content is HTML.";

constexpr std::string_view kOnePage =
    "compare, extract and fingerprint also take one page of a file: FILE:OFFSET, or FILE#ID with "
    "the page's id or its URL; rows name pages by both.";

constexpr std::string_view kStatus =
    "Results go to standard output or into the folder named, everything else to standard error. "
    "Status: 0 done; 1 failed, the message names file and offset, or no page was read and "
    "something "
    "could not be (empty inputs are no failure: 0 and a warning); 2 wrong usage; 130 stopped by "
    "Ctrl-C.";

constexpr std::array kAboutInputs = {kInputs, kOnePage};

// Breaks `text` at spaces; every line but the first begins with `indent` spaces. The first line is
// assumed to begin at column `indent`.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    // A list that is too long for a line is broken after a comma.
    const std::size_t comma = text.substr(0, kHelpColumns - indent).rfind(',');
    const bool is_cut = end > kHelpColumns - indent && comma != std::string_view::npos;
    if (is_cut) end = comma + 1;
    const std::string_view word = text.substr(0, end);
    const bool line_ends = is_cut || (end < text.size() && text[end] == '\n');
    if (column > indent && column + 1 + word.size() > kHelpColumns) {
      out.append(1, '\n').append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    if (line_ends) {
      out.append(1, '\n').append(indent, ' ');
      column = indent;
    }
    text.remove_prefix(std::min(is_cut ? end : end + 1, text.size()));
  }
  return out;
}

std::string flag_lines(const Flag& flag, std::string_view help) {
  std::string names = "  ";
  if (!flag.letter.empty()) names.append(flag.letter).append(", ");
  names.append(flag.name);
  if (!flag.value.empty()) names.append(1, ' ').append(flag.value);
  if (names.size() + 1 < kNameColumns) {
    names.append(kNameColumns - names.size(), ' ');
  } else {
    names.append(1, '\n').append(kNameColumns, ' ');
  }
  return names + wrapped(help, kNameColumns) + '\n';
}

std::string list_line(std::string_view name, std::string_view summary) {
  std::string line = "  " + std::string(name);
  return line.append(16 - line.size(), ' ').append(summary).append(1, '\n');
}

}  // namespace

std::string usage_of(const Command& command) {
  std::string text = "facsim " + full_name(command);
  if (!command.usage.empty()) text.append(" ").append(command.usage);
  return text + (command.bits == kAsking ? "" : " [FLAGS]");
}

std::string verbs_before(const Command& command, const Flag& flag) {
  std::string verbs;
  const std::span<const Command> own = own_verbs(command);
  if (own.empty() || (flag.commands & command.bits) == command.bits) return verbs;
  for (const Command& verb : own) {
    if ((verb.bits & flag.commands) == 0) continue;
    verbs.append(verbs.empty() ? "" : ", ").append(verb.name);
  }
  return verbs + ": ";
}

std::string first_sentence(std::string_view text) {
  const std::size_t stop = text.find(". ");
  return std::string(text.substr(0, stop == std::string_view::npos ? stop : stop + 1));
}

std::span<const std::string_view> about_inputs() noexcept { return kAboutInputs; }
std::string_view about_statuses() noexcept { return kStatus; }

std::string help_overview() {
  std::string text =
      "facsim finds near-duplicate web pages and documents.\n"
      "\n"
      "  facsim COMMAND ...\n"
      "\n";
  for (const Command& command : commands()) text += list_line(command.name, command.summary);
  text +=
      "\n"
      "-h behind a command prints its short help, --help all of it; what can be read:\n"
      "facsim help inputs\n"
      "\n";
  text.append(wrapped(about_statuses(), 0)).append("\n");
  text +=
      "\n"
      "Examples\n"
      "  facsim dedup crawl.warc.gz -o clean      the crawl without near-duplicates\n"
      "  facsim compare old.html new.html         how alike, and what they share\n"
      "  facsim help dedup                        all that dedup can do\n";
  return text;
}

std::string help_of_inputs() {
  std::string text = "Inputs\n";
  for (const std::string_view paragraph : about_inputs()) {
    text.append("\n").append(wrapped(paragraph, 0)).append("\n");
  }
  return text;
}

std::string help_of(const Command& command) {
  std::string text = usage_of(command) + "\n\n";
  text += wrapped(command.about.empty() ? command.summary : command.about, 0) + "\n";
  if (const std::span<const Command> verbs = own_verbs(command); !verbs.empty()) {
    text += "\nVerbs; 'facsim help " + std::string(command.name) + " VERB' says more\n";
    for (const Command& verb : verbs) text += list_line(verb.name, verb.summary);
  }
  std::string_view section;
  for (const Flag* flag : flags_of(command.bits)) {
    if (flag->section != section) text.append("\n").append(flag->section).append("\n");
    section = flag->section;
    text += flag_lines(*flag, verbs_before(command, *flag) + help_of(*flag));
  }
  if (!command.examples.empty()) text.append("\nExamples\n").append(command.examples);
  text += "\n";
  if (reads_pages(command)) text += "What can be read: facsim help inputs\n";
  return text + "Exit statuses: facsim help\n";
}

std::string brief_help_of(const Command& command) {
  std::string text = usage_of(command) + "\n\n" + wrapped(command.summary, 0) + "\n\n";
  for (std::string_view rest = command.brief; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    for (const Flag* flag : flags_of(command.bits)) {
      if (flag->name != rest.substr(0, end)) continue;
      text += flag_lines(*flag, verbs_before(command, *flag) + first_sentence(help_of(*flag)));
      break;  // verbs may have other flags of this name
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!command.brief.empty()) text += "\n";
  if (!command.examples.empty()) {
    text.append("Example\n").append(command.examples.substr(0, command.examples.find('\n')));
    text += "\n\n";
  }
  return text + "All of it: facsim " + full_name(command) + " --help\n";
}

void print_help_of(const Command& command, const Settings& settings) {
  const Command* const verb =
      settings.inputs.empty() ? nullptr : own_verb_named(command, settings.inputs.front());
  const Command& asked = verb != nullptr ? *verb : command;
  Output out;
  out.write(settings.help == HelpChoice::whole ? help_of(asked) : brief_help_of(asked));
  out.finish();
}

void run_help(const Settings& settings) {
  const std::vector<std::string>& words = settings.inputs;
  const bool is_of_inputs = !words.empty() && words[0] == kInputsTopic;
  if (is_of_inputs && words.size() > 1) {
    throw Error(ErrorCode::invalid_argument,
                "help inputs takes no further word, not '" + words[1] + "' (see 'facsim help')");
  }
  Output out;
  if (is_of_inputs) {
    out.write(help_of_inputs());
  } else {
    const Command* const command = command_of_words(settings, kInputsTopic);
    out.write(command != nullptr ? help_of(*command) : help_overview());
  }
  out.finish();
}

}  // namespace facsim
