// SPDX-License-Identifier: Apache-2.0
#include "apps/help.h"

#include <cstdio>

#include "apps/flags.h"
#include "apps/output.h"

namespace facsim {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kNameColumns = 26;

constexpr std::string_view kInputs =
    "Inputs are told apart by content and name and may be mixed: JSON lines (.jsonl .ndjson), "
    "tables (.csv .tsv), bulk files of Elasticsearch, "
    "WARC and ARC, WET, folders of them and of .html .htm .txt .md, single files, and - for "
    "standard input; plain or packed with gzip, zstd or lz4. In folders, names that say nothing "
    "(none, .php, page?id=3) are read if their content is HTML.";

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

std::string flag_lines(const Flag& flag) {
  std::string names = "  ";
  if (!flag.letter.empty()) names.append(flag.letter).append(", ");
  names.append(flag.name);
  if (!flag.value.empty()) names.append(1, ' ').append(flag.value);
  if (names.size() + 1 < kNameColumns) {
    names.append(kNameColumns - names.size(), ' ');
  } else {
    names.append(1, '\n').append(kNameColumns, ' ');
  }
  return names + wrapped(flag.help, kNameColumns) + '\n';
}

}  // namespace

std::string help_overview() {
  std::string text =
      "facsim finds near-duplicate web pages and documents.\n"
      "\n"
      "  facsim COMMAND ...\n"
      "\n";
  for (const Command& command : commands()) {
    std::string name = "  " + std::string(command.name);
    name.append(16 - name.size(), ' ');
    text += name + std::string(command.summary) + '\n';
  }
  text.append("\n").append(wrapped(kInputs, 0)).append("\n\n");
  text.append(wrapped(kStatus, 0)).append("\n");
  text +=
      "\n"
      "Examples\n"
      "  facsim dedup crawl.warc.gz -o clean      the crawl without near-duplicates\n"
      "  facsim compare old.html new.html         how alike, and what they share\n"
      "  facsim help dedup                        all that dedup can do\n";
  return text;
}

std::string help_of(const Command& command) {
  std::string text = "facsim " + std::string(command.name);
  if (!command.usage.empty()) text.append(" ").append(command.usage);
  if (command.bit != 0) text += " [FLAGS]";
  text += "\n\n";
  text += command.about.empty() ? wrapped(command.summary, 0) : wrapped(command.about, 0);
  text += '\n';
  if (command.bit != 0) text.append("\n").append(wrapped(kInputs, 0)).append("\n");
  std::string_view section;
  for (const Flag& flag : flags()) {
    if ((flag.commands & command.bit) == 0) continue;
    if (flag.section != section) text.append("\n").append(flag.section).append("\n");
    section = flag.section;
    text += flag_lines(flag);
  }
  if (!command.examples.empty()) text.append("\nExamples\n").append(command.examples);
  if (command.bit != 0) text.append("\n").append(wrapped(kStatus, 0)).append("\n");
  return text;
}

void run_help(const Settings& settings) {
  Output out;
  out.write(settings.inputs.empty() ? help_overview()
                                    : help_of(command_named(settings.inputs.front())));
  out.finish();
}

}  // namespace facsim
