// SPDX-License-Identifier: Apache-2.0
// facsim store: what a crawler has seen, to be asked, filled, copied and checked.
#include <array>

#include "apps/commands.h"
#include "apps/store_commands.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

struct Verb {
  std::string_view name;
  void (*run)(const Settings& settings);
};

constexpr std::array kVerbs = {
    Verb{"load", run_store_load},       Verb{"ask", run_store_ask},
    Verb{"dump", run_store_dump},       Verb{"backup", run_store_backup},
    Verb{"restore", run_store_restore}, Verb{"check", run_store_check},
    Verb{"rebuild", run_store_rebuild}, Verb{"stats", run_store_stats},
    Verb{"retain", run_store_retain},   Verb{"copies", run_store_copies}};

}  // namespace

void run_store(const Settings& settings) {
  if (settings.inputs.empty()) {
    throw Error{ErrorCode::invalid_argument,
                "store needs a verb and the folder of the store (see 'facsim help store')"};
  }
  for (const Verb& verb : kVerbs) {
    if (verb.name == settings.inputs[0]) return verb.run(settings);
  }
  throw_unknown_verb(command_named(settings.command), settings.inputs[0]);
}

}  // namespace facsim
