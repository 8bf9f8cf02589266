// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the files that the user's words name. Standard input is copied to a temporary file, because
// it is read more than once and a pipe can be read only once.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "facsim/files/temp_folder.h"
#include "facsim/input/input_files.h"
#include "facsim/input/record_reader.h"

namespace facsim {

// The folder for the copy of standard input: `tmp`, or the system's temporary folder if `tmp` is
// empty.
[[nodiscard]] std::string folder_for_stdin(const std::string& tmp);

// Standard input in a file that is deleted with this object. Reads nothing until path() is called.
class SpooledStdin {
 public:
  // `tmp` is an existing folder; `cancelled` must outlive this.
  explicit SpooledStdin(std::string tmp, const std::atomic<bool>* cancelled = nullptr)
      : tmp_(std::move(tmp)), cancelled_(cancelled) {}

  // Reads all of it at the first call. Throws Error{no_space, io}; Error{cancelled} within a fifth
  // of a second after `cancelled` is set, even if no input arrives.
  [[nodiscard]] const std::string& path();
  // Empty before the first call of path().
  [[nodiscard]] const std::string& path_if_read() const noexcept { return path_; }

 private:
  std::string tmp_;
  const std::atomic<bool>* cancelled_;
  std::unique_ptr<TempFolder> folder_;
  std::string path_;
};

// The absolute path from which the file can be read again; empty for standard input, which cannot.
[[nodiscard]] std::string lasting_path_of(const InputFile& file);

// Returns the files that `words` name, "-" for standard input; `is_own` as in FindOptions. Throws
// what find_inputs() of input/input_files.h throws.
[[nodiscard]] InputFiles find_inputs(const std::vector<std::string>& words, const ReadOptions& read,
                                     SpooledStdin& standard_input,
                                     std::function<bool(const std::string& path)> is_own = {});

}  // namespace facsim
