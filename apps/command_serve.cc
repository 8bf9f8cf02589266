// SPDX-License-Identifier: Apache-2.0
// facsim serve: turns settings into a service, and writes its log to standard error.
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "apps/commands.h"
#include "apps/outer_settings.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/read_inputs.h"
#include "apps/serve_demo.h"
#include "apps/serve_store.h"
#include "apps/store_commands.h"
#include "facsim/base/error.h"
#include "facsim/files/own_file.h"
#include "facsim/files/temp_folder.h"
#include "facsim/serve/collections.h"
#include "facsim/serve/log_line.h"
#include "facsim/serve/log_queue.h"
#include "facsim/serve/retention.h"
#include "facsim/serve/server.h"
#include "facsim/serve/service.h"
#include "facsim/serve/tokens.h"
#include "facsim/serve/workers.h"

namespace facsim {
namespace {

constexpr std::uint64_t kTokensFileBytesMax = std::uint64_t{1} << 20;
constexpr std::uint64_t kBodiesShare = 4;  // one part in 4 of --memory

void write_line(const std::string& line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the log has no reader
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

void log_event(LogQueue& log, std::string_view level, std::string_view event,
               std::string_view detail) {
  log.add(log_line(level, event, detail));
}

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

Tokens tokens_of(const Settings& settings) {
  Tokens tokens;
  if (!settings.serve.tokens.empty()) {
    const std::string& file = settings.serve.tokens;
    tokens = Tokens::parse(
        read_own_file(file, kTokensFileBytesMax, "no file of tokens is so large"), file);
    if (tokens.empty()) {
      throw Error{ErrorCode::invalid_argument, "has no tokens; a line is 'write TOKEN'", file};
    }
  }
  tokens.add(Access::read, variable("FACSIM_READ_TOKEN"), "FACSIM_READ_TOKEN");
  tokens.add(Access::write, variable("FACSIM_WRITE_TOKEN"), "FACSIM_WRITE_TOKEN");
  return tokens;
}

void require_tokens(const Listening& listening, const Tokens& tokens) {
  if (!tokens.empty() || is_loopback(listening.address)) return;
  throw Error{ErrorCode::invalid_argument,
              "--listen " + listening.address +
                  ": others than this machine could change the store; pass --tokens FILE, or set "
                  "FACSIM_WRITE_TOKEN"};
}

ServerOptions server_options(const Settings& settings, const Listening& listening) {
  const ServeSettings& serve = settings.serve;
  return {
      .address = listening.address,
      .port = listening.port,
      .threads = settings.limits.threads,
      .connections_max = serve.connections_max,
      .limits = {.head_bytes_max = serve.head_bytes_max, .body_bytes_max = serve.body_bytes_max},
      .head_time = serve.head_time,
      .body_time = serve.body_time,
      .idle_time = serve.idle_time,
      .write_time = serve.write_time,
      .drain_time = serve.drain_time,
      .log_requests = serve.log_requests};
}

Collections::Options collection_options(const Settings& settings, LogQueue& log) {
  return {
      .store = {.durability = settings.serve.durability,
                .limits = settings.limits,
                .waits_for_space = true,
                .front_pages = settings.serve.front_pages,
                .warn =
                    [&log](const Sentence& what) {
                      log_event(log, "warning", "store", what.in(program_words));
                    }},
      .usual = {.profile =
                    settings.is_given("--profile") ? std::optional(settings.profile) : std::nullopt,
                .max_distance = settings.max_distance,
                .names = settings.names,
                .keep_history = settings.serve.keep_history ? std::optional(true) : std::nullopt},
      .jieba = settings.jieba,
      .recipe = settings.recipe.value_or("")};
}

ServerHooks hooks_of(const Settings& settings, LogQueue& log, Service& service) {
  return {
      .log = [&log](std::string line) { log.add(std::move(line)); },
      .started =
          [&](const std::string& address, std::uint16_t port) {
            const bool is_v6 = address.find(':') != std::string::npos;
            log_event(
                log, "info", "listening",
                "http://" + (is_v6 ? "[" + address + "]" : address) + ":" + std::to_string(port));
            if (!settings.serve.demo) return;
            Output output;
            output.write(demo_commands(address, port));
            output.finish();
          },
      .reload =
          [&] {
            try {
              Tokens tokens = tokens_of(settings);
              require_tokens(parse_listening(settings.serve.listen), tokens);
              service.set_tokens(std::move(tokens));
              log_event(log, "info", "tokens", "read again");
            } catch (const std::exception& error) {
              log_event(log, "error", "tokens", std::string("those before stay: ") + error.what());
            }
          }};
}

std::string store_of(const Settings& settings, std::optional<TempFolder>& demo) {
  if (settings.serve.demo) {
    require_words(settings, 0, "no STORE with --demo");
    require_tmp(settings);
    return demo.emplace(settings.limits.tmp).path() + "/demo.store";
  }
  require_words(settings, 1, "one folder, STORE");
  if (settings.inputs.empty()) {
    throw Error{ErrorCode::invalid_argument,
                "takes a folder, STORE, or --demo (see 'facsim help serve')", "serve"};
  }
  return settings.inputs.front();
}

}  // namespace

void run_serve(const Settings& given) {
  raise_file_limit();
  const Settings settings = with_outer_settings(given, kServe);
  const Listening listening = parse_listening(settings.serve.listen);
  Tokens tokens = tokens_of(settings);
  require_tokens(listening, tokens);
  std::optional<TempFolder> demo;
  const std::string folder = store_of(settings, demo);
  if (settings.serve.check_config) {
    (void)settings.judged_by();
    const std::string state = settings.serve.demo ? "" : "; " + store_state(folder, settings);
    return print_message("no fault found in the settings" + state);
  }
  require_free(listening);
  const bool is_new = begins_store(folder);

  LogQueue log(write_line);
  BodyBudget bodies(settings.limits.memory_bytes / kBodiesShare);
  Collections collections(folder, collection_options(settings, log));
  if (is_new && !settings.serve.demo) {
    log_event(log, "info", "begun",
              folder + ": there was no store, so a new and empty one is here");
  }
  if (settings.serve.demo) {
    (void)collections.find(kDefaultCollection)->store.check_and_add(demo_pages());
  }
  std::optional<Workers> workers;
  std::optional<Retention> retention;
  if (settings.serve.retain_age) {
    retention.emplace(collections, Retention::Options{
                                       .age = *settings.serve.retain_age,
                                       .by_last_seen = settings.serve.retain_by_last_seen,
                                       .log = [&log](std::string_view level, const Sentence& what) {
                                         log_event(log, level, "retain", what.in(program_words));
                                       }});
  }
  Service service(
      collections, bodies,
      {.durability = settings.serve.durability,
       .unpacked_bytes_max = settings.serve.unpacked_bytes_max,
       .batch_lines_max = settings.serve.batch_lines_max,
       .free_disk_bytes = settings.serve.free_disk_bytes,
       .words = service_words,
       .queued = [&] { return workers->queued(); },
       .log_dropped = [&log] { return log.dropped(); },
       .retention = [&] { return retention ? retention->figures() : RetentionFigures{}; }});
  service.set_tokens(std::move(tokens));
  workers.emplace(settings.serve.workers, settings.serve.queue_max);
  Server server(service, *workers, server_options(settings, listening),
                hooks_of(settings, log, service));
  server.run();
  log_event(log, "info", "stopped", folder);
}

}  // namespace facsim
