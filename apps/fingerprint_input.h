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
#include "facsim/input/fingerprint_file.h"
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

// Of a file of fingerprints: --input, else by the name.
[[nodiscard]] FingerprintForm form_of(const std::string& path, const Settings& settings);

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

// Lines that are no fingerprint, for one warning at the end.
class BadLines {
 public:
  void add(const std::string& path, const FingerprintBlock& block);
  void warn() const;

 private:
  std::uint64_t count_ = 0;
  std::string first_;  // "FILE:LINE"
};

// Every fingerprint of the files in their order, with its number: the first file's lines count from
// `first_number`, those of further files go on behind. Returns the number that would come next;
// warns of lines that are no fingerprint. Throws as FingerprintFile does, and Error{cancelled}.
std::uint64_t for_each_fingerprint(
    const std::vector<std::string>& paths, const Settings& settings, std::uint64_t first_number,
    const std::function<void(const FingerprintRecord&, std::uint64_t number)>& visit);

}  // namespace facsim
