// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inputs of a command that prints. They are found, spooled if they come from standard input,
// and read page by page by many threads; the output keeps the order of the input.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/output.h"
#include "apps/settings.h"
#include "facsim/base/memory_room.h"
#include "facsim/corpus/find_page.h"
#include "facsim/corpus/inputs.h"
#include "facsim/input/page_decoder.h"
#include "facsim/report/rows.h"
#include "facsim/store/writer_lock.h"

namespace facsim {

// Throws Error{invalid_argument} if --tmp is not a folder.
void require_tmp(const Settings& settings);

// How long to wait for another writer of an index (--wait), with a message to the user.
[[nodiscard]] LockWait lock_wait(const Settings& settings);

// Spools standard input if a word of the command names it. An interrupt ends the reading.
[[nodiscard]] SpooledStdin spooled_stdin(const Settings& settings);

// The inputs of a command that takes either whole inputs or single pages, FILE:OFFSET or FILE#ID.
// Throws Error{invalid_argument} if there are none, or some of both.
struct ChosenInputs {
  std::vector<std::string> whole;
  std::vector<PageSelector> pages;
};
[[nodiscard]] ChosenInputs chosen_inputs(const Settings& settings);

// Finds the named page; warns if its id is also the id of other pages.
[[nodiscard]] SelectedPage find_named_page(const PageSelector& selector, const Settings& settings,
                                           SpooledStdin& standard_input);

// The memory that a printer may take while it prints a page, and retain afterwards.
struct PrintRoom {
  MemoryRoom* room = nullptr;  // nullptr: the only page, without a memory limit
  std::size_t kept_bytes_max = 0;
};

// Appends the output for a page to `out`.
using PrintPage = std::function<void(const PageName& name, const Page& page, const PrintRoom& room,
                                     std::string& out)>;

using MakePrinter = std::function<PrintPage(const std::vector<InputFile>& files)>;

// Appends the output for a record that should be a page but cannot be read.
using PrintSkipped = std::function<void(const PageName& name, Skip why, std::string& out)>;

// Calls `write`, in the order of the inputs, with the printers' output for every page. A page
// without any text counts; a record that is not a page does not. `make_printer` is called once by
// each worker thread, with the files; `print_skipped`, if set, is called by many threads. One
// warning line reports what was skipped. Throws Error{not_found} if no page was found and something
// could not be read.
void for_pages(const std::vector<std::string>& inputs, const Settings& settings,
               SpooledStdin& standard_input, const MakePrinter& make_printer,
               const std::function<void(std::string_view)>& write,
               const PrintSkipped& print_skipped = {});

// The same, to standard output.
void print_pages(const std::vector<std::string>& inputs, const Settings& settings,
                 SpooledStdin& standard_input, const MakePrinter& make_printer, Output& output,
                 const PrintSkipped& print_skipped = {});

}  // namespace facsim
