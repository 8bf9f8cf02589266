// SPDX-License-Identifier: Apache-2.0
// Twenty lines that find which of some texts repeat which.

#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/dedup/texts.h"

int main() {
  const std::string notice =
      "The library is closed from Monday to Wednesday of next week while the reading room on the "
      "second floor gets new lamps, new tables and a quieter floor. Books that are due in these "
      "days may be brought back until Friday without a fee, either at the desk or through the slot "
      "beside the main door. Reserved books wait for you at the branch in Mill Street, which keeps "
      "its usual hours.";
  const std::vector<std::string_view> texts = {
      notice,
      "Three trains an hour run to the coast on Sundays between nine and six. From the station it "
      "is a walk of ten minutes along the river to the harbour, where the ferry leaves.",
      "LIBRARY NEWS: The library is closed from Monday to Wednesday of next week while the reading "
      "room on the second floor gets new lamps, new tables and a quieter floor. Books that are due "
      "in these days may be brought back until Saturday without a fee, either at the desk or "
      "through the slot beside the main door. Reserved books wait for you at the branch in Mill "
      "Street, which keeps its usual hours.",
      notice,
  };

  const std::vector<facsim::TextVerdict> verdicts = facsim::dedup_texts(texts);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].match) {
      std::cout << "text " << i << " repeats text " << verdicts[i].representative << ": "
                << facsim::name_of(verdicts[i].match->kind) << ", resemblance "
                << verdicts[i].match->resemblance << '\n';
    } else {
      std::cout << "text " << i << " is kept\n";
    }
  }
}
