// SPDX-License-Identifier: Apache-2.0
// The completion for bash.
#include <map>

#include "apps/completion.h"

namespace facsim {
namespace {

// Finds where the cursor is, using the tables above.
constexpr std::string_view kBashWalk = R"bash(
# Whether the word is a flag with a value here: kind and words say which.
_facsim_takes_value() {
  kind= words=
  _facsim_value "$1" "$2"
  [[ $kind ]]
}

_facsim() {
  local cur=${COMP_WORDS[COMP_CWORD]} flag= prefix= topic= place= beyond=0 i word
  local kind= words= operands= flags= only_words=
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      only_words=1
    elif [[ $word == -?* && ! $only_words ]]; then
      [[ $word == *=* ]] && continue
      _facsim_takes_value "$topic" "$word" || continue
      [[ ${COMP_WORDS[i + 1]} == '=' ]] && ((++i))
      ((++i < COMP_CWORD)) || flag=$word
    elif ((beyond == 0)) && _facsim_place "$place${place:+ }$word"; then
      place+=${place:+ }$word
      _facsim_flags "$place" && topic=$place
    else
      ((++beyond))
    fi
  done
  [[ $flag && $cur == '=' ]] && cur=
  if [[ ! $flag && $cur == --*=* && ! $only_words ]]; then
    flag=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
  fi

  if [[ $flag ]]; then
    _facsim_takes_value "$topic" "$flag"
    operands=$kind
    if [[ $kind == list ]]; then
      prefix+=${cur%"${cur##*,}"} cur=${cur##*,}
      compopt -o nospace 2>/dev/null
    fi
  elif [[ $cur == -* && ! $only_words ]]; then
    _facsim_flags "$topic"
    words=$flags
  else
    _facsim_place "$place"
    ((beyond == 0)) || words=
  fi
  [[ $words ]] && COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$cur"))
  local how=
  [[ $operands == *files ]] && how=-f
  [[ $operands == folders ]] && how=-d
  if [[ $how ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do
      COMPREPLY+=("$prefix$word")
    done < <(compgen $how -- "$cur")
  fi
}

complete -F _facsim facsim
)bash";

std::string bash_quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string name_of(Offered kind) {
  switch (kind) {
    case Offered::nothing:
      return "any";
    case Offered::words:
      return "words";
    case Offered::list:
      return "list";
    case Offered::words_or_files:
      return "words,files";
    case Offered::files:
      return "files";
    case Offered::folders:
      return "folders";
  }
  return "any";
}

// The completions of each place, as a shell function that fails for an unknown place.
std::string function_of_places() {
  std::string text = "_facsim_place() {\n  words= operands=\n  case $1 in\n";
  for (const Place& place : places()) {
    text += "    " + bash_quoted(place.words) + ")";
    if (!place.next.empty()) text += " words=" + bash_quoted(joined(place.next, " "));
    if (place.has_files) text += " operands=files";
    text += " ;;\n";
  }
  return text + "    *) return 1 ;;\n  esac\n}\n";
}

std::string function_of_flags() {
  std::string text = "_facsim_flags() {\n  flags=\n  case $1 in\n";
  text += "    '') flags='--help -h --version -V' ;;\n";
  for (const Command* command : commands_and_verbs()) {
    std::vector<std::string_view> names;
    for (const Flag* flag : completed_flags(*command)) {
      names.push_back(flag->name);
      if (!flag->letter.empty()) names.push_back(flag->letter);
    }
    text += "    " + bash_quoted(full_name(*command)) +
            ") flags=" + bash_quoted(joined(names, " ")) + " ;;\n";
  }
  return text + "    *) return 1 ;;\n  esac\n}\n";
}

// A flag with the same values in every command is listed once for all of them.
std::string function_of_values() {
  std::map<std::string, std::map<std::string, std::string>> patterns;  // flag -> values -> commands
  for (const Command* command : commands_and_verbs()) {
    for (const Flag* flag : completed_flags(*command)) {
      if (flag->value.empty()) continue;
      std::string values = "kind=" + name_of(offered(*flag));
      if (flag->choices.words != nullptr) {
        values += " words=" + bash_quoted(joined(flag->choices.words(), " "));
      }
      for (const std::string_view name : {flag->name, flag->letter}) {
        if (name.empty()) continue;
        std::string& where = patterns[std::string(name)][values];
        where += (where.empty() ? "" : " | ") +
                 bash_quoted(full_name(*command) + ":" + std::string(name));
      }
    }
  }
  std::string text = "_facsim_value() {\n  case $1:$2 in\n";
  for (const auto& [name, meanings] : patterns) {
    for (const auto& [values, where] : meanings) {
      text += "    " + (meanings.size() == 1 ? "*:" + name : where) + ") " + values + " ;;\n";
    }
  }
  return text + "  esac\n}\n";
}

}  // namespace

std::string bash_completion() {
  return "# bash completion of facsim, made by 'facsim completion bash'\n" + function_of_places() +
         "\n" + function_of_flags() + "\n" + function_of_values() + std::string(kBashWalk);
}

}  // namespace facsim
