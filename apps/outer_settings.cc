// SPDX-License-Identifier: Apache-2.0
#include "apps/outer_settings.h"

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "apps/flags.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"
#include "facsim/files/own_file.h"

namespace facsim {
namespace {

constexpr std::uint64_t kConfigBytesMax = std::uint64_t{1} << 20;
// Flags that only make sense on the command line.
constexpr std::array<std::string_view, 4> kOnlyTyped = {"--config", "--check-config", "--help",
                                                        "-h"};

std::vector<const Flag*> outer_flags(CommandBits command) {
  std::vector<const Flag*> outer = flags_of(command);
  std::erase_if(outer, [](const Flag* flag) {
    return std::ranges::find(kOnlyTyped, flag->name) != kOnlyTyped.end();
  });
  return outer;
}

// Returns "body_max" for "--body-max".
std::string key_of(const Flag& flag) {
  std::string key(flag.name.substr(2));
  std::ranges::replace(key, '-', '_');
  return key;
}

std::string variable_of(const Flag& flag) {
  std::string name = "FACSIM_" + key_of(flag);
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// `where` is the variable or the key, which errors name instead of the flag.
void apply_outer(const Flag& flag, const std::string& where, const std::string& value,
                 Settings& settings) {
  if (flag.value.empty()) {
    if (value != "true" && value != "false") {
      throw Error{ErrorCode::invalid_argument, where + ": is true or false, not '" + value + "'"};
    }
  }
  settings.flags_given.push_back(flag.name);
  if (flag.value.empty() && value == "false") return;
  flag.apply(where, value, settings);
}

std::string value_text(const toml::node& node, const std::string& where) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return std::to_string(number->get());
  if (const auto* const truth = node.as_boolean()) return truth->get() ? "true" : "false";
  throw Error{ErrorCode::invalid_argument, where + ": is a text, a number, true or false"};
}

void apply_file(const std::string& file, const std::vector<const Flag*>& known,
                Settings& settings) {
  const std::string text = read_own_file(file, kConfigBytesMax, "no settings are so large");
  toml::table table;
  try {
    table = toml::parse(std::string_view(text));
  } catch (const toml::parse_error& error) {
    throw Error{ErrorCode::invalid_argument, std::string(error.description()),
                file + ":" + std::to_string(error.source().begin.line)};
  }
  std::vector<std::string> keys;
  for (const Flag* flag : known) keys.push_back(key_of(*flag));
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const auto found = std::ranges::find(keys, name);
    if (found == keys.end()) {
      throw Error{
          ErrorCode::invalid_argument,
          "no setting is called '" + name + "'" + suggestion(name, {keys.begin(), keys.end()}),
          file};
    }
    const Flag& flag = *known[static_cast<std::size_t>(found - keys.begin())];
    if (settings.is_given(flag.name)) continue;
    const std::string where = file + ": " + name;
    apply_outer(flag, where, value_text(node, where), settings);
  }
}

}  // namespace

Settings with_outer_settings(Settings settings, CommandBits command) {
  const std::vector<const Flag*> known = outer_flags(command);
  for (const Flag* flag : known) {
    if (settings.is_given(flag->name)) continue;
    const std::string variable = variable_of(*flag);
    const char* const value = std::getenv(variable.c_str());
    if (value != nullptr) apply_outer(*flag, variable, value, settings);
  }
  if (!settings.serve.config.empty()) apply_file(settings.serve.config, known, settings);
  return settings;
}

}  // namespace facsim
