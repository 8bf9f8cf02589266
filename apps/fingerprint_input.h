// SPDX-License-Identifier: Apache-2.0
#pragma once
// The entries or queries of an index: fingerprints from files, or computed from pages.

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

// The inputs of an index. They are files of fingerprints, according to --input or their names, or
// else pages whose fingerprints the recipe computes. Throws Error{invalid_argument} for a mixture
// of both.
struct IndexInputs {
  std::vector<std::string> paths;
  bool are_pages = false;
};
[[nodiscard]] IndexInputs index_inputs(std::vector<std::string> paths, const Settings& settings);

// The path to open: standard input for "-".
[[nodiscard]] std::string file_of(const std::string& path);

// Files of fingerprints, in the form given by --input or else by their names. Throws
// Error{invalid_argument} if neither gives a form.
[[nodiscard]] std::vector<FingerprintInput> fingerprint_inputs(
    const std::vector<std::string>& paths, const Settings& settings);

// Computes the fingerprints of pages. Each thread needs its own object.
class PageFingerprints {
 public:
  PageFingerprints(const ReadyProfile& judging, const Settings& settings);
  // Returns nothing for a page that is too short.
  [[nodiscard]] std::optional<std::uint64_t> of(const Page& page, MemoryRoom* room = nullptr);
  void keep_at_most(std::size_t bytes) { analyzer_->keep_at_most(bytes); }

 private:
  std::unique_ptr<PageAnalyzer> analyzer_;
};

// The judging of pages whose fingerprints go into an index, which must have 64 bits. Throws
// Error{invalid_argument} for any other recipe.
[[nodiscard]] ReadyProfile judging_for_index(const Settings& settings);

// Prints a warning if some lines are not fingerprints.
void warn_of(const BadLines& bad);

// Calls `visit` for every fingerprint of the files with its number; the first line is number 1.
// Warns about lines that are not fingerprints. Throws what for_each_fingerprint() throws, and
// Error{cancelled}.
void visit_fingerprints(
    const std::vector<std::string>& paths, const Settings& settings,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit);

}  // namespace facsim
