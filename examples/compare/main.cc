// SPDX-License-Identifier: Apache-2.0
// Compares two pages: how alike they are, and where they differ.

#include <facsim/facsim.h>

#include <iostream>
#include <string>

int main() {
  facsim::Page monday;
  monday.format = facsim::PageFormat::html;
  monday.url = "https://harbour.example.org/winter";
  monday.bytes =
      "<title>Winter timetable</title><body><main><h1>Winter timetable</h1><p>From the first of "
      "November the ferry leaves at nine, at noon and at four on weekdays. On Sundays there is one "
      "crossing at eleven, and none in heavy seas. Bicycles travel free of charge, dogs need a "
      "ticket of their own, and cars have to be booked a day ahead by telephone.</p></main>";
  facsim::Page tuesday = monday;
  tuesday.bytes.replace(tuesday.bytes.find("at eleven"), 9, "at ten");

  const facsim::Comparison c = facsim::compare(monday, tuesday);
  std::cout << (c.kind ? facsim::name_of(*c.kind) : "no duplicates") << ", distance " << c.distance
            << ", resemblance " << c.resemblance << ", agreement " << c.agreement << '\n';
  for (const facsim::TextPassage& passage : c.passages) {
    if (!passage.shared) std::cout << "- " << passage.first << "\n+ " << passage.second << '\n';
  }
}
