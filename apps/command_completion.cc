// SPDX-License-Identifier: Apache-2.0
// facsim completion: prints the script that a shell loads to complete facsim's words.
#include <array>

#include "apps/completion.h"
#include "apps/output.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"

namespace facsim {
namespace {

struct Shell {
  std::string_view name;
  std::string (*completion)();
};
constexpr std::array kShells = {Shell{"bash", bash_completion}, Shell{"zsh", zsh_completion},
                                Shell{"fish", fish_completion}};

}  // namespace

std::vector<std::string_view> shell_names() {
  std::vector<std::string_view> names;
  for (const Shell& shell : kShells) names.push_back(shell.name);
  return names;
}

void run_completion(const Settings& settings) {
  require_words(settings, 1, "one shell");
  const std::string wanted = settings.inputs.empty() ? "" : settings.inputs.front();
  for (const Shell& shell : kShells) {
    if (shell.name != wanted) continue;
    Output output;
    output.write(shell.completion());
    output.finish();
    return;
  }
  throw Error(ErrorCode::invalid_argument, "completion needs bash, zsh or fish" +
                                               suggestion(wanted, shell_names()) +
                                               " (see 'facsim help completion')");
}

}  // namespace facsim
