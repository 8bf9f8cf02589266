// SPDX-License-Identifier: Apache-2.0
// One bounded client on this machine, against a service that runs (bench/whole/service.py starts
// it), Redis or RocksDB. Prints one line of JSON.
//
//   facsim_service_load facts|add --port P --pid ID --templates BODIES --folder TMP
//       --from N --count N --batch N --connections N --seconds-max N
//   facsim_service_load bodies --port P --pid ID --bodies BODIES --type MEDIA-TYPE --count N ...
//   facsim_service_load redis ... (as facts)     facsim_service_load rows ... (without a port)
//   facsim_service_load live --port P --pid ID --count N ...
//   facsim_service_load library --folder TMP --bodies BODIES --type MEDIA-TYPE --count N ...
//   facsim_service_load open --folder STORE [--no-verify]
#include <exception>
#include <filesystem>
#include <iostream>

#include "bench/service/load.h"

namespace {

using facsim::bench::Mode;
using facsim::bench::Told;
using facsim::bench::Wishes;

Told run(const Wishes& wishes) {
  if (wishes.mode == Mode::open) return open_store(wishes);
  if (wishes.mode == Mode::rows) return load_rows(wishes);
  if (wishes.mode == Mode::library) return load_library(wishes);
  if (wishes.mode == Mode::redis) return load_redis(wishes);
  return load_service(wishes);
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::span all(words, static_cast<std::size_t>(count));
    Told told = run(facsim::bench::parse_wishes(all.subspan(all.empty() ? 0 : 1)));
    told.mode = words[1];
    std::cout << std::move(told).json() << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "facsim_service_load: " << error.what() << '\n';
    return 1;
  }
}
