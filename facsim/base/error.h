// SPDX-License-Identifier: Apache-2.0
#pragma once
// The only exception of the project: what went wrong, where, and its code.
//
// Thrown only for impossible requests of the caller and failures of the system. A strange page is
// never an Error: it is a Skip (model/skip.h), a value that is counted. Caught only where context
// is added, where one bad input is counted, and at the outermost layer (main maps `code` to a
// status).

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/base/sentence.h"

namespace facsim {

enum class ErrorCode {
  invalid_argument,  // the caller requested something impossible
  not_found,         // a named thing does not exist
  io,                // the system refused a read or a write
  no_space,          // the disk is full
  damaged,           // a file that cannot be trusted
  unsupported,       // a format or a version that this program does not read
  already_exists,    // refusing to overwrite
  cancelled,         // the user stopped it
  busy,              // another program or thread is using it; try again later
  committed,         // the change is made, a later step failed: do not repeat the change
};

class Error : public std::runtime_error {
 public:
  // `what` is lower-case and names the thing; `where` is a path, with `:OFFSET` if a byte offset is
  // known, or empty; `remedy` is what the caller can do, or empty. Together they are "WHERE: WHAT;
  // REMEDY": in plain words in what(), in an interface's words in sentence().in(words).
  Error(ErrorCode code, Sentence what, std::string_view where = {}, Sentence remedy = {})
      : std::runtime_error(joined(what, where, remedy).plain()),
        code_(code),
        where_(where),
        what_(std::move(what)),
        remedy_(std::move(remedy)) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] Sentence sentence() const { return joined(what_, where_, remedy_); }
  // For callers that know a better remedy.
  [[nodiscard]] Sentence without_remedy() const { return joined(what_, where_, {}); }
  // For callers that name the place themselves.
  [[nodiscard]] Sentence without_place() const { return joined(what_, {}, remedy_); }
  [[nodiscard]] const Sentence& fault() const noexcept {
    return what_;
  }  // without place and remedy

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
