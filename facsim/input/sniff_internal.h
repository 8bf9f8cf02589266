// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects what bytes are: by their beginning, and by a file's name if the beginning is ambiguous.

#include <optional>
#include <string>
#include <string_view>

#include "facsim/input/input_files.h"
#include "facsim/model/page.h"

namespace facsim {

// The number of bytes of the beginning that these functions read.
inline constexpr std::size_t kSniffBytes = std::size_t{64} << 10;
// The same for is_saved_page(), which runs on many files of a folder.
inline constexpr std::size_t kPageSniffBytes = 1024;

// True if the bytes begin (after a byte-order mark and white space) with a tag, a comment or a
// declaration; also in UTF-16.
[[nodiscard]] bool looks_like_html(std::string_view bytes) noexcept;
// True if an <html> tag is near the beginning: distinguishes XHTML from other XML.
[[nodiscard]] bool has_html_tag(std::string_view bytes) noexcept;
// True if the bytes are not text in any encoding: they begin like an image, an archive, a PDF or a
// program, or have many NUL or other control bytes without being UTF-16, like packed and encrypted
// bytes. A few such bytes are no reason to refuse a page.
[[nodiscard]] bool looks_binary(std::string_view bytes) noexcept;

// True if the bytes begin like a web page that a mirror saved under any name: the patterns of HTML
// in the MIME Sniffing Standard, section 7.1, and XML or a comment followed by an <html> tag. False
// for program text (<?php, <%@).
[[nodiscard]] bool is_saved_page(std::string_view bytes) noexcept;

// The same for a body in an archive whose type is not specific: comments of any length may come
// first, and after an XML declaration the first tag must be <html>, so a feed is not HTML.
[[nodiscard]] bool begins_as_html(std::string_view bytes) noexcept;

// True for text without markup at its beginning, as a person would write it: not HTML, XML or a
// program of a server. False for empty and blank bytes.
[[nodiscard]] bool is_plain_text(std::string_view bytes) noexcept;

// The parts of a file's name: its lower-case extension without the suffix of a packing and without
// a query ("page.html?id=3").
struct NameParts {
  std::string extension;       // "jsonl", "html", ... or empty
  std::string packing_suffix;  // ".gz", ".zst", ".lz4", ".xz", ".bz2" or empty
};
[[nodiscard]] NameParts name_parts(std::string_view name);

// By the name of a file that is a page: .xhtml and .xht are XHTML, .html and .htm HTML.
[[nodiscard]] Markup markup_named(std::string_view name);

// What the walk through a folder does with a file.
enum class InFolder {
  read,     // .html, .jsonl, .warc, ...
  look_at,  // the name shows no kind: read if is_saved_page()
  leave,    // .png, .css, .js, ...: not opened
};
[[nodiscard]] InFolder in_folder(std::string_view extension) noexcept;
[[nodiscard]] bool is_parquet_extension(std::string_view extension) noexcept;

// Returns why a known format is not supported, and the remedy, in one sentence; nullopt if it is
// supported. `beginning` is unpacked and at most kSniffBytes long; `whole` means that no more bytes
// follow.
[[nodiscard]] std::optional<std::string_view> why_not_read(std::string_view extension,
                                                           std::string_view beginning, bool whole);
// For files that are not Parquet, which tables/parquet_file.h detects by both ends.
[[nodiscard]] FileKind kind_of(std::string_view extension, std::string_view beginning, bool whole);

}  // namespace facsim
