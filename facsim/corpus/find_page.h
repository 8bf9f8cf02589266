// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which one page does the user mean? FILE, -, FILE:OFFSET, FILE#ID or FILE#URL.

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
  std::optional<std::uint64_t> offset;  // of a page's identity, as rows name it
  std::optional<std::string> id;        // or its URL, where no page has that id

  [[nodiscard]] bool selects() const noexcept { return offset || id; }
};

// Takes the word apart. A path that exists as it stands wins; else the first '#' after which an id
// may follow, else the last ':' with digits after it, if a path that exists (or -) stands before.
// Throws Error{not_found} where no reading of the word names something that exists.
[[nodiscard]] PageSelector page_selector(const std::string& word);

// More pages of one id or URL than this are counted only.
inline constexpr std::size_t kNamesakesMax = 100;

struct SelectedPage {
  PageName name;
  Page page;
  bool has_text = true;
  bool names_another = false;        // a record that tells of another one (about_pages.h)
  bool by_url = false;               // its URL was named, not its id
  std::uint64_t with_this_name = 1;  // pages that FILE#ID names; this is the first of them
  std::vector<PageName> namesakes;   // the first of them, where an id was asked for
};

// The page of this id, else of this URL; else the URLs that are nearly this one, a few.
struct NamedPage {
  std::optional<SelectedPage> found;
  std::vector<std::string> near_urls;
};

// Looks for it in a file, or in all of a folder, to the end, since it may occur again. Throws
// Error{not_found, io, cancelled}.
[[nodiscard]] NamedPage find_named(const std::string& path, const std::string& word,
                                   const ReadOptions& options,
                                   const std::atomic<bool>* cancelled = nullptr);

// Reads the file up to the page; to the end where an id is asked for, since it may occur again.
// With nothing selected, the file must hold exactly one page. `stdin_path` is where "-" was spooled
// to. Throws Error{not_found} where there is no such page, {invalid_argument} where several could
// be meant, {io}, {cancelled}.
[[nodiscard]] SelectedPage find_page(const PageSelector& selector, const std::string& stdin_path,
                                     const ReadOptions& options,
                                     const std::atomic<bool>* cancelled = nullptr);

}  // namespace facsim
