// SPDX-License-Identifier: Apache-2.0
#include "apps/summary_output.h"

#include <cstdio>

#include "apps/json.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/base/version.h"
#include "facsim/files/name_text.h"
#include "facsim/report/summary_text.h"
#include "facsim/store/manifest.h"

namespace facsim {
namespace {

void print_json(const std::string& object) {
  Output output;
  output.write(object);
  output.finish();
}

OrderedJson read_json(const ReadCounts& read, const std::vector<std::string>& warnings) {
  OrderedJson skipped = OrderedJson::object();
  for (std::size_t i = 1; i < read.skipped.size(); ++i) {
    if (read.skipped[i] > 0) skipped[std::string(name_of(static_cast<Skip>(i)))] = read.skipped[i];
  }
  return {{"files", read.files},           {"records_read", read.records_read},
          {"pages_read", read.pages_read}, {"bytes_read", read.bytes_read},
          {"too_short", read.too_short},   {"skipped", std::move(skipped)},
          {"warnings", warnings}};
}

}  // namespace

void print_summary(const Summary& summary, const Settings& settings) {
  for (const std::string& warning : summary.warnings) print_warning(warning);
  if (settings.summary_json) return print_json(to_json(summary));
  if (settings.quiet) return;
  const std::string text = to_text(summary, program_words);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_outcome(const IndexOutcome& outcome, const Settings& settings) {
  if (!settings.summary_json) {
    if (!settings.quiet) print_message(outcome.folder + outcome.text);
    return;
  }
  const Manifest manifest = read_manifest(outcome.folder);
  std::uint64_t entries = 0;
  for (const SegmentEntry& segment : manifest.segments) {
    entries += segment.entries - (segment.tombstones ? segment.tombstones->count : 0);
  }
  const OrderedJson object = {
      {"version", kVersion},
      {"verb", outcome.verb},
      {"index", text_of_name(outcome.folder)},
      {"kind", name_of(manifest.kind)},
      {"entries", outcome.entries},
      {"entries_now", entries},
      {"segments", manifest.segments.size()},
      {"generation", manifest.generation},
      {"read", outcome.read ? read_json(*outcome.read, outcome.warnings) : OrderedJson(nullptr)}};
  print_json(json_line(object));
}

void require_folder_name(const std::string& output) {
  if (output != "-") return;
  throw Error(ErrorCode::invalid_argument,
              "-o -: the result is a folder, which standard output cannot be; name a folder (./- "
              "for one of that name)");
}

std::string pages_text(std::uint64_t count) {
  return human_count(count) + (count == 1 ? " page" : " pages");
}

}  // namespace facsim
