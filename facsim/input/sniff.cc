// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/sniff_internal.h"

#include <algorithm>
#include <array>

#include "facsim/input/json_page_internal.h"
#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

bool has_utf16_mark(std::string_view bytes) noexcept {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::string_view without_mark(std::string_view bytes) noexcept {
  if (bytes.starts_with(kUtf8Mark)) bytes.remove_prefix(kUtf8Mark.size());
  while (!bytes.empty() && is_space(bytes.front())) bytes.remove_prefix(1);
  return bytes;
}

// The first characters of UTF-16 text, as far as they are ASCII.
std::string ascii_of_utf16(std::string_view bytes) {
  const std::size_t low = bytes.starts_with("\xFF\xFE") ? 0 : 1;
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size() && text.size() < 256; i += 2) {
    text.push_back(bytes[i + 1 - low] == '\0' ? bytes[i + low] : '?');
  }
  return text;
}

bool begins_with_tag(std::string_view text) noexcept {
  text = without_mark(text);
  return text.size() >= 2 && text[0] == '<' &&
         (is_letter(text[1]) || text[1] == '!' || text[1] == '?');
}

// In UTF-16 without a mark nearly all NUL bytes stand at even or nearly all at odd places.
bool looks_like_utf16(std::string_view bytes, std::size_t nuls, std::size_t even_nuls) noexcept {
  const std::size_t major = std::max(even_nuls, nuls - even_nuls);
  return nuls * 4 >= bytes.size() && major * 10 >= nuls * 9;
}

bool is_html_extension(std::string_view extension) noexcept {
  return extension == "html" || extension == "htm" || extension == "xhtml";
}

bool is_lines_extension(std::string_view extension) noexcept {
  return extension == "jsonl" || extension == "ndjson";
}

bool is_text_extension(std::string_view extension) noexcept {
  return extension == "txt" || extension == "md";
}

// Of the lines that are seen, at least half are JSON objects: one bad line does not make another
// kind of the file.
bool looks_like_json_lines(std::string_view text, bool whole) {
  text = without_mark(text);
  std::size_t objects = 0;
  std::size_t others = 0;
  for (;;) {
    const std::size_t line_end = text.find('\n');
    if (line_end == std::string_view::npos) break;
    const std::string_view line = trimmed(text.substr(0, line_end));
    if (!line.empty()) ++(is_json_object(line) ? objects : others);
    text.remove_prefix(line_end + 1);
  }
  if (whole) {
    if (!trimmed(text).empty()) ++(is_json_object(text) ? objects : others);
  } else if (objects + others == 0 && text.starts_with('{')) {
    // The first line goes on beyond what is seen: an object begins with a name.
    text.remove_prefix(1);
    return trimmed(text).starts_with('"');
  }
  return objects > 0 && objects >= others;
}

}  // namespace

bool looks_like_html(std::string_view bytes) noexcept {
  return begins_with_tag(has_utf16_mark(bytes) ? ascii_of_utf16(bytes) : bytes.substr(0, 4096));
}

bool has_html_tag(std::string_view bytes) noexcept {
  constexpr std::string_view kTag = "<html";
  bytes = bytes.substr(0, 4096);
  for (std::size_t at = bytes.find('<'); at != std::string_view::npos;
       at = bytes.find('<', at + 1)) {
    if (starts_with_nocase(bytes.substr(at), kTag)) return true;
  }
  return false;
}

bool looks_binary(std::string_view bytes) noexcept {
  constexpr std::string_view kMagics[] = {"%PDF-",
                                          "\x89PNG",
                                          "GIF87a",
                                          "GIF89a",
                                          "\xFF\xD8\xFF",
                                          "PK\x03\x04",
                                          "\x7F"
                                          "ELF",
                                          "\xD0\xCF\x11\xE0",
                                          "\x1F\x8B\x08",
                                          "BZh91AY",
                                          "Rar!\x1A",
                                          "7z\xBC\xAF",
                                          "\xFD"
                                          "7zXZ",
                                          "OggS",
                                          "ID3\x03",
                                          "ID3\x04",
                                          "wOFF",
                                          "wOF2",
                                          "\xCA\xFE\xBA\xBE",
                                          "\x28\xB5\x2F\xFD",
                                          "!<arch>"};
  bytes = bytes.substr(0, kSniffBytes);
  if (std::any_of(std::begin(kMagics), std::end(kMagics),
                  [&](std::string_view magic) { return bytes.starts_with(magic); })) {
    return true;
  }
  if (bytes.starts_with("RIFF") && bytes.size() > 12) return bytes[4] == '\0' || bytes[7] == '\0';
  if (has_utf16_mark(bytes)) return false;
  std::size_t nuls = 0;
  std::size_t even_nuls = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    nuls += bytes[i] == '\0';
    even_nuls += bytes[i] == '\0' && i % 2 == 0;
  }
  return nuls * 32 > bytes.size() && nuls > 4 && !looks_like_utf16(bytes, nuls, even_nuls);
}

NameParts name_parts(std::string_view name) {
  NameParts parts;
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) {
    name.remove_prefix(slash + 1);
  }
  for (const std::string_view suffix : {".gz", ".zst", ".lz4"}) {
    if (name.size() > suffix.size() &&
        equal_nocase(name.substr(name.size() - suffix.size()), suffix)) {
      parts.packing_suffix = suffix;
      name.remove_suffix(suffix.size());
      break;
    }
  }
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && dot > 0) parts.extension = lowered(name.substr(dot + 1));
  return parts;
}

bool is_page_extension(std::string_view extension) noexcept {
  return is_html_extension(extension) || is_lines_extension(extension) ||
         is_text_extension(extension) || extension == "warc" || extension == "arc" ||
         extension == "wet";
}

std::optional<FileKind> kind_of(std::string_view extension, std::string_view beginning,
                                bool whole) {
  if (beginning.starts_with("PAR1") || extension == "parquet") return {};
  if (beginning.size() > 5 && beginning.starts_with("WARC/") && is_digit(beginning[5])) {
    return FileKind::warc;
  }
  if (beginning.starts_with("filedesc:")) return FileKind::arc;
  if (extension == "warc" || extension == "wet") return FileKind::warc;
  if (extension == "arc") return FileKind::arc;
  if (is_lines_extension(extension)) return FileKind::json_lines;
  if (is_html_extension(extension)) return FileKind::html;
  if (extension == "md") return FileKind::text;
  const std::string_view text = without_mark(beginning);
  // An array is no line of ours, but its lines say so one by one; as one text it would hide it.
  if (extension == "json" && (text.starts_with('{') || text.starts_with('['))) {
    return FileKind::json_lines;
  }
  if (looks_like_json_lines(beginning, whole)) return FileKind::json_lines;
  if (extension == "txt") return FileKind::text;
  return looks_like_html(beginning) ? FileKind::html : FileKind::text;
}

std::string_view name_of(FileKind kind) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"json_lines", "warc", "arc", "html", "text"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace facsim
