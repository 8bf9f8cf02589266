// SPDX-License-Identifier: Apache-2.0
#pragma once
// What are these bytes? By their beginning, and by a file's name where that leaves it open.

#include <optional>
#include <string>
#include <string_view>

#include "facsim/input/input_files.h"
#include "facsim/model/page.h"

namespace facsim {

// As much of the beginning as these questions look at.
inline constexpr std::size_t kSniffBytes = std::size_t{64} << 10;
// The same for is_saved_page(), which many files of a folder are asked.
inline constexpr std::size_t kPageSniffBytes = 1024;

// Begins (after a byte-order mark and white space) with a tag, a comment or a declaration; also in
// UTF-16.
[[nodiscard]] bool looks_like_html(std::string_view bytes) noexcept;
// Has an <html> tag near its beginning: tells XHTML from other XML.
[[nodiscard]] bool has_html_tag(std::string_view bytes) noexcept;
// No text in any encoding: begins like an image, an archive, a PDF, a program, or is rich in NUL or
// other control bytes without being UTF-16, as packed and encrypted bytes are. A few of them are no
// reason to refuse a page.
[[nodiscard]] bool looks_binary(std::string_view bytes) noexcept;

// Begins like a web page that a mirror saved under any name: the patterns of HTML in the MIME
// Sniffing Standard, section 7.1, and XML or a comment with an <html> tag behind it. Program text
// (<?php, <%@) is none.
[[nodiscard]] bool is_saved_page(std::string_view bytes) noexcept;

// The same of a body in an archive whose type says nothing: comments of any length may stand in
// front, and behind an XML declaration the first tag must be <html>: a feed is none.
[[nodiscard]] bool begins_as_html(std::string_view bytes) noexcept;

// Text without markup at its beginning, as a person would write it: no HTML, XML or program of a
// server. Empty and blank bytes are none.
[[nodiscard]] bool is_plain_text(std::string_view bytes) noexcept;

// What a file's name says: its lower-case extension without the suffix of a packing and without a
// query ("page.html?id=3").
struct NameParts {
  std::string extension;       // "jsonl", "html", ... or empty
  std::string packing_suffix;  // ".gz", ".zst", ".lz4", ".xz", ".bz2" or empty
};
[[nodiscard]] NameParts name_parts(std::string_view name);

// By the name of a file that is a page: .xhtml and .xht are XHTML, .html and .htm HTML.
[[nodiscard]] Markup markup_named(std::string_view name);

// Whether a file is read when a folder is walked.
enum class InFolder {
  read,     // .html, .jsonl, .warc, ...
  look_at,  // a name that says nothing: read if is_saved_page()
  leave,    // .png, .css, .js, ...: not even opened
};
[[nodiscard]] InFolder in_folder(std::string_view extension) noexcept;
[[nodiscard]] bool is_parquet_extension(std::string_view extension) noexcept;

// Why a format that we know is not read, and the remedy, in one sentence; nothing where it is read.
// `beginning` is unpacked and at most kSniffBytes long; `whole` says that there is no more.
[[nodiscard]] std::optional<std::string_view> why_not_read(std::string_view extension,
                                                           std::string_view beginning, bool whole);
// Of what is not Parquet, which ends as it begins (tables/parquet_file.h).
[[nodiscard]] FileKind kind_of(std::string_view extension, std::string_view beginning, bool whole);

}  // namespace facsim
