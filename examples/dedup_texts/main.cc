// SPDX-License-Identifier: Apache-2.0
// Finds in twenty lines which of some texts repeat another.

#include <facsim/facsim.h>

#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

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

  const std::vector<facsim::Decision> decisions = facsim::dedup_texts(texts);
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const facsim::Decision& decision = decisions[i];
    std::cout << "text " << i;
    if (decision.removed()) {
      std::cout << " repeats text " << decision.representative << ": "
                << facsim::name_of(decision.match.kind) << ", resemblance "
                << decision.match.resemblance << '\n';
    } else {
      std::cout << " is kept\n";
    }
  }
}
