// SPDX-License-Identifier: Apache-2.0
// facsim index join: all close pairs of an index or of files, or of new fingerprints and an index.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/fingerprint_input.h"
#include "apps/index_commands.h"
#include "apps/inputs.h"
#include "apps/interrupt.h"
#include "apps/pair_lines.h"
#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/base/spill_array.h"
#include "facsim/files/temp_folder.h"
#include "facsim/index/name_table.h"
#include "facsim/index/ordered_join.h"
#include "facsim/run/thread_executor.h"
#include "facsim/seen/index_changes.h"
#include "facsim/seen/index_join.h"
#include "facsim/seen/open_index.h"

namespace facsim {
namespace {

// Fingerprints on their way into a join, and the names of their ordinals.
class JoinInput {
 public:
  JoinInput(OrderedJoin& join, Scratch& scratch, std::size_t memory_bytes)
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

  OrderedJoin& join_;
  NameTableBuilder ids_;
  std::vector<std::uint64_t> waiting_;
};

// The names of the new ones, to be read again in their order.
class NewNames {
 public:
  NewNames(Scratch& scratch, std::size_t memory_bytes) : bytes_(scratch, memory_bytes) {}

  void add(std::string_view name) {
    name = name.substr(0, limits::kLabelBytesMax);
    const auto length = static_cast<std::uint32_t>(name.size());
    bytes_.append(std::as_bytes(std::span(&length, 1)));
    bytes_.append(std::as_bytes(std::span(name)));
  }

  // The name of a number that is not below the last one asked for; valid until the next call.
  const std::string& at(std::uint64_t number) {
    for (; next_ <= number; ++next_) {
      std::uint32_t length = 0;
      bytes_.read(at_, std::as_writable_bytes(std::span(&length, 1)));
      at_ += sizeof length;
      if (next_ == number) {
        name_.resize(length);
        bytes_.read(at_, std::as_writable_bytes(std::span(name_)));
      }
      at_ += length;
    }
    return name_;
  }

 private:
  SpillBytes bytes_;
  std::uint64_t at_ = 0;
  std::uint64_t next_ = 0;
  std::string name_;
};

// What the tables say is printed, so it must be what was written, unless --map says otherwise.
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

// New against old.
void join_with_index(const std::string& folder, const std::vector<std::string>& paths,
                     const Settings& settings) {
  require_fingerprints(paths, settings, folder);
  // Mapped, since it is read once from its beginning to its end.
  const OpenIndex index(folder, {.residence = Residence::mapped, .kernel = settings.limits.kernel});
  require_recipe(index.manifest(), given_recipe(false, settings), folder);
  if (!settings.map) index.require_sound(throw_if_interrupted);

  TempFolder scratch(settings.limits.tmp);
  IndexJoinOptions options;
  options.max_distance = settings.max_distance.value_or(3);
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
  NewNames names(scratch, settings.limits.memory_bytes / 8);
  for_each_fingerprint(
      paths, settings, 1, [&](const FingerprintRecord& record, std::uint64_t number) {
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
  options.max_distance = settings.max_distance.value_or(3);
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
    input.read_index(paths.front(), settings.limits.memory_bytes / 4, scratch);
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
  MemorySections sections;
  names.emplace(input.names(sections));
  ThreadExecutor executor(settings.limits.threads);
  std::string first;
  std::uint64_t first_number = ~std::uint64_t{0};
  const auto outcome = join.run(executor, [&](const ClosePair& pair) {
    // A crowded entry is first in many pairs.
    if (pair.first != first_number) first = names->at(first_number = pair.first);
    lines.add(first, names->at(pair.second), pair.distance);
  });
  lines.finish(outcome.truncated, "entry", "entries");
}

}  // namespace facsim
