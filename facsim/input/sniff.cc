// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/sniff_internal.h"

#include <algorithm>
#include <array>

#include "facsim/input/bulk_internal.h"
#include "facsim/input/control_bytes_internal.h"
#include "facsim/input/json_object_internal.h"
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

enum class Wide { no, little_endian, big_endian };

// In UTF-16 without a mark, nearly all NUL bytes are at even places or nearly all at odd places.
bool looks_like_utf16(std::size_t bytes, std::size_t nuls, std::size_t even_nuls) noexcept {
  const std::size_t major = std::max(even_nuls, nuls - even_nuls);
  return nuls * 4 >= bytes && major * 10 >= nuls * 9;
}

// True for characters that occur in texts: ASCII without control characters, letters and signs up
// to those of East Asia, ideographs, hangul, forms of full and half width.
bool is_text_unit(unsigned unit) noexcept {
  if (unit < 0x80) return (unit >= 0x20 && unit < 0x7F) || (unit >= 0x09 && unit <= 0x0D);
  return (unit >= 0xA0 && unit < 0x3400) || (unit >= 0x4E00 && unit < 0xA000) ||
         (unit >= 0xAC00 && unit < 0xD7A4) || (unit >= 0xFF00 && unit < 0xFFF0);
}

// The letters of an alphabet share one or two high bytes: Cyrillic, Arabic, the scripts of India,
// Thai. ASCII and the punctuation of U+2000 occur with them. `low`: the place of the low byte in a
// pair.
bool is_of_one_alphabet(std::string_view bytes, std::size_t low) noexcept {
  constexpr std::size_t kAlphabets = 0x20;  // high bytes up to Greek Extended
  std::array<std::size_t, kAlphabets> units{};
  std::size_t punctuation = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto high = static_cast<unsigned char>(bytes[i + 1 - low]);
    if (high < kAlphabets) ++units[high];
    if (high == 0x20) ++punctuation;
  }
  std::size_t most = 0;
  for (std::size_t high = 1; high + 1 < kAlphabets; ++high) {
    most = std::max(most, units[high] + units[high + 1]);
  }
  return (units[0] + most + punctuation) * 32 >= bytes.size() / 2 * 31;
}

// Text in UTF-16 of scripts other than Latin has zero bytes only if ASCII occurs in it, and a few
// at the other places; its units distinguish it from other bytes.
bool is_text_in_utf16(std::string_view bytes, const ControlBytes& found) noexcept {
  const std::size_t major = std::max(found.even_nuls, found.nuls - found.even_nuls);
  const std::size_t units = bytes.size() / 2;
  if (found.nuls == 0 || units < 8 || major * 4 < found.nuls * 3) return false;
  const std::size_t low = found.even_nuls * 2 > found.nuls ? 1 : 0;
  // Two ASCII letters also form an ideograph. Half of the low bytes of real ideographs are beyond
  // ASCII.
  const auto beyond_ascii = static_cast<std::size_t>(
      std::ranges::count_if(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
  if (beyond_ascii * 16 < bytes.size() && !is_of_one_alphabet(bytes, low)) return false;
  std::size_t odd = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const unsigned unit = static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1 - low]))
                              << 8 |
                          static_cast<unsigned char>(bytes[i + low]);
    odd += is_text_unit(unit) ? 0U : 1U;
  }
  return odd * 50 <= units;
}

Wide wide_of(std::string_view bytes) noexcept {
  if (has_utf16_mark(bytes)) return bytes[0] == '\xFF' ? Wide::little_endian : Wide::big_endian;
  bytes = bytes.substr(0, 4096);
  const ControlBytes found = count_control_bytes(bytes);
  if (found.nuls == 0) return Wide::no;
  if (!looks_like_utf16(bytes.size(), found.nuls, found.even_nuls) &&
      !is_text_in_utf16(bytes, found)) {
    return Wide::no;
  }
  return found.even_nuls * 2 > found.nuls ? Wide::big_endian : Wide::little_endian;
}

// The first characters of UTF-16 text, with '?' for those that are not ASCII.
std::string ascii_of_utf16(std::string_view bytes, Wide wide) {
  const std::size_t low = wide == Wide::little_endian ? 0 : 1;
  std::string text;
  for (std::size_t i = has_utf16_mark(bytes) ? 2 : 0; i + 1 < bytes.size() && text.size() < 512;
       i += 2) {
    text.push_back(bytes[i + 1 - low] == '\0' ? bytes[i + low] : '?');
  }
  return text;
}

bool begins_with_tag(std::string_view text) noexcept {
  text = without_mark(text);
  return text.size() >= 2 && text[0] == '<' &&
         (is_letter(text[1]) || text[1] == '!' || text[1] == '?');
}

bool is_xhtml_extension(std::string_view extension) noexcept {
  return extension == "xhtml" || extension == "xht";
}

bool is_html_extension(std::string_view extension) noexcept {
  return extension == "html" || extension == "htm" || is_xhtml_extension(extension);
}

bool is_lines_extension(std::string_view extension) noexcept {
  return extension == "jsonl" || extension == "ndjson";
}

bool is_table_extension(std::string_view extension) noexcept {
  return extension == "csv" || extension == "tsv";
}

bool is_text_extension(std::string_view extension) noexcept {
  return extension == "txt" || extension == "md";
}

bool is_archive_extension(std::string_view extension) noexcept {
  return extension == "warc" || extension == "arc" || extension == "wet";
}

// True if at least half of the visible lines are JSON objects: one bad line does not change the
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
    // The first line is longer than the bytes seen: an object begins with a name.
    text.remove_prefix(1);
    return trimmed(text).starts_with('"');
  }
  return objects > 0 && objects >= others;
}

// True if the text is one array of objects, in one line or many. If some lines begin with an array
// but most are objects, the file is JSON lines.
bool is_json_array(std::string_view beginning, bool whole) {
  std::string_view text = without_mark(beginning);
  if (!text.starts_with('[')) return false;
  text.remove_prefix(1);
  return trimmed(text).starts_with('{') && !looks_like_json_lines(beginning, whole);
}

// True if `text` begins with a tag that only HTML has, or with an ambiguous one that an <html> tag
// follows.
bool begins_like_html(std::string_view text) noexcept {
  constexpr std::array<std::string_view, 17> kTags = {
      "!doctype html", "html",  "head", "script", "iframe", "h1", "div", "font", "table", "a",
      "style",         "title", "b",    "body",   "br",     "p",  "meta"};
  text = without_mark(text);
  if (text.starts_with("<?xml") || text.starts_with("<!--")) return has_html_tag(text);
  if (!text.starts_with('<')) return false;
  text.remove_prefix(1);
  return std::any_of(kTags.begin(), kTags.end(), [&](std::string_view tag) {
    return starts_with_nocase(text, tag) && text.size() > tag.size() &&
           (is_space(text[tag.size()]) || text[tag.size()] == '>');
  });
}

// Skips comments, and with an XML declaration also instructions and other declarations.
std::string_view without_prolog(std::string_view text, bool is_xml) noexcept {
  for (;;) {
    text = without_mark(text);
    std::string_view end;
    if (text.starts_with("<!--")) {
      end = "-->";
    } else if (is_xml && text.starts_with("<?")) {
      end = "?>";
    } else if (is_xml && text.starts_with("<!") && !starts_with_nocase(text, "<!doctype html")) {
      end = ">";
    } else {
      return text;
    }
    const std::size_t found = text.find(end);
    if (found == std::string_view::npos) return {};
    text.remove_prefix(found + end.size());
  }
}

bool is_html_element(std::string_view text) noexcept {
  if (!text.starts_with('<')) return false;
  std::string_view name = text.substr(1, text.find_first_of(" \t\r\n\f/>", 1) - 1);
  if (const std::size_t colon = name.find(':'); colon != name.npos) name.remove_prefix(colon + 1);
  return equal_nocase(name, "html");
}

// In packed or encrypted bytes, one in ten is a control character, at both places of the pairs; in
// UTF-16 without a mark they are at one place.
bool is_rich_in_controls(const ControlBytes& found, std::size_t bytes) noexcept {
  const std::size_t major = std::max(found.even_controls, found.controls - found.even_controls);
  return found.controls * 16 > bytes && found.controls > 8 && major * 10 < found.controls * 9;
}

FileKind json_kind(std::string_view beginning) {
  return begins_with_bulk_action(beginning) ? FileKind::bulk : FileKind::json_lines;
}

struct NotRead {
  std::string_view magic;
  std::size_t at;
  std::string_view why;
};

constexpr std::array kNotRead = {
    NotRead{"PK\x03\x04", 0, "zip is not supported; unpack it first (unzip)"},
    NotRead{"PK\x05\x06", 0, "zip is not supported; unpack it first (unzip)"},
    NotRead{"7z\xBC\xAF", 0, "7z is not supported; unpack it first (7z x)"},
    NotRead{"Rar!\x1A", 0, "rar is not supported; unpack it first (unrar x)"},
    NotRead{"ustar", 257, "tar is not supported; unpack it first (tar -xf)"}};

}  // namespace

bool looks_like_html(std::string_view bytes) noexcept {
  if (!has_utf16_mark(bytes)) return begins_with_tag(bytes.substr(0, 4096));
  return begins_with_tag(ascii_of_utf16(bytes, wide_of(bytes)));
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

bool is_saved_page(std::string_view bytes) noexcept {
  const Wide wide = wide_of(bytes);
  bytes = bytes.substr(0, kPageSniffBytes);
  return wide == Wide::no ? begins_like_html(bytes) : begins_like_html(ascii_of_utf16(bytes, wide));
}

bool begins_as_html(std::string_view bytes) noexcept {
  const Wide wide = wide_of(bytes);
  const std::string ascii = wide == Wide::no ? std::string() : ascii_of_utf16(bytes, wide);
  const std::string_view text = wide == Wide::no ? bytes.substr(0, kSniffBytes) : ascii;
  const bool is_xml = starts_with_nocase(without_mark(text), "<?xml");
  const std::string_view rest = without_prolog(text, is_xml);
  if (!is_xml) return begins_like_html(rest);
  return starts_with_nocase(rest, "<!doctype html") || is_html_element(rest);
}

bool looks_binary(std::string_view bytes) noexcept {
  constexpr std::string_view kMagics[] = {
      "%PDF-",        "\x89PNG",    "GIF87a",           "GIF89a",
      "\xFF\xD8\xFF", "PK\x03\x04", "\177ELF",          "\xD0\xCF\x11\xE0",
      "\x1F\x8B\x08", "BZh91AY",    "Rar!\x1A",         "7z\xBC\xAF",
      "\3757zXZ",     "OggS",       "ID3\x03",          "ID3\x04",
      "wOFF",         "wOF2",       "\xCA\xFE\xBA\xBE", "\x28\xB5\x2F\xFD",
      "!<arch>"};
  bytes = bytes.substr(0, kSniffBytes);
  if (std::any_of(std::begin(kMagics), std::end(kMagics),
                  [&](std::string_view magic) { return bytes.starts_with(magic); })) {
    return true;
  }
  if (bytes.starts_with("RIFF") && bytes.size() > 12) return bytes[4] == '\0' || bytes[7] == '\0';
  if (has_utf16_mark(bytes)) return false;
  const ControlBytes found = count_control_bytes(bytes);
  if (is_text_in_utf16(bytes, found)) return false;
  if (is_rich_in_controls(found, bytes.size())) return true;
  return found.nuls * 32 > bytes.size() && found.nuls > 4 &&
         !looks_like_utf16(bytes.size(), found.nuls, found.even_nuls);
}

bool is_plain_text(std::string_view bytes) noexcept {
  const std::string_view text = without_mark(bytes);
  return !text.empty() && !text.starts_with('<') && !looks_binary(bytes);
}

NameParts name_parts(std::string_view name) {
  NameParts parts;
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) {
    name.remove_prefix(slash + 1);
  }
  for (const std::string_view suffix : {".gz", ".zst", ".lz4", ".xz", ".bz2"}) {
    if (name.size() > suffix.size() &&
        equal_nocase(name.substr(name.size() - suffix.size()), suffix)) {
      parts.packing_suffix = suffix;
      name.remove_suffix(suffix.size());
      break;
    }
  }
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && dot > 0) {
    name.remove_prefix(dot + 1);
    parts.extension = lowered(name.substr(0, name.find('?')));
  }
  return parts;
}

Markup markup_named(std::string_view name) {
  const NameParts parts = name_parts(name);
  if (is_xhtml_extension(parts.extension)) return Markup::xhtml;
  return is_html_extension(parts.extension) ? Markup::html : Markup::unstated;
}

bool is_parquet_extension(std::string_view extension) noexcept {
  return extension == "parquet" || extension == "pq";
}

InFolder in_folder(std::string_view extension) noexcept {
  if (is_html_extension(extension) || is_lines_extension(extension) ||
      is_text_extension(extension) || is_archive_extension(extension) ||
      is_table_extension(extension) || is_parquet_extension(extension)) {
    return InFolder::read;
  }
  constexpr std::string_view kLeft[] = {
      "png",  "jpg", "jpeg", "gif",  "webp", "svg",  "ico",  "bmp",  "tif", "tiff", "avif", "css",
      "js",   "mjs", "map",  "json", "pdf",  "ps",   "doc",  "docx", "xls", "xlsx", "ppt",  "pptx",
      "odt",  "ods", "odp",  "rtf",  "epub", "mobi", "woff", "ttf",  "otf", "eot",  "mp3",  "mp4",
      "m4a",  "m4v", "avi",  "mov",  "mkv",  "webm", "ogg",  "oga",  "ogv", "wav",  "flac", "mpg",
      "mpeg", "wmv", "swf",  "jar",  "exe",  "msi",  "dll",  "so",   "a",   "o",    "bin",  "iso",
      "dmg",  "img", "deb",  "rpm",  "apk",  "pyc",  "db",   "woff2"};
  const bool left = std::find(std::begin(kLeft), std::end(kLeft), extension) != std::end(kLeft);
  return left ? InFolder::leave : InFolder::look_at;
}

std::optional<std::string_view> why_not_read(std::string_view extension, std::string_view beginning,
                                             bool whole) {
  // A file named as a page counts as one; binary content is later skipped as not_a_page.
  if (is_html_extension(extension) || is_text_extension(extension)) return {};
  for (const NotRead& each : kNotRead) {
    if (beginning.size() >= each.at && beginning.substr(each.at).starts_with(each.magic)) {
      return each.why;
    }
  }
  if (is_archive_extension(extension)) return {};
  if (const Wide wide = wide_of(beginning); wide != Wide::no) {
    if (is_table_extension(extension)) {
      return "CSV in UTF-16 is not supported; convert it first (iconv -f UTF-16 -t UTF-8)";
    }
    const std::string text = ascii_of_utf16(beginning, wide);
    const std::string_view start = without_mark(text);
    const bool is_array = start.starts_with('[') && trimmed(start.substr(1)).starts_with('{');
    if (is_lines_extension(extension) || start.starts_with('{') || is_array) {
      return "JSON lines in UTF-16 are not supported; convert them first (iconv -f UTF-16 -t "
             "UTF-8)";
    }
  }
  if (is_json_array(beginning, whole)) {
    return "is one JSON array; make it JSON lines first, one object a line (jq -c '.[]')";
  }
  return {};
}

FileKind kind_of(std::string_view extension, std::string_view beginning, bool whole) {
  if (beginning.size() > 5 && beginning.starts_with("WARC/") && is_digit(beginning[5])) {
    return FileKind::warc;
  }
  if (beginning.starts_with("filedesc:")) return FileKind::arc;
  if (extension == "warc" || extension == "wet") return FileKind::warc;
  if (extension == "arc") return FileKind::arc;
  if (is_lines_extension(extension)) return json_kind(beginning);
  if (is_html_extension(extension)) return FileKind::html;
  if (extension == "md") return FileKind::text;
  const std::string_view text = without_mark(beginning);
  // An array is not JSON lines, but then each bad line is reported; as text it would go unnoticed.
  if (extension == "json" && (text.starts_with('{') || text.starts_with('['))) {
    return json_kind(beginning);
  }
  if (looks_like_json_lines(beginning, whole)) return json_kind(beginning);
  if (extension == "csv") return FileKind::csv;
  if (extension == "tsv") return FileKind::tsv;
  if (extension == "txt") return FileKind::text;
  return looks_like_html(beginning) ? FileKind::html : FileKind::text;
}

}  // namespace facsim
