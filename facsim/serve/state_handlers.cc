// SPDX-License-Identifier: Apache-2.0
// Returns the description and the state of the service.
#include <chrono>
#include <optional>

#include "facsim/base/version.h"
#include "facsim/report/json_line.h"
#include "facsim/serve/asking.h"
#include "facsim/serve/collection_json.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/openapi.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/resources.h"

namespace facsim {
namespace {

constexpr std::string_view kPlain = "text/plain; charset=utf-8";

// Adds a gauge for every collection.
template <class Value>
void add_gauges(std::string& out, const Collections& collections, std::string_view name,
                std::string_view help, const Value& value) {
  add_metric(out, name, "gauge", help);
  for (const auto& collection : collections.all()) {
    add_sample(out, name, "collection=\"" + collection->name + "\"",
               static_cast<double>(value(collection->store.figures())));
  }
}

void number_or_null(JsonLine& line, std::string_view name, std::optional<std::uint64_t> value) {
  if (value) {
    line.number(name, *value);
  } else {
    line.null(name);
  }
}

void add_gauge(std::string& out, std::string_view name, std::string_view help, double value) {
  add_metric(out, name, "gauge", help);
  add_sample(out, name, "", value);
}

// Figures that the system does not report are left out.
void add_disk(std::string& out, ServiceState& service) {
  const Resources taken =
      resources_of(service.collections.find(kDefaultCollection)->store.folder());
  const DiskRoom room = service.disk.room();
  if (taken.disk_bytes) {
    add_gauge(out, "facsim_disk_bytes", "What the files of the store take.",
              static_cast<double>(*taken.disk_bytes));
  }
  if (taken.disk_free) {
    add_gauge(out, "facsim_disk_free_bytes", "What is free on the disk of the store.",
              static_cast<double>(*taken.disk_free));
  }
  add_gauge(out, "facsim_disk_needed_bytes", "What segments, merges and compaction may write.",
            static_cast<double>(room.needed));
  add_gauge(out, "facsim_disk_free_min_bytes",
            "What must be free on top of that, or no page is added.",
            static_cast<double>(service.disk.free_min()));
  const auto& retention = service.options.retention;
  const RetentionFigures kept = retention ? retention() : RetentionFigures{};
  add_metric(out, "facsim_retained_deleted_total", "counter", "Pages deleted for their age.");
  add_sample(out, "facsim_retained_deleted_total", "", static_cast<double>(kept.deleted));
  add_gauge(out, "facsim_retaining", "1 while old pages are looked for.", kept.is_running ? 1 : 0);
}

}  // namespace

HttpResponse handle_live(const Call& call) {
  call.target.require_known({});
  return {.content_type = std::string(kPlain), .body = "live\n"};
}

HttpResponse handle_ready(const Call& call) {
  call.target.require_known({});
  if (call.service.is_draining) return problem(503, "the service is stopping");
  for (const auto& collection : call.service.collections.all()) {
    const SeenFigures figures = collection->store.figures();
    if (!figures.failure.empty()) {
      return problem(
          503, "collection '" + collection->name + "' takes no changes until " +
                   (figures.is_retried ? "there is room on its disk: " : "it is started again: ") +
                   figures.failure);
    }
    if (const std::string trouble = trouble_of(*collection); !trouble.empty()) {
      return problem(503, "collection '" + collection->name + "' is full: " + trouble);
    }
  }
  return {.content_type = std::string(kPlain), .body = "ready\n"};
}

HttpResponse handle_openapi(const Call& call) {
  call.target.require_known({});
  return {.body = std::string(openapi_json())};
}

HttpResponse handle_info(const Call& call) {
  call.target.require_known({});
  const ServiceOptions& options = call.service.options;
  JsonLine line;
  line.text("program", "facsim");
  line.text("version", kVersion);
  line.text("durability", name_of(options.durability));
  line.number("unpacked_bytes_max", options.unpacked_bytes_max);
  line.number("batch_lines_max", options.batch_lines_max);
  const auto up = std::chrono::steady_clock::now() - call.service.begun;
  line.number("seconds_up", static_cast<std::uint64_t>(
                                std::chrono::duration_cast<std::chrono::seconds>(up).count()));
  const Collections& collections = call.service.collections;
  const Resources taken = resources_of(collections.find(kDefaultCollection)->store.folder());
  number_or_null(line, "memory_bytes", taken.memory_bytes);
  number_or_null(line, "disk_bytes", taken.disk_bytes);
  number_or_null(line, "disk_free_bytes", taken.disk_free);
  line.json("collections", collections_json(collections));
  return {.body = std::move(line).take() + "\n"};
}

HttpResponse handle_metrics(const Call& call) {
  call.target.require_known({});
  const Collections& collections = call.service.collections;
  std::string out = call.service.metrics.text();
  add_gauges(out, collections, "facsim_front_pages", "Pages in memory that no segment has yet.",
             [](const SeenFigures& figures) { return figures.front_pages; });
  add_gauges(out, collections, "facsim_front_bytes", "What those take.",
             [](const SeenFigures& figures) { return figures.front_bytes; });
  add_gauges(out, collections, "facsim_segments", "Segments of the index.",
             [](const SeenFigures& figures) { return figures.segments; });
  add_gauges(out, collections, "facsim_sealed_pages", "Representatives in segments.",
             [](const SeenFigures& figures) { return figures.sealed; });
  add_gauges(out, collections, "facsim_last_row", "Number of the newest row.",
             [](const SeenFigures& figures) { return figures.last_row; });
  add_gauges(out, collections, "facsim_uncrawled_links", "Links that crawlers left out.",
             [](const SeenFigures& figures) { return figures.uncrawled_links; });
  add_gauges(out, collections, "facsim_failed", "1 while nothing can be changed.",
             [](const SeenFigures& figures) { return figures.failure.empty() ? 0 : 1; });
  add_gauges(out, collections, "facsim_disk_full", "1 while writes wait for room on the disk.",
             [](const SeenFigures& figures) { return figures.is_retried ? 1 : 0; });
  add_gauges(out, collections, "facsim_sealing", "1 while a segment of new pages is written.",
             [](const SeenFigures& figures) { return figures.is_sealing ? 1 : 0; });
  add_gauges(out, collections, "facsim_merging_bytes",
             "Bytes of the segments that are being merged; 0 while none are.",
             [](const SeenFigures& figures) { return figures.merging_bytes; });
  add_disk(out, call.service);
  add_metric(out, "facsim_body_bytes", "gauge", "What heads and bodies take in memory.");
  add_sample(out, "facsim_body_bytes", "", static_cast<double>(call.service.bodies.taken()));
  add_metric(out, "facsim_queued_requests", "gauge", "Requests that wait for a worker.");
  const auto& queued = call.service.options.queued;
  add_sample(out, "facsim_queued_requests", "", queued ? static_cast<double>(queued()) : 0);
  add_metric(out, "facsim_log_dropped_total", "counter", "Lines that the log had no room for.");
  const auto& dropped = call.service.options.log_dropped;
  add_sample(out, "facsim_log_dropped_total", "", dropped ? static_cast<double>(dropped()) : 0);
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = std::move(out)};
}

}  // namespace facsim
