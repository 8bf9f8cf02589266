// SPDX-License-Identifier: Apache-2.0
// Reads the pages of files, folders, archives or standard input ("-") of any supported format.

#include <facsim/facsim.h>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  try {
    facsim::PageReader reader(std::vector<std::string>(argv + 1, argv + argc));
    for (facsim::Page page; reader.next(page);) {
      std::cout << facsim::label_of(reader.name()) << " (" << reader.name().file << ", "
                << (page.format == facsim::PageFormat::html ? "HTML, " : "text, ")
                << page.bytes.size() << " bytes) " << page.url << '\n';
    }
    std::cout << reader.counts().pages_read << " pages in " << reader.counts().records_read
              << " records of " << reader.counts().files << " files\n";
    for (const facsim::Sentence& warning : reader.warnings()) {
      std::cout << warning.plain() << '\n';
    }
  } catch (const facsim::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
