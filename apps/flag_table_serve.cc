// SPDX-License-Identifier: Apache-2.0
// The flags that only serve has.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/model/named_values.h"
#include "facsim/serve/server.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;
using Word = std::string_view;

constexpr std::array kDurabilities = {"sync"sv, "second"sv, "none"sv};  // of Durability

std::span<const Word> durability_words() { return kDurabilities; }

void apply_durability(Word name, Word word, Settings& settings) {
  settings.serve.durability =
      chosen(name, word, value_named<Durability>(kDurabilities, word), durability_words());
}

void apply_listen(Word name, Word word, Settings& settings) {
  try {
    (void)parse_listening(std::string(word));
  } catch (const Error& error) {
    throw Error{ErrorCode::invalid_argument, std::string(name) + ": " + error.sentence()};
  }
  settings.serve.listen = word;
}

constexpr std::uint64_t kSecondsMost = 86'400;
constexpr std::uint64_t kBodyMost = std::uint64_t{1} << 30;

std::chrono::milliseconds seconds(Word name, Word word) {
  return std::chrono::seconds(whole_number(name, word, {1, kSecondsMost}));
}

// An age of 0 would delete every page at once.
std::chrono::seconds lasting_age(Word name, Word word) {
  const std::chrono::seconds age = age_word(name, word);
  if (age.count() > 0) return age;
  throw Error{ErrorCode::invalid_argument,
              std::string(name) + ": '" + std::string(word) +
                  "' would delete every page at once; give an age above 0, as in " +
                  std::string(name) + " 90d"};
}

template <auto member>
void apply_seconds(Word name, Word word, Settings& settings) {
  settings.serve.*member = seconds(name, word);
}
template <auto member>
std::string usual_seconds() {
  return std::to_string((ServeSettings().*member).count() / 1000);
}
template <auto member, std::uint64_t most>
void apply_serve_count(Word name, Word word, Settings& settings) {
  settings.serve.*member = whole_number(name, word, {1, most});
}
template <auto member>
std::string usual_count() {
  return std::to_string(ServeSettings().*member);
}
template <auto member, std::uint64_t least>
void apply_bytes(Word name, Word word, Settings& settings) {
  settings.serve.*member = byte_size(name, word, {least, kBodyMost});
}
template <auto member>
std::string usual_bytes() {
  return size_word(ServeSettings().*member);
}

void apply_free_disk(Word name, Word word, Settings& settings) {
  settings.serve.free_disk_bytes = word == "0" ? 0 : byte_size(name, word, {1, kSizeMost});
}

using S = ServeSettings;

constexpr std::array kServeFlags = {
    Flag{"--max-distance", "", "K", kJudging,
         "Old pages whose fingerprints differ in at most K bits are candidates, 0 to 12. Only for "
         "a store that is begun; the store keeps it. Default: the profile's.",
         kServe,
         [](Word n, Word w, Settings& s) {
           s.max_distance = static_cast<int>(whole_number(n, w, {0, 12}));
         }},
    Flag{"--names", "", "SWITCH", kJudging,
         "Whether HTML pages of one site are two where names tell them apart, on or off, as of "
         "'facsim dedup'. Only for a store that is begun; the store keeps it. Default: {}.",
         kServe, apply_names, kOnOrOff, [] { return std::string("on"); }},
    Flag{"--history", "", "", kJudging,
         "Keep both texts of a URL or id that comes again with another one; by default the new "
         "one takes the place of the old.",
         kServe, [](Word, Word, Settings& s) { s.serve.keep_history = true; }},
    Flag{"--listen", "", "ADDRESS:PORT", kServing,
         "Where to listen; port 0 takes a free one, which the log names. Another address than of "
         "this machine itself needs --tokens. Default: {}.",
         kServe, apply_listen, kAnyValue, [] { return ServeSettings().listen; }},
    Flag{"--tokens", "", "FILE", kServing,
         "Lines 'read TOKEN' and 'write TOKEN', of 16 to 256 characters: who may ask, and who may "
         "change. Read again on SIGHUP. The variables FACSIM_READ_TOKEN and FACSIM_WRITE_TOKEN "
         "have one each.",
         kServe, [](Word n, Word w, Settings& s) { s.serve.tokens = not_empty(n, w); }},
    Flag{"--durability", "", "WHEN", kServing,
         "An answer to a change comes when the change is on the disk (sync), will be within a "
         "second (second), or when the system likes (none: survives the program, no power cut). "
         "Default: {}.",
         kServe, apply_durability, Choices{words_of<durability_words>},
         [] { return std::string(kDurabilities.at(std::size_t(ServeSettings().durability))); }},
    Flag{"--demo", "", "", kServing,
         "Start on a temporary store with sample pages, and print three curl lines to try.", kServe,
         [](Word, Word, Settings& s) { s.serve.demo = true; }},
    Flag{"--config", "", "FILE", kServing,
         "A TOML file with these flags, as listen = \"127.0.0.1:7700\" or body_max = \"8M\". "
         "Variables (FACSIM_LISTEN, FACSIM_BODY_MAX) count more, flags most.",
         kServe, [](Word n, Word w, Settings& s) { s.serve.config = not_empty(n, w); }},
    Flag{"--check-config", "", "", kServing,
         "Check flags, variables, --config, --tokens and whether STORE can be opened, and end.",
         kServe, [](Word, Word, Settings& s) { s.serve.check_config = true; }},
    Flag{"--workers", "", "N", kServing,
         "How many requests that change the store, or take long, are done at once; most of them "
         "wait for the disk. Default: {}.",
         kServe, apply_serve_count<&S::workers, limits::kThreadsMax>, kAnyValue,
         usual_count<&S::workers>},
    Flag{"--queue-max", "", "N", kServing,
         "So many requests wait for a worker; more are refused with 429. Default: {}.", kServe,
         apply_serve_count<&S::queue_max, 1'000'000>, kAnyValue, usual_count<&S::queue_max>},
    Flag{"--front-pages", "", "N", kServing,
         "So many new pages of a collection, of some 800 bytes each, become a segment; while it is "
         "written four times as many may come, then changes are refused with 429. Default: {}.",
         kServe, apply_serve_count<&S::front_pages, 100'000'000>, kAnyValue,
         usual_count<&S::front_pages>},
    Flag{"--connections-max", "", "N", kServing,
         "So many connections may be open; more are refused with 503. Default: {}.", kServe,
         apply_serve_count<&S::connections_max, 1'000'000>, kAnyValue,
         usual_count<&S::connections_max>},
    Flag{"--head-max", "", "SIZE", kServing,
         "The most that the head of a request may have; else 431. Default: {}.", kServe,
         apply_bytes<&S::head_bytes_max, 1024>, kAnyValue, usual_bytes<&S::head_bytes_max>},
    Flag{"--body-max", "", "SIZE", kServing,
         "The most that a body may have as it comes; else 413. Default: {}.", kServe,
         apply_bytes<&S::body_bytes_max, 1024>, kAnyValue, usual_bytes<&S::body_bytes_max>},
    Flag{"--unpacked-max", "", "SIZE", kServing,
         "The most that a packed body may have when it is unpacked; else 413. Default: {}.", kServe,
         apply_bytes<&S::unpacked_bytes_max, 1024>, kAnyValue, usual_bytes<&S::unpacked_bytes_max>},
    Flag{"--batch-max", "", "N", kServing, "The most lines of a batch. Default: {}.", kServe,
         apply_serve_count<&S::batch_lines_max, 1'000'000>, kAnyValue,
         usual_count<&S::batch_lines_max>},
    Flag{"--free-disk", "", "SIZE", kServing,
         "Answer 507 to requests that add pages while the disk of STORE has less free than SIZE "
         "plus "
         "what the store itself may write: segments, merges and compaction. Checks and deletions "
         "go on. Default: {}, which adds pages until the disk is full.",
         kServe, apply_free_disk, kAnyValue,
         [] { return std::to_string(ServeSettings().free_disk_bytes); }},
    Flag{"--retain-age", "", "AGE", kServing,
         "Delete pages of all collections that were first seen more than AGE ago, in small steps. "
         "AGE is a number and s, m, h, d or w, as 90d. Default: none are deleted.",
         kServe, [](Word n, Word w, Settings& s) { s.serve.retain_age = lasting_age(n, w); }},
    Flag{"--retain-by", "", "TIME", kServing,
         "Which time --retain-age means: first-seen, or last-seen, when a page last came. "
         "Default: {}.",
         kServe,
         [](Word n, Word w, Settings& s) { s.serve.retain_by_last_seen = is_last_seen(n, w); },
         Choices{words_of<time_words>}, [] { return std::string(time_words().front()); }},
    Flag{"--head-time", "", "SECONDS", kServing,
         "In so many seconds the head of a request must come whole; else 408. Default: {}.", kServe,
         apply_seconds<&S::head_time>, kAnyValue, usual_seconds<&S::head_time>},
    Flag{"--body-time", "", "SECONDS", kServing,
         "In so many seconds its body must come whole; else 408. Default: {}.", kServe,
         apply_seconds<&S::body_time>, kAnyValue, usual_seconds<&S::body_time>},
    Flag{"--idle-time", "", "SECONDS", kServing,
         "A connection without a request is closed after so many seconds. Default: {}.", kServe,
         apply_seconds<&S::idle_time>, kAnyValue, usual_seconds<&S::idle_time>},
    Flag{"--write-time", "", "SECONDS", kServing,
         "Who does not take an answer in so many seconds loses the connection. Default: {}.",
         kServe, apply_seconds<&S::write_time>, kAnyValue, usual_seconds<&S::write_time>},
    Flag{"--drain-time", "", "SECONDS", kServing,
         "What is under way after SIGTERM is given so many seconds. Default: {}.", kServe,
         apply_seconds<&S::drain_time>, kAnyValue, usual_seconds<&S::drain_time>},
    Flag{"--log-requests", "", "", kServing,
         "Log every request; by default only those that failed for want of the service.", kServe,
         [](Word, Word, Settings& s) { s.serve.log_requests = true; }},
    Flag{"--memory", "", "SIZE", kRunning,
         "What a collection may take for its rows, at least 64M; bodies of requests may take a "
         "quarter of it. K M G are powers of 1024. Default: {}.",
         kServe,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         },
         kAnyValue, [] { return size_word(Settings().limits.memory_bytes); }},
    Flag{"--threads", "", "N", kRunning,
         "How many threads hold the connections, 1 to 1024. Default: as many as there are "
         "processors.",
         kServe, apply_threads},
};

}  // namespace

std::span<const Flag> serve_flags() noexcept { return kServeFlags; }

}  // namespace facsim
