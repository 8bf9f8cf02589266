// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inputs of a command that prints: found, spooled where they come by standard input, and read
// page by page with many threads, while what is printed keeps the order of the input.

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

// Throws Error{invalid_argument} if --tmp is no folder.
void require_tmp(const Settings& settings);

// For another writer of an index: --wait, told as a message.
[[nodiscard]] LockWait lock_wait(const Settings& settings);

// Standard input, if a word of the command names it. An interrupt ends the reading.
[[nodiscard]] SpooledStdin spooled_stdin(const Settings& settings);

// The words of a command that takes whole inputs or single pages, FILE:OFFSET or FILE#ID. Throws
// Error{invalid_argument} where there is none, or some of both.
struct ChosenInputs {
  std::vector<std::string> whole;
  std::vector<PageSelector> pages;
};
[[nodiscard]] ChosenInputs chosen_inputs(const Settings& settings);

// The page that was named; warns where its id names others too.
[[nodiscard]] SelectedPage find_named_page(const PageSelector& selector, const Settings& settings,
                                           SpooledStdin& standard_input);

// What a printer may take while it prints a page, and keep behind it.
struct PrintRoom {
  MemoryRoom* room = nullptr;  // nullptr: the only page, which has all the room that it wants
  std::size_t kept_bytes_max = 0;
};

// Adds what is to be printed of a page to `out`.
using PrintPage = std::function<void(const PageName& name, const Page& page, const PrintRoom& room,
                                     std::string& out)>;

using MakePrinter = std::function<PrintPage(const std::vector<InputFile>& files)>;

// Adds what is to be printed of a record that was to be a page and cannot be read.
using PrintSkipped = std::function<void(const PageName& name, Skip why, std::string& out)>;

// Calls `write`, in the order of the inputs, with what the printers made of every page; a page
// without any text counts too, a record that is no page not. `make_printer` is called once a
// thread that works, with the files; `print_skipped`, where it is set, by many
// threads. What was left out is said in one warning line. Throws
// Error{not_found} where there is no page and something could not be read.
void for_pages(const std::vector<std::string>& inputs, const Settings& settings,
               SpooledStdin& standard_input, const MakePrinter& make_printer,
               const std::function<void(std::string_view)>& write,
               const PrintSkipped& print_skipped = {});

// The same, onto standard output.
void print_pages(const std::vector<std::string>& inputs, const Settings& settings,
                 SpooledStdin& standard_input, const MakePrinter& make_printer, Output& output,
                 const PrintSkipped& print_skipped = {});

}  // namespace facsim
