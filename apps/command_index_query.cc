// SPDX-License-Identifier: Apache-2.0
// facsim index query and join: who lies within distance k of whom?
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <memory>
#include <mutex>

#include "apps/fingerprint_input.h"
#include "apps/hexadecimal.h"
#include "apps/index_commands.h"
#include "apps/inputs.h"
#include "apps/interrupt.h"
#include "apps/json.h"
#include "apps/output.h"
#include "facsim/base/error.h"
#include "facsim/base/spill_sort.h"
#include "facsim/engine/index_changes.h"
#include "facsim/engine/open_index.h"
#include "facsim/engine/ordered_pipeline.h"
#include "facsim/engine/thread_executor.h"
#include "facsim/files/temp_folder.h"
#include "facsim/index/join.h"
#include "facsim/index/name_table.h"

namespace facsim {
namespace {

// An id as a JSON string. Most need no escapes, and most of the time would go into finding out.
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

// Some queries, from a file's bytes to the lines of their answers.
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

  // One page, whose answer is added to `out`; whether the limit cut it.
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

  // A page without a fingerprint, which nothing is like.
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

// Blocks of all files, one after the other.
class QueryReader {
 public:
  QueryReader(std::vector<std::string> paths, const Settings& settings)
      : paths_(std::move(paths)), settings_(settings) {
    for (const std::string& path : paths_) (void)form_of(path, settings_);
  }
  bool next(QueryBatch& batch) {
    throw_if_interrupted();
    for (; at_ < paths_.size(); ++at_, file_.reset()) {
      if (!file_)
        file_ = std::make_unique<FingerprintFile>(file_of(paths_[at_]),
                                                  form_of(paths_[at_], settings_));
      batch.file = paths_[at_];
      if (file_->next(batch.block)) return true;
    }
    return false;
  }

 private:
  std::vector<std::string> paths_;
  const Settings& settings_;
  std::size_t at_ = 0;
  std::unique_ptr<FingerprintFile> file_;
};

// Both return how many answers the limit cut.
std::uint64_t query_files(const OpenIndex& index, const std::vector<std::string>& paths,
                          const Settings& settings, Output& output) {
  std::vector<std::unique_ptr<Answerer>> workers;
  for (int i = 0; i < settings.dedup.threads; ++i) {
    workers.push_back(std::make_unique<Answerer>(index, settings));
  }
  QueryReader reader(paths, settings);
  BadLines bad;
  std::uint64_t truncated = 0;
  OrderedPipeline<QueryBatch> pipeline(settings.dedup.threads);
  pipeline.run(
      {.produce = [&](QueryBatch& batch) { return reader.next(batch); },
       .process = [&](QueryBatch& batch, std::size_t worker) { workers[worker]->answer(batch); },
       .commit =
           [&](QueryBatch& batch) {
             output.write(batch.text);
             bad.add(batch.file, batch.block);
             truncated += batch.truncated;
           }});
  bad.warn();
  return truncated;
}

std::uint64_t query_pages(const OpenIndex& index, const std::vector<std::string>& paths,
                          const Settings& settings, Output& output) {
  const Judging judging = judging_for_index(settings);
  std::atomic<std::uint64_t> truncated = 0;
  const auto make_printer = [&](const std::vector<InputFile>& /*files*/) -> PrintPage {
    auto fingerprints = std::make_shared<PageFingerprints>(judging, settings);
    auto answerer = std::make_shared<Answerer>(index, settings);
    return [fingerprints, answerer, &truncated](const PageName& name, const Page& page,
                                                std::string& out) {
      const std::optional<std::uint64_t> fingerprint = fingerprints->of(page);
      if (!fingerprint) return answerer->answer_nothing(label_of(name), out);
      if (answerer->answer(*fingerprint, label_of(name), out)) ++truncated;
    };
  };
  SpooledStdin standard_input(settings);
  print_pages(paths, settings, standard_input, make_printer, output);
  return truncated;
}

// Fingerprints on their way into a join, and the names of their ordinals.
class JoinInput {
 public:
  JoinInput(JoinBuilder& join, Scratch& scratch, std::size_t memory_bytes)
      : join_(join), ids_(scratch, memory_bytes) {}

  void read_index(const std::string& folder, std::uint64_t memory_bytes, Scratch& scratch) {
    for_each_entry(folder, memory_bytes, scratch,
                   [&](std::uint64_t fingerprint, std::string_view id) {
                     const std::optional<std::uint64_t> number = id_as_number(id);
                     number ? ids_.add(*number) : ids_.add(id);
                     add(fingerprint);
                   });
    flush();
  }

  // Lines without an id are called by their number, those of further files by the numbers behind.
  void read_files(const std::vector<std::string>& paths, const Settings& settings) {
    for_each_fingerprint(paths, settings, 1,
                         [&](const FingerprintRecord& record, std::uint64_t number) {
                           record.id.empty() ? ids_.add(number) : ids_.add(record.id);
                           add(record.fingerprint);
                         });
    flush();
  }

  [[nodiscard]] NameTable names(MemorySections& sections) {
    ids_.finish(sections, kIdNames);
    return {sections, kIdNames, join_.size()};
  }

 private:
  void add(std::uint64_t fingerprint) {
    waiting_.push_back(fingerprint);
    if (waiting_.size() == kAtOnce) flush();
  }
  void flush() {
    join_.add(waiting_);
    waiting_.clear();
  }

  static constexpr std::size_t kAtOnce = 8192;

  JoinBuilder& join_;
  NameTableBuilder ids_;
  std::vector<std::uint64_t> waiting_;
};

}  // namespace

void run_index_query(const Settings& settings) {
  if (settings.inputs.size() < 3) throw_index_usage();
  const std::string& folder = settings.inputs[1];
  const IndexInputs inputs =
      index_inputs({settings.inputs.begin() + 2, settings.inputs.end()}, settings);
  const OpenIndex index(folder, {.residence = settings.map ? Residence::mapped : Residence::loaded,
                                 .kernel = settings.dedup.kernel});
  require_recipe(index.manifest(), given_recipe(inputs.are_pages, settings), folder);
  const int served = static_cast<int>(index.manifest().max_distance);
  if (settings.max_distance && (*settings.max_distance < 0 || *settings.max_distance > served)) {
    throw Error{ErrorCode::invalid_argument,
                "serves distances 0.." + std::to_string(served) + ", not " +
                    std::to_string(*settings.max_distance) +
                    "; build an index with a larger --max-distance",
                folder};
  }
  Output output;
  const std::uint64_t truncated = inputs.are_pages
                                      ? query_pages(index, inputs.paths, settings, output)
                                      : query_files(index, inputs.paths, settings, output);
  output.finish();
  if (truncated > 0 && !settings.json) {
    print_warning(std::to_string(truncated) + " queries have more matches than --limit " +
                  std::to_string(settings.limit) + " prints");
  }
}

void run_index_join(const Settings& settings) {
  if (settings.inputs.size() < 2) throw_index_usage();
  require_tmp(settings);
  TempFolder scratch(settings.dedup.tmp);
  const std::vector<std::string> paths(settings.inputs.begin() + 1, settings.inputs.end());
  JoinOptions options;
  options.max_distance = settings.max_distance.value_or(3);
  options.memory_bytes_max = settings.dedup.memory_bytes / 2;
  options.kernel = settings.dedup.kernel;
  JoinBuilder join(options, scratch);
  JoinInput input(join, scratch, settings.dedup.memory_bytes / 8);
  if (paths.size() == 1 && is_index_folder(paths.front())) {
    input.read_index(paths.front(), settings.dedup.memory_bytes / 4, scratch);
  } else if (std::error_code ignored; !std::filesystem::exists(file_of(paths.front()), ignored)) {
    throw Error{ErrorCode::not_found, "there is no such file or index", paths.front()};
  } else if (index_inputs(paths, settings).are_pages) {
    throw Error{ErrorCode::invalid_argument,
                "join takes an index or files of fingerprints; build an index of the pages first: "
                "facsim index build " +
                    paths.front() + " -o IDX"};
  } else {
    input.read_files(paths, settings);
  }
  SpillSorter<ClosePair> pairs(scratch, settings.dedup.memory_bytes / 4);
  ThreadExecutor executor(settings.dedup.threads);
  join.run(executor, [&](std::span<const ClosePair> found) {
    throw_if_interrupted();
    for (const ClosePair& pair : found) pairs.add(pair);
  });
  pairs.sort();

  MemorySections sections;
  const NameTable names = input.names(sections);
  Output output;
  std::string line;
  for (ClosePair pair; pairs.next(pair);) {
    line.assign(without_controls(names.at(pair.first), ' ')).append(1, '\t');
    line.append(without_controls(names.at(pair.second), ' ')).append(1, '\t');
    append_number(static_cast<std::uint64_t>(pair.distance), line);
    line += '\n';
    output.write(line);
  }
  output.finish();
}

}  // namespace facsim
