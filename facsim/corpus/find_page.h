// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the one page that the user means: FILE, -, FILE:OFFSET, FILE#ID or FILE#URL.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/input/record_reader.h"
#include "facsim/model/page.h"
#include "facsim/report/rows.h"

namespace facsim {

struct PageSelector {
  std::string path;                     // "-" is standard input
  std::optional<std::uint64_t> offset;  // of a page's identity, as in rows
  std::optional<std::string> id;        // or its URL, if no page has that id

  [[nodiscard]] bool selects() const noexcept { return offset || id; }
};

// Parses the word. A path that exists under the whole word wins; else the first '#' after which an
// id may follow, else the last ':' with digits after it, if an existing path (or -) precedes it.
// Throws Error{not_found} if no interpretation of the word names something that exists.
[[nodiscard]] PageSelector page_selector(const std::string& word);

// Further pages of one id or URL are only counted.
inline constexpr std::size_t kNamesakesMax = 100;

struct SelectedPage {
  PageName name;
  Page page;
  bool has_text = true;
  bool names_another = false;        // a record about another one (about_pages.h)
  bool by_url = false;               // selected by its URL, not its id
  std::uint64_t with_this_name = 1;  // pages that FILE#ID names; this is the first of them
  std::vector<PageName> namesakes;   // the first of them, if selected by id or URL
};

// The page of this id, else of this URL; else a few URLs that are nearly this one.
struct NamedPage {
  std::optional<SelectedPage> found;
  std::vector<std::string> near_urls;
};

// Searches a file, or all files of a folder, to the end, since the name may occur again. Throws
// Error{not_found, io, cancelled}.
[[nodiscard]] NamedPage find_named(const std::string& path, const std::string& word,
                                   const ReadOptions& options,
                                   const std::atomic<bool>* cancelled = nullptr);

// Reads the file up to the page; to the end if an id is given, since it may occur again. If nothing
// is selected, the file must contain exactly one page. `stdin_path` is the file that "-" was
// spooled to. Throws Error{not_found} if there is no such page, {invalid_argument} if several could
// be meant, {io}, {cancelled}.
[[nodiscard]] SelectedPage find_page(const PageSelector& selector, const std::string& stdin_path,
                                     const ReadOptions& options,
                                     const std::atomic<bool>* cancelled = nullptr);

}  // namespace facsim
