// SPDX-License-Identifier: Apache-2.0
#pragma once
// Standard output, for results. What cannot be written is an error, not a silence.

#include <string>
#include <string_view>

namespace facsim {

// Thrown when the reader of a pipe has gone: not a failure, the program ends as others do.
struct PipeClosed {};

class Output {
 public:
  // Buffers a little. Throws Error{io, no_space} or PipeClosed.
  void write(std::string_view bytes);
  // All is written; call it at the end.
  void finish();

 private:
  void flush();

  std::string buffer_;
};

// One line on standard error, `facsim: ` before it. Control characters of foreign names are shown
// as '?', so that a name cannot command the terminal.
void print_message(std::string_view message);
// The same with `warning: `.
void print_warning(std::string_view message);

// The file appears whole or not at all: it is written beside its place and renamed. A link stays
// one, what it leads to is written. Throws Error{io, no_space}.
void write_whole(const std::string& path, std::string_view text);

// `text` with `instead` for each character that could confuse a terminal: controls of ASCII, C1
// controls (U+0080 to U+009F, also as single bytes), and marks that change the direction of text.
[[nodiscard]] std::string without_controls(std::string_view text, char instead);

}  // namespace facsim
