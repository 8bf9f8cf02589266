// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one exception of the project: what went wrong, where, and of which sort.
//
// Thrown only for the caller's impossible requests and the system's failures. A strange page is
// never an Error: it is a Skip (model/skip.h), a value that is counted. Caught at the doors (main
// maps `code` to a status), where a word of context is added, and where one bad input is counted.

#include <stdexcept>
#include <string>
#include <string_view>

namespace facsim {

enum class ErrorCode {
  invalid_argument,  // the caller asked for something impossible
  not_found,         // a named thing is not there
  io,                // the system refused a read or a write
  no_space,          // the disk is full
  damaged,           // a file that cannot be trusted
  unsupported,       // a format or a version that this program does not read
  already_exists,    // refusing to overwrite
  cancelled,         // the user said stop
  busy,              // another program or thread is at it; try again later
  committed,         // the change is made, what came behind it failed: do not make it again
};

class Error : public std::runtime_error {
 public:
  // `what` is a lower-case sentence that names the thing and the remedy; `where` is a path, with
  // `:OFFSET` where a byte offset is known, or empty.
  Error(ErrorCode code, std::string_view what, std::string_view where = {})
      : std::runtime_error(where.empty() ? std::string(what)
                                         : std::string(where).append(": ").append(what)),
        code_(code),
        where_(where) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

 private:
  ErrorCode code_;
  std::string where_;
};

// "WHERE: what is wrong; remedy" up to the remedy: for who knows a better one.
[[nodiscard]] inline std::string without_remedy(std::string_view sentence, std::string_view where) {
  const std::size_t from = sentence.starts_with(where) ? where.size() : 0;
  return std::string(sentence.substr(0, sentence.find("; ", from)));
}

}  // namespace facsim
