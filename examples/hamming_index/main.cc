// SPDX-License-Identifier: Apache-2.0
// Finds fingerprints within distance k: in memory, and in a folder that `facsim index` can open,
// too.
//
//     hamming_index FOLDER

#include <facsim/facsim.h>

#include <iostream>
#include <string>
#include <vector>

using facsim::Fingerprint;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  // A real program computes them from texts of 20 words or more:
  // narrow(*analyzer.analyze(text).fingerprint).
  const Fingerprint day{0x123456789abcdef0}, near{0x123456789abcdef3}, far{0xfedcba9876543210};
  try {
    const std::vector<Fingerprint> all = {day, far, near};
    const facsim::MemoryHammingIndex index(all, 3);
    for (const facsim::HammingNeighbour& found : index.query(near)) {
      std::cout << "in memory: number " << found.number << " at " << found.distance << '\n';
    }
    facsim::visit_close_pairs(all, 3, [](const facsim::HammingPair& pair) {
      std::cout << "pair: " << pair.first << " and " << pair.second << '\n';
    });

    facsim::HammingFolder folder = facsim::HammingFolder::begin(argv[1], facsim::Recipe{}, 3);
    folder.add(std::vector<facsim::HammingEntry>{{day, "monday"}, {far, "far"}});
    folder.add(std::vector<facsim::HammingEntry>{{near, "tuesday"}});
    for (const facsim::HammingHit& hit : folder.query(near)) {
      std::cout << "in the folder: " << hit.id << " at " << hit.distance << '\n';
    }
    folder.join(all, 1, [](std::uint64_t number, const facsim::HammingHit& hit) {
      std::cout << "joined: " << number << " with " << hit.id << '\n';
    });
    folder.erase(std::vector<std::string>{"tuesday"});
    folder.compact();
    std::cout << folder.size() << " entries stay\n";
  } catch (const facsim::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
