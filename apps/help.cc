// SPDX-License-Identifier: Apache-2.0
#include "apps/help.h"

#include <algorithm>
#include <cctype>

#include "apps/flags.h"
#include "apps/output.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kNameColumns = 26;

constexpr std::string_view kInputs =
    "Inputs are told apart by content and name and may be mixed: JSON lines (.jsonl .ndjson), "
    "tables (.csv .tsv), bulk files of Elasticsearch, "
    "WARC and ARC, WET, folders of them and of .html .htm .txt .md, single files, and - for "
    "standard input; plain or packed with gzip, zstd, lz4, xz or bzip2. In folders, names that say "
    "nothing (none, .php, page?id=3) are read if their content is HTML.";

constexpr std::string_view kInputsTopic = "inputs";

constexpr std::string_view kOnePage =
    "compare, extract and fingerprint also take one page of a file: FILE:OFFSET, or FILE#ID with "
    "the page's id or its URL; rows name pages by both.";

constexpr std::string_view kStatus =
    "Results go to standard output or into the folder named, everything else to standard error. "
    "Status: 0 done; 1 failed, the message names file and offset, or no page was read; 2 wrong "
    "usage; 130 stopped by "
    "Ctrl-C.";

// Breaks `text` at spaces; every line but the first begins with `indent` spaces. The first is
// thought to stand at column `indent` already.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    const bool line_ends = end < text.size() && text[end] == '\n';
    if (column > indent && column + 1 + word.size() > kColumns) {
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
    text.remove_prefix(std::min(end + 1, text.size()));
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

// Whether the usage line names it as a verb: recipe, profile and idf have a few.
bool takes_verb(const Command& command, std::string_view verb) {
  std::string_view rest = command.usage;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    if (word == verb && std::islower(static_cast<unsigned char>(word[0])) != 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// What stands before the flags, whatever it is the help of.
struct Topic {
  std::string name;  // "dedup", "index add"
  std::string_view usage;
  std::string_view summary;
  std::string_view about;
  std::string_view examples;
  std::string_view brief;
  bool reads_inputs = false;
  const IndexVerb* verb = nullptr;  // else a command
  unsigned bit = 0;

  [[nodiscard]] bool has(const Flag& flag) const {
    return verb != nullptr ? has_flag(*verb, flag) : (flag.commands & bit) != 0;
  }
  [[nodiscard]] std::string help(const Flag& flag) const {
    return verb != nullptr ? help_without_verbs(flag) : std::string(flag.help);
  }
};

Topic topic_of(const Command& command) {
  return {.name = std::string(command.name),
          .usage = command.usage,
          .summary = command.summary,
          .about = command.about,
          .examples = command.examples,
          .brief = command.brief,
          .reads_inputs = (command.bit & (kPages | kIndex)) != 0,
          .bit = command.bit};
}

Topic topic_of(const IndexVerb& verb) {
  return {.name = "index " + std::string(verb.name),
          .usage = verb.usage,
          .summary = verb.summary,
          .about = verb.about,
          .examples = verb.examples,
          .brief = verb.brief,
          .reads_inputs = verb.reads_pages,
          .verb = &verb,
          .bit = kIndex};
}

std::string usage_line(const Topic& topic) {
  std::string text = "facsim " + topic.name;
  if (!topic.usage.empty()) text.append(" ").append(topic.usage);
  if (topic.bit != kAsking) text += " [FLAGS]";
  return text + "\n\n";
}

std::string list_line(std::string_view name, std::string_view summary) {
  std::string line = "  " + std::string(name);
  return line.append(16 - line.size(), ' ').append(summary).append(1, '\n');
}

std::string whole_help(const Topic& topic) {
  std::string text = usage_line(topic);
  text += wrapped(topic.about.empty() ? topic.summary : topic.about, 0) + "\n";
  if (topic.bit == kIndex && topic.verb == nullptr) {
    text += "\nVerbs; 'facsim help index VERB' says more\n";
    for (const IndexVerb& verb : index_verbs()) text += list_line(verb.name, verb.summary);
  }
  std::string_view section;
  for (const Flag& flag : flags()) {
    if (!topic.has(flag)) continue;
    if (flag.section != section) text.append("\n").append(flag.section).append("\n");
    section = flag.section;
    text += flag_lines(flag, topic.help(flag));
  }
  if (!topic.examples.empty()) text.append("\nExamples\n").append(topic.examples);
  text += "\n";
  if (topic.reads_inputs) text += "What can be read: facsim help inputs\n";
  return text + "Exit statuses: facsim help\n";
}

// Up to the first full stop; of lists behind a colon all.
std::string first_sentence(std::string_view text) {
  const std::size_t stop = text.find(". ");
  return std::string(text.substr(0, stop == std::string_view::npos ? stop : stop + 1));
}

std::string brief_help(const Topic& topic) {
  std::string text = usage_line(topic) + wrapped(topic.summary, 0) + "\n\n";
  for (std::string_view rest = topic.brief; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    for (const Flag& flag : flags()) {
      if (flag.name != rest.substr(0, end) || !topic.has(flag)) continue;
      text += flag_lines(flag, first_sentence(topic.help(flag)));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!topic.brief.empty()) text += "\n";
  if (!topic.examples.empty()) {
    text.append("Example\n").append(topic.examples.substr(0, topic.examples.find('\n'))) += "\n\n";
  }
  return text + "All of it: facsim " + topic.name + " --help\n";
}

}  // namespace

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
  text.append(wrapped(kStatus, 0)).append("\n");
  text +=
      "\n"
      "Examples\n"
      "  facsim dedup crawl.warc.gz -o clean      the crawl without near-duplicates\n"
      "  facsim compare old.html new.html         how alike, and what they share\n"
      "  facsim help dedup                        all that dedup can do\n";
  return text;
}

std::string help_of_inputs() {
  return "Inputs\n\n" + wrapped(kInputs, 0) + "\n\n" + wrapped(kOnePage, 0) + "\n";
}

std::string help_of(const Command& command) { return whole_help(topic_of(command)); }
std::string help_of(const IndexVerb& verb) { return whole_help(topic_of(verb)); }
std::string brief_help_of(const Command& command) { return brief_help(topic_of(command)); }
std::string brief_help_of(const IndexVerb& verb) { return brief_help(topic_of(verb)); }

void print_help_of(const Command& command, const Settings& settings) {
  const bool is_whole = settings.help == HelpChoice::whole;
  const IndexVerb* const verb = command.bit == kIndex && !settings.inputs.empty()
                                    ? index_verb_named(settings.inputs.front())
                                    : nullptr;
  Output out;
  if (verb != nullptr) {
    out.write(is_whole ? help_of(*verb) : brief_help_of(*verb));
  } else {
    out.write(is_whole ? help_of(command) : brief_help_of(command));
  }
  out.finish();
}

void run_help(const Settings& settings) {
  const std::vector<std::string>& words = settings.inputs;
  Output out;
  if (words.empty()) {
    out.write(help_overview());
  } else if (words.size() == 1 && words[0] == kInputsTopic) {
    out.write(help_of_inputs());
  } else {
    const Command& command = command_named(words[0], kInputsTopic);
    if (words.size() == 1) {
      out.write(help_of(command));
    } else if (command.bit == kIndex) {
      const IndexVerb* const verb = index_verb_named(words[1]);
      if (verb == nullptr) throw_unknown_verb(words[1]);
      out.write(help_of(*verb));
    } else if (takes_verb(command, words[1])) {
      out.write(help_of(command));  // its verbs are few, and explained together
    } else {
      throw Error(ErrorCode::invalid_argument, words[0] + " has no verb '" + words[1] +
                                                   "' (see 'facsim help " + words[0] + "')");
    }
  }
  out.finish();
}

}  // namespace facsim
