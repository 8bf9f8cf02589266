// SPDX-License-Identifier: Apache-2.0
// The completion for zsh.
#include "apps/completion.h"

namespace facsim {
namespace {

constexpr std::string_view kHead = R"zsh(#compdef facsim
# zsh completion of facsim, made by 'facsim completion zsh'

_facsim_list() {
  compset -P '*,'
  compadd -S '' -- "$@"
}
# Not `next`, which _arguments has as a local of its own.
_facsim_next() { _describe -t words word facsim_next }
_facsim_next_or_files() { _facsim_next; _files }
)zsh";

constexpr std::string_view kTail = R"zsh(
_facsim() {
  local place=
  while ((CURRENT > 2)) && _facsim_is_place "$place${place:+ }$words[2]"; do
    place+=${place:+ }$words[2]
    shift words
    ((CURRENT--))
  done
  _facsim_at "$place"
}

if [[ $funcstack[1] == _facsim ]]; then
  _facsim "$@"
else
  compdef _facsim facsim
fi
)zsh";

// Puts the text in single quotes.
std::string zsh_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Escapes text between brackets or before a colon.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string action_of(const Flag& flag) {
  const std::string words =
      flag.choices.words != nullptr ? joined(flag.choices.words(), " ") : std::string();
  switch (offered(flag)) {
    case Offered::nothing:
      return " ";
    case Offered::words:
      return "(" + words + ")";
    case Offered::list:
      return "{_facsim_list " + words + "}";
    case Offered::words_or_files:
      return "{compadd -- " + words + "; _files}";
    case Offered::files:
      return "_files";
    case Offered::folders:
      return "_files -/";
  }
  return " ";
}

// One argument of _arguments: '--keep=[...]:POLICY:(first last)'.
std::string spec_of(const Flag& flag) {
  const bool has_value = !flag.value.empty();
  std::string rest = "[" + escaped(summary_of(flag)) + "]";
  if (has_value) rest += ":" + std::string(flag.value) + ":" + action_of(flag);
  const std::string name = std::string(flag.name) + (has_value ? "=" : "");
  if (flag.letter.empty()) return zsh_quoted(name + rest);
  const std::string letter = std::string(flag.letter) + (has_value ? "+" : "");
  const std::string both = "(" + std::string(flag.letter) + " " + std::string(flag.name) + ")";
  return zsh_quoted(both) + "{" + letter + "," + name + "}" + zsh_quoted(rest);
}

std::string described(const Place& place) {
  std::string text;
  for (const std::string_view name : place.next) {
    const std::string_view summary = summary_of(name, place);
    const std::string about = summary.empty() ? "" : ":" + std::string(summary);
    text += "        " + zsh_quoted(escaped(name) + about) + "\n";
  }
  return text;
}

std::string case_of(const Place& place) {
  std::string text = "    " + zsh_quoted(place.words) + ")\n";
  if (!place.next.empty()) text += "      facsim_next=(\n" + described(place) + "      )\n";
  text += "      _arguments -s -S :";
  const auto add = [&](const std::string& spec) { text += " \\\n        " + spec; };
  if (place.command == nullptr)
    add("{-h,--help}'[print the help]' {-V,--version}'[print the version]'");
  if (place.command != nullptr) {
    for (const Flag* flag : completed_flags(*place.command)) add(spec_of(*flag));
  }
  if (!place.next.empty())
    add(place.has_files ? "'1: :_facsim_next_or_files'" : "'1: :_facsim_next'");
  // If no word were offered, zsh would offer the flags.
  add(place.has_files ? "'*:file:_files'" : "'*: :'");
  return text + " ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string text(kHead);
  text += "\n_facsim_is_place() {\n  case $1 in\n";
  for (const Place& place : places()) {
    if (!place.words.empty()) text += "    " + zsh_quoted(place.words) + ") ;;\n";
  }
  text += "    *) return 1 ;;\n  esac\n}\n";
  text += "\n_facsim_at() {\n  local -a facsim_next\n  case $1 in\n";
  for (const Place& place : places()) text += case_of(place);
  text += "  esac\n}\n";
  return text + std::string(kTail);
}

}  // namespace facsim
