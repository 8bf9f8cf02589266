// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the files of a folder that are pages or hold pages, and warns about the others.
//
// Symbolic links to files are followed if their target, with all links resolved, is inside the
// folder; links out of the folder and links to folders only if `follow` is set. Each folder is
// walked once, whatever leads to it: under its own name, or under its first link in byte order.
// Hidden entries are counted but not opened; the hidden folders in which facsim writes its results
// are skipped silently.
//
// Cost: one stat per entry, a few more for a link; a file whose name shows no kind is opened, and 1
// KiB of it is read.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/input/input_files.h"

namespace facsim {

inline constexpr std::string_view kIsResult = "is a result of facsim, not an input";

// The entries of a folder that are not read, summarized in a few warnings.
class NotReadHere {
 public:
  explicit NotReadHere(std::string folder) : folder_(std::move(folder)) {}

  // Counts a file of another kind: ".png", "no extension", ...
  void other(const std::string& kind);
  // The same for a file that holds text although its name does not say so: "changelog.gz".
  void text(const std::string& path, const std::string& kind);
  // Counts a file or folder whose name begins with a dot.
  void hidden(const std::string& path);
  // Counts a file or folder that should be read but cannot be.
  void refused(const std::string& path, const Sentence& why);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] bool has_refused() const noexcept { return !refused_.empty(); }
  // A warning about files that hold text under other names, and the remedy; empty without such
  // files.
  [[nodiscard]] std::string unread_text() const;
  // Refused files come first.
  [[nodiscard]] std::vector<Sentence> warnings() const;

 private:
  struct Refused {
    Sentence why;
    std::vector<std::string> paths;  // the first few
    std::uint64_t count = 0;
  };
  std::string folder_;
  std::map<std::string, std::uint64_t> others_;
  std::map<std::string, Refused> refused_;  // the key is `why` in plain words
  std::string first_hidden_;                // in byte order
  std::uint64_t hidden_count_ = 0;
  std::string first_text_;  // in byte order
  std::uint64_t text_count_ = 0;
  std::uint64_t count_ = 0;
};

// Returns relative paths in byte order. Throws Error{not_found, io} if `folder` itself cannot be
// read.
[[nodiscard]] std::vector<std::string> walk_folder(const std::string& folder,
                                                   const FindOptions& options,
                                                   NotReadHere& not_read);

}  // namespace facsim
