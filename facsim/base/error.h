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
#include <utility>

#include "facsim/base/sentence.h"

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
  // `what` is lower-case and names the thing; `where` is a path, with `:OFFSET` where a byte offset
  // is known, or empty; `remedy` is what the caller can do, or empty. Together they are "WHERE:
  // WHAT; REMEDY", in plain words in what(), in a door's words in sentence().in(words).
  Error(ErrorCode code, Sentence what, std::string_view where = {}, Sentence remedy = {})
      : std::runtime_error(joined(what, where, remedy).plain()),
        code_(code),
        where_(where),
        what_(std::move(what)),
        remedy_(std::move(remedy)) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] Sentence sentence() const { return joined(what_, where_, remedy_); }
  // For callers who know a better remedy.
  [[nodiscard]] Sentence without_remedy() const { return joined(what_, where_, {}); }
  // For callers who name the place themselves.
  [[nodiscard]] Sentence without_place() const { return joined(what_, {}, remedy_); }
  [[nodiscard]] const Sentence& fault() const noexcept { return what_; }  // without both

 private:
  static Sentence joined(const Sentence& what, std::string_view where, const Sentence& remedy) {
    Sentence all(where);
    if (!where.empty()) all += ": ";
    all += what;
    if (!remedy.empty()) all += "; " + remedy;
    return all;
  }

  ErrorCode code_;
  std::string where_;
  Sentence what_;
  Sentence remedy_;
};

}  // namespace facsim
