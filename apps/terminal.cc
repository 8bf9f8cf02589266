// SPDX-License-Identifier: Apache-2.0
#include "apps/terminal.h"

#include <sys/ioctl.h>
#include <unicode/uchar.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "facsim/base/utf.h"

namespace facsim {
namespace {

constexpr std::size_t kColumnsMin = 40;
constexpr std::size_t kColumnsMax = 400;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::size_t width_of(char32_t character) {
  const auto code = static_cast<UChar32>(character);
  const int type = u_charType(code);
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR) return 0;
  const int width = u_getIntPropertyValue(code, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

// The longest piece that must not be broken: the characters before the next blank or wide
// character, or a single wide character; including the marks that follow.
std::string_view unbroken_piece(std::string_view text) {
  std::size_t at = 0;
  bool is_wide = false;
  while (at < text.size() && text[at] != ' ') {
    const DecodedCharacter character = decode_utf8(text, at);
    const std::size_t width = width_of(character.value);
    if (at > 0 && width > 0 && (is_wide || width == 2)) break;
    is_wide = is_wide || width == 2;
    at += character.bytes;
  }
  return text.substr(0, at);
}

}  // namespace

Terminal standard_terminal(ColorChoice color) {
  Terminal terminal;
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  winsize size{};
  if (is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.columns = std::clamp<std::size_t>(size.ws_col, kColumnsMin, kColumnsMax);
  }
  terminal.has_colors = color == ColorChoice::always ||
                        (color == ColorChoice::automatic && is_terminal &&
                         environment("NO_COLOR").empty() && environment("TERM") != "dumb");
  return terminal;
}

std::string painted(std::string_view text, Paint paint, const Terminal& terminal) {
  if (!terminal.has_colors || text.empty()) return std::string(text);
  constexpr std::string_view kCodes[] = {"2", "1", "31", "32"};
  return "\x1b[" + std::string(kCodes[static_cast<std::size_t>(paint)]) + "m" + std::string(text) +
         "\x1b[0m";
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter character = decode_utf8(text, at);
    columns += width_of(character.value);
    at += character.bytes;
  }
  return columns;
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t width = 0;
  const auto end_line = [&] {
    if (!line.empty()) lines.push_back(std::move(line));
    line.clear();
    width = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    const bool has_blank = text[at] == ' ';
    if (has_blank) ++at;
    const std::string_view piece = unbroken_piece(text.substr(at));
    at += piece.size();
    const std::size_t wanted = columns_of(piece);
    if (width > 0 && width + (has_blank ? 1 : 0) + wanted > columns) {
      end_line();
    } else if (has_blank && width > 0) {
      line += ' ';
      ++width;
    }
    for (std::size_t i = 0; i < piece.size();) {
      const DecodedCharacter character = decode_utf8(piece, i);
      const std::size_t own = width_of(character.value);
      if (width + own > columns) end_line();
      line += piece.substr(i, character.bytes);
      width += own;
      i += character.bytes;
    }
  }
  end_line();
  return lines;
}

}  // namespace facsim
