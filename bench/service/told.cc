// SPDX-License-Identifier: Apache-2.0
#include "bench/service/told.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "facsim/report/json_line.h"

namespace facsim::bench {
namespace {

// The value that this share of the ascending values does not exceed.
double at_share(const std::vector<double>& ascending, double share) {
  if (ascending.empty()) return 0;
  const double place = std::ceil(share * static_cast<double>(ascending.size())) - 1;
  return ascending[static_cast<std::size_t>(std::max(place, 0.0))];
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

std::string Told::json() && {
  std::sort(latencies.begin(), latencies.end());
  JsonLine line;
  line.text("mode", mode);
  line.number("pages", pages);
  line.number("requests", requests);
  line.number("bytes", bytes);
  line.number("seen", seen);
  line.number("added", added);
  line.number("too_short", too_short);
  line.number("copies", copies);
  line.number("refused", refused);
  line.ratio("seconds", seconds);
  line.ratio("server_cpu_seconds", server_cpu_seconds);
  line.ratio("client_cpu_seconds", client_cpu_seconds);
  line.ratio("longest_silence_ms", longest_silence * 1e3);
  line.ratio("median_ms", at_share(latencies, 0.5) * 1e3);
  line.ratio("p99_ms", at_share(latencies, 0.99) * 1e3);
  line.ratio("p999_ms", at_share(latencies, 0.999) * 1e3);
  line.ratio("max_ms", at_share(latencies, 1) * 1e3);
  return std::move(line).take();
}

double cpu_seconds_of(int pid) {
  if (pid == 0) return 0;
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  constexpr int kBefore = 11;  // state to cmajflt
  std::string skipped;
  for (int i = 0; i < kBefore; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double own_cpu_seconds() {
  rusage usage{};
  (void)::getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

}  // namespace facsim::bench
