// SPDX-License-Identifier: Apache-2.0
#pragma once
// What goes into an index, or is looked up in it: fingerprints from files, or those of pages.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/settings.h"
#include "facsim/input/fingerprint_files.h"
#include "facsim/page/analysis.h"

namespace facsim {

// What the inputs of an index are: fingerprints, by --input or by their names, or else pages, whose
// fingerprints are made by the recipe. Throws Error{invalid_argument} for some of both.
struct IndexInputs {
  std::vector<std::string> paths;
  bool are_pages = false;
};
[[nodiscard]] IndexInputs index_inputs(std::vector<std::string> paths, const Settings& settings);

// What is to be opened: standard input for "-".
[[nodiscard]] std::string file_of(const std::string& path);

// Files of fingerprints, in the form that --input says, else their names. Throws
// Error{invalid_argument} where neither does.
[[nodiscard]] std::vector<FingerprintInput> fingerprint_inputs(
    const std::vector<std::string>& paths, const Settings& settings);

// Makes the fingerprints of pages, one object a thread.
class PageFingerprints {
 public:
  PageFingerprints(const ReadyProfile& judging, const Settings& settings);
  // Nothing for a page that is too short.
  [[nodiscard]] std::optional<std::uint64_t> of(const Page& page, MemoryRoom* room = nullptr);
  void keep_at_most(std::size_t bytes) { analyzer_->keep_at_most(bytes); }

 private:
  std::unique_ptr<PageAnalyzer> analyzer_;
};

// The judging of pages whose fingerprints go into an index: of 64 bits. Throws
// Error{invalid_argument} for another recipe.
[[nodiscard]] ReadyProfile judging_for_index(const Settings& settings);

// Prints the warning of lines that are no fingerprint, if there is one.
void warn_of(const BadLines& bad);

// Calls `visit` for every fingerprint of the files with its number, the first line's 1, and warns
// of lines that are none. Throws as for_each_fingerprint() does, and Error{cancelled}.
void visit_fingerprints(
    const std::vector<std::string>& paths, const Settings& settings,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit);

}  // namespace facsim
