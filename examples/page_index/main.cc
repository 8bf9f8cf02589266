// SPDX-License-Identifier: Apache-2.0
// Looks up pages that were seen before. A reader holds an index of pages open while a writer adds
// to it; `facsim index` and `facsim dedup --against` can open the same folder.
//
//     page_index FOLDER

#include <facsim/facsim.h>

#include <iostream>
#include <string>
#include <vector>

using facsim::Page;
using facsim::PageIndex;

namespace {

Page page_of(const std::string& id, const std::string& what) {
  Page page{.id = id, .url = "https://example.org/" + id};
  for (int i = 0; i < 60; ++i) page.bytes += what + std::to_string(i * i) + " ";
  return page;
}

void say(const PageIndex& index, const Page& page) {
  const std::vector<facsim::FoundPage> seen = index.ask(page);
  if (seen.empty()) std::cout << page.id << " was not seen before\n";
  for (const facsim::FoundPage& old : seen) {
    std::cout << page.id << " repeats " << old.page.id << " (" << old.page.url
              << "): " << (old.match ? facsim::name_of(old.match->kind) : "near, but no duplicate")
              << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const facsim::PageIndexOptions options{.judge = facsim::ready_profile("balanced")};
    PageIndex writer = PageIndex::begin(argv[1], options);
    writer.add(std::vector<Page>{page_of("ferry", "harbour"), page_of("library", "book")});
    PageIndex reader = PageIndex::open(argv[1], options);
    say(reader, page_of("ferry-again", "harbour"));
    say(reader, page_of("museum", "painting"));

    writer.add(std::vector<Page>{page_of("gallery", "painting")});
    say(reader, page_of("museum", "painting"));  // answered from the state that the reader opened
    reader.refresh();
    say(reader, page_of("museum", "painting"));

    writer.erase(std::vector<std::string>{"https://example.org/ferry"});
    writer.compact();
    reader.refresh();
    std::cout << reader.entries() << " pages in " << reader.segments() << " segment\n";
  } catch (const facsim::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
