// SPDX-License-Identifier: Apache-2.0
// Compares the Hamming index with its peers, in Markdown on standard output.
//
//   facsim_index_bench                        some minutes, 4 GB: up to 10 M fingerprints
//   facsim_index_bench --quick                a minute, up to 1 M
//   facsim_index_bench --full                 100 M and more, 20 GB, an hour
//   facsim_index_bench --section query --count 10000000 --k 3
//   facsim_index_bench --real FILE.hex        real fingerprints, extended by mutation; the file is
//                                             the output of `facsim fingerprint ... | cut -f 2`

#include <charconv>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/index/markdown.h"
#include "bench/index/sections.h"

namespace facsim::bench {
namespace {

constexpr std::string_view kUsage =
    "facsim_index_bench [--section machine|query|peers|planner|growth] [--count N] [--k K] "
    "[--real FILE.hex] [--quick | --full]";

struct Section {
  std::string_view name;
  void (*run)(const Settings&, Reference&);
};

constexpr Section kSections[] = {{"machine", run_machine},
                                 {"query", run_query},
                                 {"peers", run_peers},
                                 {"planner", run_planner},
                                 {"growth", run_growth}};

std::uint64_t number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0) {
    throw std::runtime_error(std::string(text) + ": no number above 0");
  }
  return value;
}

struct CommandLine {
  Settings settings;
  std::string_view section;  // empty: all
};

CommandLine parse(int count, char** arguments) {
  CommandLine line;
  for (int i = 1; i < count; ++i) {
    const std::string_view flag = arguments[i];
    if (flag == "--quick" || flag == "--full") {
      (flag == "--quick" ? line.settings.quick : line.settings.full) = true;
      continue;
    }
    if (i + 1 == count) throw std::runtime_error(std::string(kUsage));
    const std::string_view value = arguments[++i];
    if (flag == "--section") {
      line.section = value;
    } else if (flag == "--count") {
      line.settings.count = number_in(value);
    } else if (flag == "--k") {
      line.settings.k = static_cast<int>(number_in(value));
    } else if (flag == "--real") {
      line.settings.real = read_hex_file(std::string(value));
    } else {
      throw std::runtime_error(std::string(kUsage));
    }
  }
  return line;
}

void run(const CommandLine& line) {
  const Settings& settings = line.settings;
  const bool is_large = settings.full || settings.count.value_or(0) > 40'000'000;
  Reference reference(std::size_t{1} << (is_large ? 31 : 28));
  bool is_known = line.section.empty();
  for (const Section& section : kSections) {
    if (!line.section.empty() && section.name != line.section) continue;
    is_known = true;
    section.run(settings, reference);
  }
  if (!is_known) throw std::runtime_error(std::string(kUsage));
}

}  // namespace
}  // namespace facsim::bench

int main(int count, char** arguments) {
  try {
    facsim::bench::run(facsim::bench::parse(count, arguments));
    return 0;
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "facsim_index_bench: %s\n", error.what());
    return 1;
  }
}
