// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which files of a folder are pages or hold pages, and what is said of the others?
//
// Symbolic links to files are followed where their target, with every link on its way resolved,
// lies in the folder; links out of it and links to folders only where the caller says so. A folder
// is walked once, whatever leads to it: under its own name, else under the first link's in byte
// order. Hidden entries are counted and not looked into; the hidden folders in which facsim makes
// its results are passed over in silence.
//
// Cost: a stat an entry, for a link a few more; names that say nothing are opened and looked at,
// 1 KiB of each.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/input/input_files.h"

namespace facsim {

inline constexpr std::string_view kIsResult = "is a result of facsim, not an input";

// What a folder holds and we do not read, for a few warnings however many files there are.
class NotReadHere {
 public:
  explicit NotReadHere(std::string folder) : folder_(std::move(folder)) {}

  // A kind of file that is none of ours: ".png", "no extension", ...
  void other(const std::string& kind);
  // The same of a file that holds text under a name that does not say so: "changelog.gz".
  void text(const std::string& path, const std::string& kind);
  // A file or folder whose name begins with a dot.
  void hidden(const std::string& path);
  // A file or folder that would be read if it could be.
  void refused(const std::string& path, const Sentence& why);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] bool has_refused() const noexcept { return !refused_.empty(); }
  // What files hold text that only their names leave out, and the remedy; empty if none does.
  [[nodiscard]] std::string unread_text() const;
  // Those that were refused come first.
  [[nodiscard]] std::vector<Sentence> warnings() const;

 private:
  struct Refused {
    Sentence why;
    std::vector<std::string> paths;  // the first few
    std::uint64_t count = 0;
  };
  std::string folder_;
  std::map<std::string, std::uint64_t> others_;
  std::map<std::string, Refused> refused_;  // by the plain words of why
  std::string first_hidden_;                // in byte order
  std::uint64_t hidden_count_ = 0;
  std::string first_text_;  // in byte order
  std::uint64_t text_count_ = 0;
  std::uint64_t count_ = 0;
};

// Relative paths in byte order. Throws Error{not_found, io} where `folder` itself cannot be read.
[[nodiscard]] std::vector<std::string> walk_folder(const std::string& folder,
                                                   const FindOptions& options,
                                                   NotReadHere& not_read);

}  // namespace facsim
