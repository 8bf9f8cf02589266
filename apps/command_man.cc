// SPDX-License-Identifier: Apache-2.0
// facsim man: prints the manual page.
#include "apps/commands.h"
#include "apps/man.h"
#include "apps/output.h"

namespace facsim {

void run_man(const Settings& settings) {
  const Command* const command = command_of_words(settings);
  Output output;
  output.write(command != nullptr ? man_page(*command) : man_page());
  output.finish();
}

}  // namespace facsim
