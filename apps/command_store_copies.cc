// SPDX-License-Identifier: Apache-2.0
// facsim store copies: finds pages that can replace a lost page.
#include "apps/output.h"
#include "apps/read_inputs.h"
#include "apps/store_commands.h"
#include "facsim/files/name_text.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/report/utc_time.h"

namespace facsim {
namespace {

std::string copy_line(const SeenCopy& copy) {
  const SeenPage& page = copy.page;
  const std::string name = page.url.empty() ? name_of_page(page) : page.url;
  std::string line = without_controls(name, ' ');
  const auto add = [&line](std::string_view word) { line.append("\t").append(word); };
  add(copy.match ? name_of(copy.match->kind) : "-");
  add(copy.match ? OrderedJson(rounded_ratio(copy.match->resemblance)).dump() : "-");
  add(utc_time_text(page.first_seen_ms));
  add(utc_time_text(page.last_seen_ms));
  return line + '\n';
}

}  // namespace

void run_store_copies(const Settings& settings) {
  require_store_words(settings, StoreWords::two);
  require_tmp(settings);
  const std::string folder = collection_folder(settings.inputs[1], settings);
  const SeenStore store = open_store(folder, settings, Opening::asks);
  const SeenCopies copies = store.copies(settings.inputs[2], settings.store.limit);
  Output output;
  if (settings.json) {
    output.write(seen_copies_json(copies) + '\n');
  } else {
    for (const SeenCopy& copy : copies.copies) output.write(copy_line(copy));
  }
  output.finish();
}

}  // namespace facsim
