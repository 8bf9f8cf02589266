// SPDX-License-Identifier: Apache-2.0
// facsim index rebuild: reads the same pages again by the recipes of this program.
#include <algorithm>

#include "apps/index_commands.h"
#include "apps/interrupt.h"
#include "apps/read_inputs.h"
#include "apps/summary_output.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/index_rebuild.h"
#include "facsim/known/moved_files.h"

namespace facsim {
namespace {

// The settings given to build, as far as the index records them and the user does not override
// them.
Settings as_built(const Manifest& manifest, const std::string& folder, const Settings& given) {
  Settings settings = given;
  if (given.is_given("--profile") || given.recipe) return settings;
  const Recipe old = recipe_of(manifest, folder);
  const BuiltWith built = built_with(manifest, settings.profile);
  settings.profile = built.profile;
  if (built.recipe) settings.recipe = built.recipe;
  const auto named = [&] {
    try {
      return settings.named_recipe();
    } catch (const Error& error) {
      throw Error{ErrorCode::invalid_argument,
                  "its recipe '" + manifest.recipe_name +
                      "' is none of this program; name its file with --recipe FILE",
                  folder};
    }
  };
  const RecipeChanges changes = changes_in(old, named());
  if (!given.text && changes.text) settings.text = changes.text;
  if (!given.shingle_size && changes.shingle_size) settings.shingle_size = changes.shingle_size;
  if (given.topic.empty() && !changes.topic.empty()) settings.topic = changes.topic;
  return settings;
}

void report_rebuilt(const Rebuilt& done, const std::string& folder, const Settings& settings) {
  if (done.missing > 0) {
    std::string names;
    for (const std::string& name : done.missing_names) names += (names.empty() ? "" : ", ") + name;
    if (done.missing > done.missing_names.size()) names += ", ...";
    print_warning(folder + ": " + pages_text(done.missing) +
                  " of the index not found in the inputs and left out: " + names);
  }
  if (done.without_text > 0) {
    print_warning(folder + ": " + pages_text(done.without_text) +
                  " of the index have no text by this recipe and were left out");
  }
  if (done.twice > 0) {
    print_warning(folder + ": " + pages_text(done.twice) +
                  " of the inputs may be ones of which the index had fewer; the first were taken");
  }
  if (!done.moved.empty() && !settings.quiet) {
    print_message(folder + ": " + human_count(done.moved.size()) +
                  (done.moved.size() == 1 ? " file was" : " files were") +
                  " found by the end of the path, not where the index remembers it: " +
                  done.moved.front() + (done.moved.size() == 1 ? "" : ", ..."));
  }
}

// The files that the index's pages came from. An index does not record whether links out of folders
// were followed, so if files are missing, links are followed, too.
IndexPages find_pages(const OpenIndex& index, const std::vector<std::string>& words,
                      const std::string& folder, const Settings& settings) {
  IndexPages pages = index_pages(words, folder, settings);
  const bool has_stdin = std::find(words.begin(), words.end(), "-") != words.end();
  if (settings.read.follow || has_stdin) return pages;
  const std::uint64_t missing = MovedFiles(index, pages.files()).missing();
  if (missing == 0) return pages;
  Settings followed = settings;
  followed.read.follow = true;
  IndexPages more = index_pages(words, folder, followed);
  return MovedFiles(index, more.files()).missing() < missing ? std::move(more) : std::move(pages);
}

}  // namespace

void run_index_rebuild(const Settings& settings) {
  if (settings.inputs.size() < 3) throw_index_usage();
  const std::string& folder = settings.inputs[1];
  require_tmp(settings);
  const IndexInputs inputs = index_inputs(words_after(settings, 2), settings);
  IndexWriter writer(folder, IndexWriter::Start::existing, "facsim index rebuild",
                     lock_wait(settings));
  if (writer.manifest().kind != IndexKind::pages) {
    throw Error{ErrorCode::invalid_argument,
                "is an index of fingerprints, which does not know the pages; build it anew with "
                "'facsim index build INPUT... -o " +
                    folder + " --force'",
                folder};
  }
  if (!inputs.are_pages) {
    throw Error{ErrorCode::invalid_argument,
                "is rebuilt of the files that its pages came from, not of fingerprints", folder};
  }
  const Settings own = as_built(writer.manifest(), folder, settings);
  Manifest next =
      manifest_to_rebuild(writer.manifest(), own.judged_by().profile, own.max_distance, own.codec);
  const OpenIndex index(folder);
  index.require_sound(throw_if_interrupted);
  IndexPages pages = find_pages(index, inputs.paths, folder, own);
  IndexRebuild rebuild(index, pages.files(), throw_if_interrupted);
  TempFolder scratch(own.limits.tmp);
  const IndexChangeOptions options = change_options(own);
  Corpus corpus(scratch, options.memory_bytes / 2, Corpus::Units::none);
  corpus.files = rebuild.files();
  read_pages(pages, corpus, scratch, own);
  const Rebuilt done = rebuild.commit(writer, std::move(next), corpus, options, scratch);
  report_rebuilt(done, folder, own);
  print_outcome({.verb = settings.inputs[0],
                 .folder = folder,
                 .entries = done.entries,
                 .text = ": rebuilt of " + entries_text(done.entries),
                 .read = pages.counts(),
                 .warnings = pages.warnings()},
                own);
}

}  // namespace facsim
