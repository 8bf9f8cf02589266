// SPDX-License-Identifier: Apache-2.0
#include "apps/man.h"

#include <algorithm>

#include "apps/flags.h"
#include "apps/help.h"
#include "facsim/base/version.h"

namespace facsim {
namespace {

constexpr std::size_t kManColumns = 78;

constexpr std::string_view kSummary = "find near-duplicate web pages and documents";

// A line of text; a leading dot must not become a macro.
std::string text_line(std::string line) {
  if (line.starts_with('.')) line.insert(0, "\\&");
  return line + '\n';
}

// One paragraph, with line breaks at blanks.
std::string filled(std::string_view text) {
  std::string out;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string word = roff_escaped(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && line.size() + 1 + word.size() > kManColumns) {
      out += text_line(std::move(line));
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? out : out + text_line(std::move(line));
}

// Paragraphs are separated by an empty line.
std::string paragraphs(std::string_view text) {
  constexpr std::string_view kBreak = "\n\n";
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(kBreak), text.size());
    out += (out.empty() ? "" : ".PP\n") + filled(text.substr(0, end));
    text.remove_prefix(std::min(end + kBreak.size(), text.size()));
  }
  return out;
}

std::string as_they_stand(std::string_view lines) {
  std::string out = ".EX\n";
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out += text_line(roff_escaped(lines.substr(0, end)));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out + ".EE\n";
}

std::string bold(std::string_view text) { return "\\fB" + roff_escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff_escaped(text) + "\\fR"; }

std::string title(const std::string& name) {
  return ".TH " + roff_escaped(name) + " 1 " + std::string(kVersionDate) + " \"facsim " +
         std::string(kVersion) + "\" \"User Commands\"\n";
}

// Like "facsim dedup INPUT... -o OUT [FLAGS]", with the name in bold.
std::string synopsis(const Command& command) {
  const std::string name = "facsim " + full_name(command);
  const std::string rest = usage_of(command).substr(name.size());
  return bold(name) + roff_escaped(rest) + "\n";
}

std::string entry(const Flag& flag, const std::string& help) {
  std::string names = flag.letter.empty() ? "" : bold(flag.letter) + ", ";
  names += bold(flag.name);
  if (!flag.value.empty()) names += " " + italic(flag.value);
  return ".TP\n" + names + "\n" + filled(help);
}

// `heading` and `end` are written before and after the name of each section of flags.
std::string flag_entries(const Command& command, std::string_view heading, std::string_view end) {
  std::string text;
  std::string_view section;
  for (const Flag* flag : flags_of(command.bits)) {
    if (flag->section != section) {
      text.append(heading).append(roff_escaped(flag->section)).append(end);
    }
    section = flag->section;
    text += entry(*flag, verbs_before(command, *flag) + help_of(*flag));
  }
  return text;
}

std::string_view about(const Command& command) {
  return command.about.empty() ? command.summary : command.about;
}

// The section of a command on the page of all commands.
std::string section_of(const Command& command) {
  std::string text = ".SS " + roff_escaped(full_name(command)) + "\n";
  text += synopsis(command) + ".PP\n" + paragraphs(about(command));
  if (own_verbs(command).empty() && command.bits != kAsking) {  // else its verbs list them
    text += flag_entries(command, ".PP\n\\fI", "\\fR\n");
  }
  if (!command.examples.empty()) {
    text += ".PP\nExamples:\n.PP\n" + as_they_stand(command.examples);
  }
  return text;
}

std::string closing(bool reads_pages) {
  std::string text;
  if (reads_pages) {
    text += ".SH INPUTS\n";
    for (const std::string_view paragraph : about_inputs()) {
      text += (paragraph == about_inputs().front() ? "" : ".PP\n") + filled(paragraph);
    }
  }
  return text + ".SH EXIT STATUS\n" + filled(about_statuses());
}

}  // namespace

std::string roff_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\(rs";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '"':
        out += "\\(dq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string man_page() {
  std::string text = title("FACSIM");
  text += ".SH NAME\nfacsim \\- " + roff_escaped(kSummary) + "\n";
  text += ".SH SYNOPSIS\n\\fBfacsim\\fR \\fICOMMAND\\fR ...\n";
  text += ".SH DESCRIPTION\n";
  for (const Command& command : commands()) {
    text += ".TP\n" + bold(command.name) + "\n" + filled(command.summary);
  }
  text += ".PP\n" + filled(
                        "Every command takes --help, which prints the whole help, and -h, which "
                        "prints the flags that "
                        "matter most.");
  text += ".SH COMMANDS\n";
  for (const Command* command : commands_and_verbs()) text += section_of(*command);
  return text + closing(true);
}

std::string man_page(const Command& command) {
  std::string name = "facsim " + full_name(command);
  std::replace(name.begin(), name.end(), ' ', '-');
  std::string upper = name;
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  std::string text = title(upper);
  text += ".SH NAME\n" + roff_escaped(name) + " \\- " + roff_escaped(command.summary) + "\n";
  text += ".SH SYNOPSIS\n" + synopsis(command);
  text += ".SH DESCRIPTION\n" + paragraphs(about(command));
  text += ".SH OPTIONS\n" + flag_entries(command, ".SS ", "\n");
  if (!command.examples.empty()) text += ".SH EXAMPLES\n" + as_they_stand(command.examples);
  return text + closing(reads_pages(command)) + ".SH SEE ALSO\n.BR facsim (1)\n";
}

}  // namespace facsim
