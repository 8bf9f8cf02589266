// SPDX-License-Identifier: Apache-2.0
// facsim index query: finds the entries within distance k of the given fingerprints.
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <memory>

#include "apps/fingerprint_input.h"
#include "apps/hexadecimal.h"
#include "apps/index_commands.h"
#include "apps/interrupt.h"
#include "apps/json.h"
#include "apps/output.h"
#include "apps/read_inputs.h"
#include "facsim/base/error.h"
#include "facsim/known/open_index.h"
#include "facsim/run/ordered_pipeline.h"

namespace facsim {
namespace {

// Appends an id as a JSON string. Most need no escapes, and a general writer would spend most of
// the time on finding that out.
void append_json_string(std::string_view text, std::string& out) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (is_plain) {
    out.append(1, '"').append(text).append(1, '"');
  } else {
    out +=
        OrderedJson(std::string(text)).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  }
}

void append_number(std::uint64_t number, std::string& out) {
  std::array<char, 20> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + 20, number).ptr);
}

// Some queries, from the bytes of a file to the lines of their answers.
struct QueryBatch {
  FingerprintBlock block;
  std::string file;
  std::vector<std::uint64_t> fingerprints;
  std::vector<std::string_view> ids;
  std::string text;
  std::uint64_t truncated = 0;
};

class Answerer {
 public:
  Answerer(const OpenIndex& index, const Settings& settings)
      : index_(index),
        settings_(settings),
        options_{.max_distance = settings.max_distance.value_or(
                     static_cast<int>(index.manifest().max_distance)),
                 .limit = settings.limit},
        search_(index) {}

  // Appends the answer for one page to `out`. Returns true if the limit cut it.
  bool answer(std::uint64_t fingerprint, std::string_view label, std::string& out) {
    label_.assign(label);
    bool cut = false;
    search_.find({&fingerprint, 1}, options_,
                 [&](std::size_t, std::span<const IndexHit> hits, bool truncated) {
                   cut = truncated;
                   add(hits, truncated, out);
                 });
    return cut;
  }

  // Answers for a page without a fingerprint, which resembles no other.
  void answer_nothing(std::string_view label, std::string& out) {
    label_.assign(label);
    add({}, false, out);
  }

  void answer(QueryBatch& batch) {
    batch.fingerprints.clear();
    batch.ids.clear();
    batch.text.clear();
    batch.truncated = 0;
    for_each_record(batch.block, [&](const FingerprintRecord& record) {
      batch.fingerprints.push_back(record.fingerprint);
      batch.ids.push_back(record.id);
    });
    search_.find(batch.fingerprints, options_,
                 [&](std::size_t query, std::span<const IndexHit> hits, bool truncated) {
                   if (truncated) ++batch.truncated;
                   label_.assign(batch.ids[query]);
                   if (label_.empty()) label_ = hexadecimal(batch.fingerprints[query]);
                   add(hits, truncated, batch.text);
                 });
  }

 private:
  void add(std::span<const IndexHit> hits, bool truncated, std::string& out) {
    settings_.json ? add_json(hits, truncated, out) : add_lines(hits, out);
  }

  void add_json(std::span<const IndexHit> hits, bool truncated, std::string& out) {
    out += "{\"query\":";
    append_json_string(label_, out);
    out += ",\"matches\":[";
    for (std::size_t i = 0; i < hits.size(); ++i) {
      out += i == 0 ? "{\"id\":" : ",{\"id\":";
      append_json_string(index_.id_of(hits[i]), out);
      out += ",\"distance\":";
      append_number(hits[i].distance, out);
      out += '}';
    }
    out += truncated ? "],\"truncated\":true}\n" : "],\"truncated\":false}\n";
  }

  void add_lines(std::span<const IndexHit> hits, std::string& out) {
    for (const IndexHit& hit : hits) {
      out.append(without_controls(label_, ' ')).append(1, '\t');
      out.append(without_controls(index_.id_of(hit), ' ')).append(1, '\t');
      append_number(hit.distance, out);
      out += '\n';
    }
  }

  const OpenIndex& index_;
  const Settings& settings_;
  SearchOptions options_;
  OpenIndex::Search search_;
  std::string label_;
};

// Both functions return how many answers the limit cut.
std::uint64_t query_files(const OpenIndex& index, const std::vector<std::string>& paths,
                          const Settings& settings, Output& output) {
  std::vector<std::unique_ptr<Answerer>> workers;
  for (int i = 0; i < settings.limits.threads; ++i) {
    workers.push_back(std::make_unique<Answerer>(index, settings));
  }
  FingerprintBlocks blocks(fingerprint_inputs(paths, settings));
  BadLines bad;
  std::uint64_t truncated = 0;
  OrderedPipeline<QueryBatch> pipeline(settings.limits.threads);
  pipeline.run(
      {.produce =
           [&](QueryBatch& batch) {
             throw_if_interrupted();
             const std::optional<std::size_t> input = blocks.next(batch.block);
             if (input) batch.file = blocks.name_of(*input);
             return input.has_value();
           },
       .process = [&](QueryBatch& batch, std::size_t worker) { workers[worker]->answer(batch); },
       .commit =
           [&](QueryBatch& batch) {
             output.write(batch.text);
             bad.add(batch.file, batch.block);
             truncated += batch.truncated;
           }});
  warn_of(bad);
  return truncated;
}

std::uint64_t query_pages(const OpenIndex& index, const std::vector<std::string>& paths,
                          const Settings& settings, Output& output) {
  const ReadyProfile judging = judging_for_index(settings);
  std::atomic<std::uint64_t> truncated = 0;
  const auto make_printer = [&](const std::vector<InputFile>& /*files*/) -> PrintPage {
    auto fingerprints = std::make_shared<PageFingerprints>(judging, settings);
    auto answerer = std::make_shared<Answerer>(index, settings);
    return [fingerprints, answerer, &truncated](const PageName& name, const Page& page,
                                                const PrintRoom& room, std::string& out) {
      const std::optional<std::uint64_t> fingerprint = fingerprints->of(page, room.room);
      fingerprints->keep_at_most(room.kept_bytes_max);
      if (!fingerprint) return answerer->answer_nothing(label_of(name), out);
      if (answerer->answer(*fingerprint, label_of(name), out)) ++truncated;
    };
  };
  SpooledStdin standard_input = spooled_stdin(settings);
  print_pages(paths, settings, standard_input, make_printer, output,
              settings.json ? PrintSkipped(print_unread_query) : PrintSkipped());
  return truncated;
}

}  // namespace

void run_index_query(const Settings& settings) {
  if (settings.inputs.size() < 3) throw_index_usage();
  const std::string& folder = settings.inputs[1];
  const IndexInputs inputs =
      index_inputs({settings.inputs.begin() + 2, settings.inputs.end()}, settings);
  const OpenIndex index(folder, {.residence = settings.map ? Residence::mapped : Residence::loaded,
                                 .kernel = settings.limits.kernel});
  require_inputs_of(index.manifest(), inputs, settings, folder);
  const int served = static_cast<int>(index.manifest().max_distance);
  if (settings.max_distance && (*settings.max_distance < 0 || *settings.max_distance > served)) {
    throw Error{ErrorCode::invalid_argument,
                "serves distances 0.." + std::to_string(served) + ", not " +
                    std::to_string(*settings.max_distance) +
                    "; build an index with a larger --max-distance",
                folder};
  }
  Output output;
  const auto query = !inputs.are_pages                           ? query_files
                     : index.manifest().kind == IndexKind::pages ? query_page_index
                                                                 : query_pages;
  const std::uint64_t truncated = query(index, inputs.paths, settings, output);
  output.finish();
  if (truncated > 0 && !settings.json) {
    print_warning(std::to_string(truncated) + " queries have more matches than --limit " +
                  std::to_string(settings.limit) + " prints");
  }
}

}  // namespace facsim
