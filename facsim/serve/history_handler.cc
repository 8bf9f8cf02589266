// SPDX-License-Identifier: Apache-2.0
// Returns the checks by kind over time.
#include <chrono>

#include "facsim/report/json_line.h"
#include "facsim/report/utc_time.h"
#include "facsim/run/unix_time.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/query_number.h"

namespace facsim {
namespace {

constexpr CountBounds kMinutesLimits = {.most = CheckHistory::kMinutesMax,
                                        .usual = CheckHistory::kMinutesMax};

std::string numbers_json(const std::vector<CheckCounts>& minutes, std::size_t name) {
  std::string json = "[";
  for (const CheckCounts& minute : minutes) {
    json.append(json.size() > 1 ? "," : "").append(std::to_string(minute[name]));
  }
  return json += ']';
}

}  // namespace

HttpResponse handle_history(const Call& call) {
  call.target.require_known({"minutes"});
  const std::uint64_t most = count_in_query(call.target, "minutes", kMinutesLimits);
  const auto now = std::chrono::steady_clock::now();
  call.service.history.look(now, call.service.metrics.checks());
  const CheckHistory::Minutes found = call.service.history.last(most, now);
  const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(found.age);
  JsonLine line;
  line.text("begun", utc_time_text(unix_ms() - age.count()));
  line.number("step_seconds", 60);
  JsonLine checks;
  JsonLine totals;
  for (std::size_t name = 0; name < kCheckNames.size(); ++name) {
    checks.json(kCheckNames[name], numbers_json(found.counts, name));
    totals.number(kCheckNames[name], found.totals[name]);
  }
  line.json("checks", std::move(checks).take());
  line.json("totals", std::move(totals).take());
  return {.body = std::move(line).take() + "\n"};
}

}  // namespace facsim
