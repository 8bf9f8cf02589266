// SPDX-License-Identifier: Apache-2.0
// facsim index join: prints all close pairs of an index or of files, or of new fingerprints and an
// index.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/fingerprint_input.h"
#include "apps/index_commands.h"
#include "apps/interrupt.h"
#include "apps/pair_lines.h"
#include "apps/read_inputs.h"
#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "facsim/index/name_table.h"
#include "facsim/index/ordered_join.h"
#include "facsim/known/index_join.h"
#include "facsim/known/join_input.h"
#include "facsim/known/open_index.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

// Lines without an id are named by their number; numbers continue across files.
void read_files(const std::vector<std::string>& paths, const Settings& settings, JoinInput& input) {
  visit_fingerprints(paths, settings, [&](const FingerprintRecord& record, std::uint64_t number) {
    record.id.empty() ? input.add(record.fingerprint, number)
                      : input.add(record.fingerprint, record.id);
  });
}

// The join prints what the tables contain, so they are verified unless --map says otherwise.
void require_fingerprints(const std::vector<std::string>& paths, const Settings& settings,
                          const std::string& folder) {
  for (const std::string& path : paths) {
    if (!is_index_folder(path)) continue;
    throw Error{ErrorCode::invalid_argument,
                "is an index; 'facsim index export " + path + " | facsim index join " + folder +
                    " - --input hex --recipe RECIPE' joins two",
                path};
  }
  if (!index_inputs(paths, settings).are_pages) return;
  throw Error{ErrorCode::invalid_argument,
              "join takes files of fingerprints besides the index; pages are looked up one by one: "
              "facsim index query " +
                  folder + " " + paths.front()};
}

// Joins new fingerprints with an index.
void join_with_index(const std::string& folder, const std::vector<std::string>& paths,
                     const Settings& settings) {
  require_fingerprints(paths, settings, folder);
  // Mapped, since it is read once from beginning to end.
  const OpenIndex index(folder, {.residence = Residence::mapped, .kernel = settings.limits.kernel});
  require_recipe(index.manifest(), given_recipe(false, settings), folder);
  if (!settings.map) index.require_sound(throw_if_interrupted);

  TempFolder scratch(settings.limits.tmp);
  IndexJoinOptions options;
  options.max_distance = settings.index_distance();
  options.memory_bytes = settings.limits.memory_bytes / 8 * 7;
  options.kernel = settings.limits.kernel;
  options.check = throw_if_interrupted;
  options.limit = settings.limit;
  PairLines lines(settings);
  options.crowd_entries = kCrowdEntries;
  options.on_crowds = [&](const IndexCrowds& crowds) {
    std::vector<CrowdText> texts;
    for (const IndexCrowd& crowd : crowds.largest) {
      texts.push_back({.name = index.id_of(crowd.first),
                       .entries = crowd.entries,
                       .pairs = crowd.entries * crowd.fresh});
    }
    lines.tell_crowds(texts, crowds.count);
  };
  IndexJoin join(options, scratch);
  NameSpool names(scratch, settings.limits.memory_bytes / 8);
  visit_fingerprints(paths, settings, [&](const FingerprintRecord& record, std::uint64_t number) {
    names.add(record.id.empty() ? std::to_string(number) : std::string(record.id));
    join.add({&record.fingerprint, 1});
  });
  ThreadExecutor executor(settings.limits.threads);
  const IndexJoinOutcome outcome = join.run(index, executor, [&](const IndexPair& pair) {
    lines.add(names.at(pair.fresh), index.id_of(pair.old), static_cast<int>(pair.old.distance));
  });
  lines.finish(outcome.truncated, "new fingerprint", "new fingerprints");
}

}  // namespace

void run_index_join(const Settings& settings) {
  if (settings.inputs.size() < 2) throw_index_usage();
  require_tmp(settings);
  const std::vector<std::string> paths(settings.inputs.begin() + 1, settings.inputs.end());
  if (paths.size() > 1 && is_index_folder(paths.front())) {
    return join_with_index(paths.front(), {paths.begin() + 1, paths.end()}, settings);
  }
  TempFolder scratch(settings.limits.tmp);
  OrderedJoinOptions options;
  options.max_distance = settings.index_distance();
  options.limit = settings.limit;
  options.memory_bytes = settings.limits.memory_bytes / 8 * 7;
  options.kernel = settings.limits.kernel;
  options.check = throw_if_interrupted;
  PairLines lines(settings);
  std::optional<NameTable> names;
  options.crowd_entries = kCrowdEntries;
  options.on_crowds = [&](const OrderedPairs::Crowds& crowds) {
    std::vector<CrowdText> texts;
    for (const Crowd& crowd : crowds.largest) {
      texts.push_back(
          {.name = names->at(crowd.leader), .entries = crowd.entries, .pairs = crowd.pairs()});
    }
    lines.tell_crowds(texts, crowds.count);
  };
  OrderedJoin join(options, scratch);
  JoinInput input(join, scratch, settings.limits.memory_bytes / 8);
  if (paths.size() == 1 && is_index_folder(paths.front())) {
    input.add_index(paths.front(), settings.limits.memory_bytes / 4, scratch, throw_if_interrupted);
  } else if (std::error_code ignored; !std::filesystem::exists(file_of(paths.front()), ignored)) {
    throw Error{ErrorCode::not_found, "there is no such file or index", paths.front()};
  } else if (index_inputs(paths, settings).are_pages) {
    throw Error{ErrorCode::invalid_argument,
                "join takes an index or files of fingerprints; build an index of the pages first: "
                "facsim index build " +
                    paths.front() + " -o IDX"};
  } else {
    read_files(paths, settings, input);
  }
  MemorySections sections;
  names.emplace(input.finish(sections));
  ThreadExecutor executor(settings.limits.threads);
  std::string first;
  std::uint64_t first_number = ~std::uint64_t{0};
  const auto outcome = join.run(executor, [&](const ClosePair& pair) {
    // A crowded entry is the first of many pairs, so its name is looked up once.
    if (pair.first != first_number) first = names->at(first_number = pair.first);
    lines.add(first, names->at(pair.second), pair.distance);
  });
  lines.finish(outcome.truncated, "entry", "entries");
}

}  // namespace facsim
