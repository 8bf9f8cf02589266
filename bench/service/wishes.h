// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options of the load program.

#include <cstdint>
#include <span>
#include <string>

namespace facsim::bench {

enum class Mode {
  facts,    // fingerprints:check in batches
  add,      // the same with add=true
  bodies,   // check, one request for each body of a file
  redis,    // SET ... NX of digests, in pipelines
  rows,     // a bare RocksDB loop with the rows of those pages
  open,     // opens a store, as a service does when it starts
  live,     // GET /livez: the cost of HTTP alone
  library,  // facts of the bodies, by the library alone
};

struct Wishes {
  Mode mode = Mode::facts;
  std::uint16_t port = 0;
  int pid = 0;             // the server, whose CPU time is read; 0: not read
  std::string templates;   // a file of bodies: the real pages from which pages are made
  std::string bodies;      // a file of bodies that are sent unchanged
  std::string type;        // their media type
  std::string folder;      // of a store, or for the bare loop
  std::uint64_t from = 0;  // the first page that is made
  std::uint64_t count = 0;
  std::uint64_t batch = 1;
  std::uint64_t connections = 1;
  double seconds_max = 60;
  bool verify = true;
};

// Throws Error{invalid_argument}.
[[nodiscard]] Wishes parse_wishes(std::span<char*> words);

}  // namespace facsim::bench
