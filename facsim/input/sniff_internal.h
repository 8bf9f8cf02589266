// SPDX-License-Identifier: Apache-2.0
#pragma once
// What are these bytes? By their beginning, and by a file's name where that leaves it open.

#include <optional>
#include <string>
#include <string_view>

#include "facsim/input/input_files.h"

namespace facsim {

// As much of the beginning as these questions look at.
inline constexpr std::size_t kSniffBytes = std::size_t{64} << 10;

// Begins (after a byte-order mark and white space) with a tag, a comment or a declaration; also in
// UTF-16.
[[nodiscard]] bool looks_like_html(std::string_view bytes) noexcept;
// Has an <html> tag near its beginning: tells XHTML from other XML.
[[nodiscard]] bool has_html_tag(std::string_view bytes) noexcept;
// No text in any encoding: begins like an image, an archive, a PDF, a program, or is rich in NUL
// bytes without being UTF-16 or UTF-32. A few NUL bytes are no reason to refuse a page.
[[nodiscard]] bool looks_binary(std::string_view bytes) noexcept;

// What a file's name says: its lower-case extension without the suffix of a packing.
struct NameParts {
  std::string extension;       // "jsonl", "html", ... or empty
  std::string packing_suffix;  // ".gz", ".zst", ".lz4" or empty
};
[[nodiscard]] NameParts name_parts(std::string_view name);
// A file with this extension is read when a folder is walked.
[[nodiscard]] bool is_page_extension(std::string_view extension) noexcept;

// Nothing for Parquet, which is not read yet. `beginning` is unpacked and at most kSniffBytes long;
// `whole` says that there is no more.
[[nodiscard]] std::optional<FileKind> kind_of(std::string_view extension,
                                              std::string_view beginning, bool whole);

}  // namespace facsim
