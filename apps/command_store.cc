// SPDX-License-Identifier: Apache-2.0
// facsim store: queries, fills, copies and checks the pages that a crawler has seen.
#include <array>

#include "apps/commands.h"
#include "apps/store_commands.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

struct StoreVerb {
  std::string_view name;
  void (*run)(const Settings& settings);
};

constexpr std::array kStoreActions = {
    StoreVerb{"load", run_store_load},       StoreVerb{"ask", run_store_ask},
    StoreVerb{"dump", run_store_dump},       StoreVerb{"backup", run_store_backup},
    StoreVerb{"restore", run_store_restore}, StoreVerb{"check", run_store_check},
    StoreVerb{"rebuild", run_store_rebuild}, StoreVerb{"stats", run_store_stats},
    StoreVerb{"retain", run_store_retain},   StoreVerb{"copies", run_store_copies}};

}  // namespace

void run_store(const Settings& settings) {
  if (settings.inputs.empty()) {
    throw Error{ErrorCode::invalid_argument,
                "store needs a verb and the folder of the store (see 'facsim help store')"};
  }
  for (const StoreVerb& verb : kStoreActions) {
    if (verb.name == settings.inputs[0]) return verb.run(settings);
  }
  throw_unknown_verb(command_named(settings.command), settings.inputs[0]);
}

}  // namespace facsim
