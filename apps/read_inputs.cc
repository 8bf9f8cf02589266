// SPDX-License-Identifier: Apache-2.0
#include "apps/read_inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "apps/interrupt.h"
#include "apps/program_words.h"
#include "apps/show_search.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/corpus/decode_within.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/read_in_batches.h"
#include "facsim/corpus/reading_notes.h"
#include "facsim/corpus/record_walk.h"
#include "facsim/files/name_text.h"

namespace facsim {
namespace {

// A record on its way through the threads, then the output for it.
struct Item {
  RawRecord record;
  std::uint32_t file = 0;
  RecordNote note;
  std::string text;

  [[nodiscard]] std::size_t input_bytes() const { return record.bytes.size(); }
  [[nodiscard]] std::size_t result_bytes() const { return text.size(); }
  void release() { release_large(text, std::size_t{64} << 10); }
};

// Reads the next record that matters to a command that prints.
bool read_item(RecordWalk& walk, const std::vector<InputFile>& files, Item& item) {
  while (walk.next(item.record)) {
    item.file = walk.file();
    const RecordRole role = item.record.role;
    if (role == RecordRole::page || role == RecordRole::damaged) return true;
    if (is_table(files[item.file].kind) && item.record.names_columns) return true;
  }
  return false;
}

// The state of one thread.
struct Worker {
  PageDecoder decoder;
  PrintPage print;

  void keep_at_most(std::size_t /*bytes*/) {}  // `print` does this, by its PrintRoom
};

void print_item(Item& item, Worker& worker, const InputFile& file, const PrintRoom& room) {
  item.text.clear();
  item.note = {};
  RecordNote& note = item.note;
  note.skip = item.record.skip;
  if (note.skip != Skip::none || item.record.role != RecordRole::page) return;
  Decoded decoded = decode_within(worker.decoder, file, item.record, *room.room);
  release_large(item.record.bytes);
  note.skip = decoded.skip;
  note.field_names = std::move(decoded.field_names);
  note.why_skipped = std::move(decoded.why_skipped);
  note.is_page = note.skip == Skip::none;
  if (note.skip != Skip::none && note.skip != Skip::no_text) return;
  const PageName name{.id = text_of_name(decoded.page.id),
                      .url = decoded.page.url,
                      .file = text_of_name(file.name),
                      .offset = item.record.offset};
  worker.print(name, decoded.page, room, item.text);
}

void print_skipped_item(Item& item, const InputFile& file, const PrintSkipped& print) {
  if (!print || item.record.role != RecordRole::page || !is_fault(item.note.skip)) return;
  print({.id = {}, .url = {}, .file = text_of_name(file.name), .offset = item.record.offset},
        item.note.skip, item.text);
}

void warn_of_skipped(const std::array<std::uint64_t, kSkipCount>& skipped,
                     const std::string& faults) {
  std::string reasons;
  for (std::size_t i = 1; i < skipped.size(); ++i) {
    if (skipped[i] == 0 || is_fault(static_cast<Skip>(i))) continue;
    if (!reasons.empty()) reasons += ", ";
    reasons.append(name_of(static_cast<Skip>(i))).append(1, ' ').append(human_count(skipped[i]));
  }
  if (!reasons.empty() && !faults.empty()) reasons += ", ";
  reasons += faults;
  if (!reasons.empty()) print_warning("left out what is no page: " + reasons);
}

// Returns "; others: FILE:OFFSET, FILE:OFFSET, ...", the words that name the other pages.
std::string other_places(const SelectedPage& found) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 1; i < std::min(found.namesakes.size(), kShown + 1); ++i) {
    text += (i == 1 ? "; others: " : ", ") + place_of(found.namesakes[i]);
  }
  return found.with_this_name > kShown + 1 ? text + ", ..." : text;
}

}  // namespace

void require_tmp(const Settings& settings) {
  std::error_code ignored;
  if (std::filesystem::is_directory(settings.limits.tmp, ignored)) return;
  throw Error(ErrorCode::invalid_argument,
              "--tmp: '" + settings.limits.tmp +
                  "' is not a folder; name one that exists, by --tmp or TMPDIR");
}

LockWait lock_wait(const Settings& settings) {
  LockWait wait{.at_most = settings.wait};
  if (!settings.quiet) wait.tell = print_message;
  return wait;
}

SpooledStdin spooled_stdin(const Settings& settings) {
  return SpooledStdin(settings.limits.tmp, &interrupted());
}

ChosenInputs chosen_inputs(const Settings& settings) {
  if (settings.inputs.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "no input given; name files, folders, or - for standard input (see 'facsim help " +
                    settings.command + "')");
  }
  ChosenInputs chosen;
  for (const std::string& word : settings.inputs) {
    PageSelector selector = page_selector(word);
    if (selector.selects()) {
      chosen.pages.push_back(std::move(selector));
    } else {
      chosen.whole.push_back(word);
    }
  }
  if (!chosen.whole.empty() && !chosen.pages.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "takes either whole files or pages named FILE:OFFSET or FILE#ID, not both at once",
                settings.command);
  }
  return chosen;
}

SelectedPage find_named_page(const PageSelector& selector, const Settings& settings,
                             SpooledStdin& standard_input) {
  const std::string stdin_path = selector.path == "-" ? standard_input.path() : "";
  SelectedPage found = find_page(selector, stdin_path, settings.read_options(), &interrupted());
  if (found.with_this_name > 1) {
    print_warning(selector.path + ": " + human_count(found.with_this_name) +
                  (found.by_url ? " records have the URL '" : " records have the id '") +
                  *selector.id + "'; the first is taken, at " + place_of(found.name) +
                  other_places(found));
  }
  found.name.id = text_of_name(found.name.id);
  found.name.file = text_of_name(found.name.file);
  return found;
}

void for_pages(const std::vector<std::string>& inputs, const Settings& settings,
               SpooledStdin& standard_input, const MakePrinter& make_printer,
               const std::function<void(std::string_view)>& write,
               const PrintSkipped& print_skipped) {
  const ReadOptions options = settings.read_options();
  const InputFiles found = find_inputs(inputs, options, standard_input);
  for (const Sentence& warning : found.warnings) print_warning(warning.in(program_words));

  const RunHooks hooks{.progress = {},
                       .cancelled = &interrupted(),
                       .warn = print_warning,
                       .tell = {},
                       .words = program_words};
  require_named_fields(found.files, options, hooks);
  MemoryScratch none;
  const Run run(settings.limits, hooks, none);
  const PageBudget budget(run.memory_bytes(), run.threads());
  RecordWalk walk(found.files, options);
  ReadingNotes notes(found.files, options);
  std::array<std::uint64_t, kSkipCount> skipped{};
  read_in_batches<Item, Worker>(
      run, {.make_worker = [&] { return Worker{PageDecoder(options), make_printer(found.files)}; },
            .begin_batch = throw_if_interrupted,
            .read = [&](Item& item) { return read_item(walk, found.files, item); },
            .take_apart =
                [&](Item& item, Worker& worker, MemoryRoom& room) {
                  print_item(item, worker, found.files[item.file],
                             {.room = &room, .kept_bytes_max = budget.kept_bytes_max()});
                  print_skipped_item(item, found.files[item.file], print_skipped);
                },
            .commit =
                [&](Item& item) {
                  write(item.text);
                  const Skip skip = item.note.skip;
                  if (skip != Skip::no_text) ++skipped[static_cast<std::size_t>(skip)];
                  notes.add(item.file, item.record, item.note);
                }});
  for (const RecordWalk::Damaged& file : walk.damaged()) print_warning(file.place_and_what);
  notes.finish(walk.damaged().size());
  const auto refusal = notes.refusal();
  if (!refusal) warn_of_skipped(skipped, notes.faults().in(program_words));
  for (const Sentence& warning : notes.warnings()) print_warning(warning.in(program_words));
  if (refusal) throw Error(ErrorCode::not_found, *refusal);
}

void print_pages(const std::vector<std::string>& inputs, const Settings& settings,
                 SpooledStdin& standard_input, const MakePrinter& make_printer, Output& output,
                 const PrintSkipped& print_skipped) {
  for_pages(
      inputs, settings, standard_input, make_printer,
      [&output](std::string_view text) { output.write(text); }, print_skipped);
}

}  // namespace facsim
