// SPDX-License-Identifier: Apache-2.0
// facsim index: stored fingerprints that can be queried day after day.
#include <array>
#include <cstring>
#include <exception>
#include <unordered_set>

#include "apps/commands.h"
#include "apps/fingerprint_input.h"
#include "apps/hexadecimal.h"
#include "apps/index_commands.h"
#include "apps/interrupt.h"
#include "apps/json.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/read_inputs.h"
#include "apps/summary_output.h"
#include "facsim/base/error.h"
#include "facsim/corpus/near_url.h"
#include "facsim/corpus/scan.h"
#include "facsim/files/byte_source.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/check_index.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/index_corpus.h"
#include "facsim/known/index_fingerprints.h"
#include "facsim/known/open_index.h"
#include "facsim/known/page_manifest.h"

namespace facsim {
namespace {

// Adds the inputs to the index as one segment, and returns how many entries that made.
IndexOutcome grow(IndexWriter& writer, Manifest next, const IndexInputs& inputs,
                  const Settings& settings, bool may_be_empty) {
  IndexOutcome outcome;
  TempFolder scratch(settings.limits.tmp);
  const IndexChangeOptions options = change_options(settings);
  require_design(next, options);
  if (next.kind == IndexKind::pages) {
    IndexPages pages = index_pages(inputs.paths, writer.folder(), settings);
    Corpus corpus(scratch, options.memory_bytes / 2, Corpus::Units::none);
    corpus.files = pages.files();
    corpus.revisits.keep_keys();
    read_pages(pages, corpus, scratch, settings);
    outcome.read = pages.counts();
    outcome.warnings = pages.warnings();
    outcome.entries = add_corpus(writer, std::move(next), corpus, options, may_be_empty, scratch);
  } else {
    outcome.entries =
        add_fingerprints(writer, std::move(next), fingerprint_inputs(inputs.paths, settings),
                         options, may_be_empty, print_warning, scratch);
  }
  return outcome;
}

void report_outcome(IndexOutcome& outcome, const std::string& folder, std::string text,
                    const Settings& settings) {
  outcome.verb = settings.inputs[0];
  outcome.folder = folder;
  outcome.text = std::move(text);
  print_outcome(outcome, settings);
}

Manifest manifest_of(const IndexInputs& inputs, const Settings& settings) {
  const int max_distance = settings.index_distance();
  Manifest manifest;
  if (inputs.are_pages) {
    const ReadyProfile judging = settings.judged_by();
    require_indexable(judging.profile.recipe, "index build");
    manifest = manifest_for_pages(judging.profile, max_distance);
  } else {
    const GivenRecipe recipe = given_recipe(false, settings);
    manifest.recipe = recipe.id;
    manifest.recipe_name = recipe.name;
    manifest.max_distance = static_cast<std::uint32_t>(max_distance);
  }
  manifest.codec = settings.codec;
  return manifest;
}

// True if the index exists. Throws Error{already_exists} then unless --force replaces it; this also
// holds for an index that cannot be read, since its files may still be of use.
bool require_no_index(const Settings& settings) {
  const bool is_there = is_index_folder(settings.output);
  if (is_there && !settings.folder.force) {
    throw Error{ErrorCode::already_exists,
                "there is an index already; add to it with 'facsim index add', or build it anew "
                "with --force",
                settings.output};
  }
  return is_there;
}

void build(const Settings& settings) {
  const IndexInputs inputs = index_inputs(words_after(settings, 1), settings);
  if (inputs.paths.empty()) throw_index_usage();
  if (settings.output.empty()) {
    throw Error{ErrorCode::invalid_argument, "name the index's folder with -o IDX"};
  }
  require_folder_name(settings.output);
  require_tmp(settings);
  Manifest next = manifest_of(inputs, settings);
  require_no_index(settings);
  using Start = IndexWriter::Start;
  IndexWriter writer(settings.output, settings.folder.force ? Start::over : Start::anew,
                     "facsim index build", lock_wait(settings));
  // Check again: the lock may have been waited for, and another writer may have built the index.
  const bool is_there = require_no_index(settings);
  next.generation = writer.manifest().generation;
  next.next_segment = writer.manifest().next_segment;
  IndexOutcome outcome = grow(writer, std::move(next), inputs, settings, !is_there);
  report_outcome(outcome, settings.output, ": built of " + entries_text(outcome.entries), settings);
}

void add(const Settings& settings) {
  if (settings.inputs.size() < 3) throw_index_usage();
  const std::string& folder = settings.inputs[1];
  require_tmp(settings);
  IndexWriter writer(folder, IndexWriter::Start::existing, "facsim index add", lock_wait(settings));
  Manifest next = writer.manifest();
  const IndexInputs inputs = index_inputs(words_after(settings, 2), settings);
  if (next.kind == IndexKind::pages && !inputs.are_pages) {
    throw Error{ErrorCode::invalid_argument,
                "is an index of pages; bare fingerprints can be looked up in it, but not added",
                folder};
  }
  require_inputs_of(next, inputs, settings, folder);
  IndexOutcome outcome = grow(writer, std::move(next), inputs, settings, true);
  report_outcome(outcome, folder, ": " + entries_text(outcome.entries) + " added", settings);
}

void insert_id(std::string_view line, std::unordered_set<std::string>& ids) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!line.empty()) ids.emplace(line);
}

std::unordered_set<std::string> ids_to_delete(const Settings& settings) {
  std::unordered_set<std::string> ids;
  for (const std::string& id : words_after(settings, 2)) ids.insert(id);
  if (settings.ids_file.empty()) return ids;
  const std::unique_ptr<ByteSource> source =
      open_bytes(settings.ids_file == "-" ? "/dev/stdin" : settings.ids_file);
  std::string text;
  std::array<char, 65536> buffer{};
  for (std::size_t count = 0; (count = source->read(buffer)) > 0;) {
    text.append(buffer.data(), count);
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      insert_id(std::string_view(text).substr(begin, end - begin), ids);
    }
    text.erase(0, begin);
  }
  insert_id(text, ids);
  return ids;
}

// Runs after the commit, which holds; an error or an interrupt here only loses the hint.
std::string hint_for(const std::string& word, const std::string& folder) {
  try {
    return did_you_mean(near_urls_in(OpenIndex(folder), word, throw_if_interrupted));
  } catch (const std::exception&) {
    return {};
  }
}

void remove(const Settings& settings) {
  if (settings.inputs.size() < 2) throw_index_usage();
  const std::unordered_set<std::string> ids = ids_to_delete(settings);
  if (ids.empty()) {
    throw Error{ErrorCode::invalid_argument, "name ids to delete, or a file of them with --ids"};
  }
  const std::string& folder = settings.inputs[1];
  Deletion deletion;
  {
    IndexWriter writer(folder, IndexWriter::Start::existing, "facsim index delete",
                       lock_wait(settings));
    deletion = delete_ids(writer, ids, throw_if_interrupted);
  }
  IndexOutcome outcome{.entries = deletion.entries};
  report_outcome(outcome, folder, ": " + entries_text(deletion.entries) + " deleted", settings);
  if (deletion.ids_missing.empty()) return;
  const std::string& first = deletion.ids_missing.front();
  print_warning(folder + ": " + std::to_string(deletion.ids_missing.size()) +
                (deletion.ids_missing.size() == 1 ? " id is" : " ids are") + " not there, '" +
                first + "' among them" + hint_for(first, folder));
}

void compact_index(const Settings& settings) {
  if (settings.inputs.size() != 2) throw_index_usage();
  const std::string& folder = settings.inputs[1];
  require_tmp(settings);
  IndexWriter writer(folder, IndexWriter::Start::existing, "facsim index compact",
                     lock_wait(settings));
  TempFolder scratch(settings.limits.tmp);
  const Compaction done = compact(writer, change_options(settings), scratch);
  IndexOutcome outcome{.entries = done.entries};
  report_outcome(outcome, folder,
                 ": " + entries_text(done.entries) + " in one segment instead of " +
                     std::to_string(done.segments_before) + ", " + std::to_string(done.dropped) +
                     " deleted ones dropped",
                 settings);
}

void export_index(const Settings& settings) {
  if (settings.inputs.size() != 2) throw_index_usage();
  require_tmp(settings);
  TempFolder scratch(settings.limits.tmp);
  Output output;
  for_each_entry(
      settings.inputs[1], settings.limits.memory_bytes, scratch,
      [&](std::uint64_t fingerprint, std::string_view id) {
        output.write(hexadecimal(fingerprint) + "\t" + without_controls(id, ' ') + "\n");
      },
      throw_if_interrupted);
  output.finish();
}

OrderedJson info_json(const OpenIndex& index) {
  const Manifest& manifest = index.manifest();
  OrderedJson info = {{"kind", name_of(manifest.kind)},
                      {"recipe", manifest.recipe_name},
                      {"recipe_id", hexadecimal(static_cast<std::uint64_t>(manifest.recipe))},
                      {"max_distance", manifest.max_distance},
                      {"entries", index.entries()},
                      {"codec", manifest.codec.empty() ? "none" : manifest.codec},
                      {"generation", manifest.generation},
                      {"segments", OrderedJson::array()}};
  for (std::size_t i = 0; i < index.parts().size(); ++i) {
    const OpenIndex::Part& part = *index.parts()[i];
    info["segments"].push_back({{"file", manifest.segments[i].name},
                                {"entries", part.hamming.size()},
                                {"fingerprints", part.hamming.listed()},
                                {"different", part.hamming.distinct()},
                                {"deleted", part.tombstones.size()},
                                {"design", part.hamming.design().name},
                                {"tables", part.hamming.design().tables.size()},
                                {"bytes", manifest.segments[i].stamp.bytes}});
  }
  return info;
}

void info(const Settings& settings) {
  if (settings.inputs.size() != 2) throw_index_usage();
  const OpenIndex index(settings.inputs[1]);
  const OrderedJson info = info_json(index);
  Output output;
  if (settings.json) {
    output.write(json_line(info));
  } else {
    for (const auto& [name, value] : info.items()) {
      if (name == "segments") continue;
      output.write(name + "\t" + (value.is_string() ? value.get<std::string>() : value.dump()) +
                   "\n");
    }
    for (const OrderedJson& segment : info["segments"]) {
      output.write("segment\t" + segment.dump() + "\n");
    }
  }
  output.finish();
}

void check(const Settings& settings) {
  if (settings.inputs.size() != 2) throw_index_usage();
  const std::string& folder = settings.inputs[1];
  const IndexCheck found = check_index(
      folder, [](const Sentence& fault) { print_message(fault.in(program_words)); },
      throw_if_interrupted);
  if (found.faults > 0) {
    throw Error{ErrorCode::damaged,
                std::to_string(found.faults) + (found.faults == 1 ? " fault" : " faults") +
                    "; build it anew with 'facsim index build INPUT -o " + folder + " --force'",
                folder};
  }
  IndexOutcome outcome{.entries = found.entries};
  report_outcome(outcome, folder,
                 ": " + entries_text(found.entries) + " in " + std::to_string(found.segments) +
                     (found.segments == 1 ? " segment" : " segments") + ", all as it should be",
                 settings);
}

struct IndexVerb {
  std::string_view name;
  void (*run)(const Settings& settings);
};

constexpr std::array kIndexActions = {
    IndexVerb{"build", build},         IndexVerb{"add", add},
    IndexVerb{"delete", remove},       IndexVerb{"query", run_index_query},
    IndexVerb{"join", run_index_join}, IndexVerb{"info", info},
    IndexVerb{"check", check},         IndexVerb{"compact", compact_index},
    IndexVerb{"export", export_index}, IndexVerb{"rebuild", run_index_rebuild}};

}  // namespace

void run_index(const Settings& settings) {
  if (settings.inputs.empty()) throw_index_usage();
  for (const IndexVerb& verb : kIndexActions) {
    if (verb.name == settings.inputs[0]) return verb.run(settings);
  }
  throw_unknown_verb(command_named(settings.command), settings.inputs[0]);
}

}  // namespace facsim
