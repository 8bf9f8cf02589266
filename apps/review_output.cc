// SPDX-License-Identifier: Apache-2.0
#include "apps/review_output.h"

#include <filesystem>

#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/run_as_judged.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/report/review_page.h"
#include "facsim/result/result_names.h"
#include "facsim/review/review_run.h"

namespace facsim {
namespace {

// The path is made absolute first: weakly_canonical() keeps a relative path that does not exist
// relative.
std::string whole_path(const std::string& path) {
  namespace fs = std::filesystem;
  return fs::weakly_canonical(fs::absolute(path)).lexically_normal().string();
}

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with((std::filesystem::path(folder) / "").string());
}

}  // namespace

void require_page_outside(const std::string& path, const std::string& flag,
                          const RunPlaces& places) {
  const std::string page = whole_path(path);
  if (lies_in(page, whole_path(places.output))) {
    throw Error(ErrorCode::invalid_argument,
                "lies in the output folder; name a file beside it with " + flag, path);
  }
  for (const std::string& input : places.inputs) {
    if (input == "-" || !lies_in(page, whole_path(input))) continue;
    throw Error(ErrorCode::invalid_argument,
                "lies among the inputs; name a file elsewhere with " + flag, path);
  }
  if (!places.index.empty() && lies_in(page, whole_path(places.index))) {
    throw Error(ErrorCode::invalid_argument,
                "lies in the index; name a file elsewhere with " + flag, path);
  }
}

void require_page_place(const std::string& path, const std::string& flag, bool force) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw Error(ErrorCode::invalid_argument, "is a folder; name a file with " + flag, path);
  }
  const std::string parent = fs::path(path).parent_path().string();
  if (!parent.empty() && !fs::is_directory(parent, ignored)) {
    throw Error(ErrorCode::not_found,
                "there is no such folder; make it, or name another with " + flag, parent);
  }
  if (!force && fs::exists(path, ignored)) {
    throw Error(ErrorCode::already_exists,
                "is there; name another with " + flag + ", or use --force", path);
  }
}

void write_review_page(const std::string& folder, const std::string& path,
                       const Settings& settings) {
  const RunFacts run = read_run(folder);
  ReviewOptions options;
  options.pairs_max = settings.review_pairs_max;
  options.with_text = !settings.no_text;
  options.text_bytes_max = settings.review_text_bytes;
  options.limits = settings.limits;
  ReadyProfile judge;
  if (options.with_text) {
    try {
      const Recipe recipe = recipe_of(run, folder + "/" + kSummaryName);
      options.read = read_options_of(run, recipe);
      judge = judging_of(run, recipe, settings);
      options.judge = &judge;
    } catch (const Error& error) {
      options.why_no_text = error.sentence();
    }
  }
  WatchedRun watched(settings);
  const Review review = review_run(folder, options, watched.hooks());
  watched.finish();
  const std::string page = review_html(review, {.folder = folder, .words = program_words});
  write_whole(path, page);
  if (settings.quiet) return;
  for (const Sentence& note : review.notes) print_message(note.in(program_words));
  if (!review.why_no_steps.empty()) print_message(review.why_no_steps.in(program_words));
  print_message(path + ": " + human_count(review.pairs.size()) + " of " +
                human_count(review.pairs_all) + " pairs, " + human_count(review.pairs_with_text) +
                " with their texts; " + human_bytes(page.size()));
}

}  // namespace facsim
