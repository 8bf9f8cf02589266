// SPDX-License-Identifier: Apache-2.0
#include "apps/fingerprint_input.h"

#include <algorithm>

#include "apps/interrupt.h"
#include "apps/output.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

FingerprintForm form_of(const std::string& path, const Settings& settings) {
  if (settings.fingerprint_form) return *settings.fingerprint_form;
  if (const std::optional<FingerprintForm> form = fingerprint_form_of(path)) return *form;
  throw Error{ErrorCode::invalid_argument,
              "is not named .hex or .u64; say what is in it with --input hex or --input u64", path};
}

}  // namespace

IndexInputs index_inputs(std::vector<std::string> paths, const Settings& settings) {
  IndexInputs inputs;
  inputs.paths = std::move(paths);
  if (settings.fingerprint_form) return inputs;
  const auto pages = std::count_if(inputs.paths.begin(), inputs.paths.end(),
                                   [](const std::string& p) { return !fingerprint_form_of(p); });
  if (pages > 0 && pages < static_cast<std::ptrdiff_t>(inputs.paths.size())) {
    throw Error{ErrorCode::invalid_argument,
                "some inputs are files of fingerprints (.hex, .u64), others pages; name them in "
                "commands of their own, or say --input hex or u64"};
  }
  inputs.are_pages = pages > 0;
  return inputs;
}

std::string file_of(const std::string& path) { return path == "-" ? "/dev/stdin" : path; }

std::vector<FingerprintInput> fingerprint_inputs(const std::vector<std::string>& paths,
                                                 const Settings& settings) {
  std::vector<FingerprintInput> inputs;
  for (const std::string& path : paths) {
    inputs.push_back({.name = path, .path = file_of(path), .form = form_of(path, settings)});
  }
  return inputs;
}

PageFingerprints::PageFingerprints(const ReadyProfile& judging, const Settings& settings)
    : analyzer_(std::make_unique<PageAnalyzer>(AnalyzerOptions{.profile = judging.profile,
                                                               .tables = judging.tables,
                                                               .extract = {},
                                                               .kernel = settings.limits.kernel,
                                                               .with_visible = false,
                                                               .with_sketch = false,
                                                               .with_digest = false})) {}

std::optional<std::uint64_t> PageFingerprints::of(const Page& page, MemoryRoom* room) {
  const Analysis& analysis = analyzer_->analyze(page, room);
  if (!analysis.fingerprint) return std::nullopt;
  return analysis.fingerprint->low;
}

ReadyProfile judging_for_index(const Settings& settings) {
  ReadyProfile judging = settings.judged_by();
  const Recipe& recipe = judging.profile.recipe;
  if (recipe.fingerprint.bits != 64) {
    throw Error{ErrorCode::invalid_argument,
                "an index takes fingerprints of 64 bits; '" + recipe.name + "' makes " +
                    std::to_string(recipe.fingerprint.bits) +
                    "; use 'facsim fingerprint', or facsim.HammingIndex in Python"};
  }
  return judging;
}

void warn_of(const BadLines& bad) {
  if (const std::optional<std::string> warning = bad.warning()) print_warning(*warning);
}

void visit_fingerprints(
    const std::vector<std::string>& paths, const Settings& settings,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit) {
  warn_of(for_each_fingerprint(fingerprint_inputs(paths, settings), 1, throw_if_interrupted, visit)
              .bad);
}

}  // namespace facsim
