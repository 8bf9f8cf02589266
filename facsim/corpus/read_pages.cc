// SPDX-License-Identifier: Apache-2.0
#include "facsim/read_pages.h"

#include <optional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/corpus/inputs.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/reading_notes.h"
#include "facsim/corpus/record_walk.h"
#include "facsim/input/page_decoder.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {

struct PageReader::State {
  State(const std::vector<std::string>& inputs, const PageReaderOptions& given)
      : options(given),
        standard_input(folder_for_stdin(given.tmp), given.cancelled),
        found(find_inputs(inputs, with_fields(), standard_input)),
        walk(found.files, options.read),
        notes(found.files, options.read),
        decoder(options.read) {
    counts.files = found.files.size();
    require_named_fields(
        found.files, options.read,
        {.progress = {}, .cancelled = options.cancelled, .warn = options.warn, .tell = {}});
  }

  // The reading options, with the fields that the recipe needs.
  [[nodiscard]] const ReadOptions& with_fields() {
    check_recipe(options.recipe, options.recipe.name);
    ask_for_fields(options.recipe, options.read);
    return options.read;
  }
  [[nodiscard]] const InputFile& file() const { return found.files[walk.file()]; }

  // Returns true if the record is a page, which is then in `page`.
  bool take_apart(Page& page) {
    note = RecordNote{};
    note.skip = record.skip;
    const bool may_be_page = record.role == RecordRole::page && note.skip == Skip::none;
    if (may_be_page) {
      Decoded decoded = decoder.decode(file(), record);
      note.skip = decoded.skip;
      note.is_page = note.skip == Skip::none;
      note.has_damaged_body = decoded.page.is_damaged;
      note.field_names = std::move(decoded.field_names);
      note.why_skipped = std::move(decoded.why_skipped);
      note.unusable = decoded.unusable;
      page = std::move(decoded.page);
    }
    ++counts.records_read;
    counts.bytes_read += record.extent.end - record.extent.begin;
    if (note.skip != Skip::none) ++counts.skipped[static_cast<std::size_t>(note.skip)];
    if (note.is_page) ++counts.pages_read;
    noted_file = walk.file();
    return note.is_page;
  }

  // Adds the note of the previous record, whose page may have turned out to have no text.
  void add_note() {
    if (noted_file) notes.add(*noted_file, record, note);
    noted_file.reset();
  }

  void note_no_text() {
    if (!noted_file || !note.is_page) return;
    note.is_page = false;
    note.skip = Skip::no_text;
    --counts.pages_read;
    ++counts.skipped[static_cast<std::size_t>(Skip::no_text)];
  }

  void name_page(Page& page) {
    if (page.id.empty() && is_whole_file(file().kind)) page.id = file().name;
    name = {.id = page.id, .url = page.url, .file = file().name, .offset = record.offset};
    if (walk.file() != path_file) {
      path_file = walk.file();
      path = lasting_path_of(file());
    }
    page.place = {.file = name.file, .offset = name.offset, .path = path};
  }

  void finish() {
    if (std::exchange(is_finished, true)) return;
    add_note();
    notes.finish(walk.damaged().size());
    if (const auto refusal = notes.refusal()) throw Error(ErrorCode::not_found, *refusal);
    if (const Sentence faults = notes.faults(); !faults.empty()) {
      left_out.push_back("left out: " + faults);
    }
    for (Sentence& warning : notes.warnings()) left_out.push_back(std::move(warning));
  }

  PageReaderOptions options;
  SpooledStdin standard_input;
  InputFiles found;
  RecordWalk walk;
  ReadingNotes notes;
  PageDecoder decoder;
  std::vector<Sentence> left_out;
  ReadCounts counts;
  PageName name;
  std::optional<std::uint32_t> path_file;  // the file that `path` belongs to
  std::string path;
  RawRecord record;
  std::optional<std::uint32_t> noted_file;  // of the note that has not been added yet
  RecordNote note;
  bool is_finished = false;
};

PageReader::PageReader(const std::vector<std::string>& inputs, const PageReaderOptions& options)
    : state_(std::make_unique<State>(inputs, options)) {}
PageReader::~PageReader() = default;

bool PageReader::next(Page& page) {
  for (state_->add_note(); state_->walk.next(state_->record); state_->add_note()) {
    const std::atomic<bool>* const cancelled = state_->options.cancelled;
    if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) {
      throw Error(ErrorCode::cancelled, "cancelled while reading pages");
    }
    if (state_->take_apart(page)) {
      state_->name_page(page);
      return true;
    }
  }
  state_->finish();
  return false;
}

void PageReader::note_no_text() { state_->note_no_text(); }
const PageName& PageReader::name() const noexcept { return state_->name; }
const ReadCounts& PageReader::counts() const noexcept { return state_->counts; }

ProgressState PageReader::progress() const {
  const RecordWalk& walk = state_->walk;
  return {.stage = "read",
          .pages = state_->counts.pages_read,
          .bytes = walk.bytes_done(),
          .bytes_total = walk.bytes_total()};
}

std::vector<Sentence> PageReader::warnings() const {
  std::vector<Sentence> all = state_->found.warnings;
  for (const RecordWalk::Damaged& damaged : state_->walk.damaged()) {
    all.push_back(damaged.place_and_what +
                  (damaged.is_lost ? "; nothing could be read of this file" : ""));
  }
  all.insert(all.end(), state_->left_out.begin(), state_->left_out.end());
  return all;
}

}  // namespace facsim
