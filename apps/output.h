// SPDX-License-Identifier: Apache-2.0
#pragma once
// Standard output, for results. A failed write is an error and is never ignored.

#include <string>
#include <string_view>

namespace facsim {

// Thrown when the reader of a pipe has gone. This is not a failure; the program then ends by
// SIGPIPE, as other programs do.
struct PipeClosed {};

class Output {
 public:
  // Buffers a little. Throws Error{io, no_space} or PipeClosed.
  void write(std::string_view bytes);
  // Writes out everything; call it at the end.
  void finish();

 private:
  void flush();

  std::string buffer_;
};

// Prints one line on standard error that begins with `facsim: `. Control characters in foreign
// names are shown as '?', so that a name cannot send commands to the terminal.
void print_message(std::string_view message);
// The same, with `warning: ` before the message.
void print_warning(std::string_view message);

// Writes a whole file or none: the text goes to a temporary file beside it, which is then renamed.
// A symbolic link stays one; its target is written. Throws Error{io, no_space}.
void write_whole(const std::string& path, std::string_view text);

// Returns `text` with `instead` for each character that could confuse a terminal: ASCII controls,
// C1 controls (U+0080 to U+009F, also as single bytes), and marks that change the direction of
// text.
[[nodiscard]] std::string without_controls(std::string_view text, char instead);

}  // namespace facsim
