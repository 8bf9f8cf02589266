// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/synthesize.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/corpus/inputs.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/page_worker.h"
#include "facsim/corpus/reading_notes.h"
#include "facsim/corpus/record_walk.h"
#include "facsim/eval/edits.h"
#include "facsim/eval/synthesized_rows.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/name_text.h"
#include "facsim/files/temp_folder.h"
#include "facsim/report/rows.h"
#include "facsim/result/result_folder.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

constexpr std::size_t kEditedPagesAtATime = 64;
constexpr std::size_t kBytesAtATime = std::size_t{32} << 20;

struct Source {
  std::string id;
  std::string url;
  EditablePage page;
  std::vector<std::uint64_t> units;  // hashes, ascending, without repetition
};

// Counts the units of `page` that the other page has too, and which are thus not new words.
std::size_t shared_units(const Source& page, const Source& other) {
  std::size_t shared = 0;
  auto at = other.units.begin();
  for (const std::uint64_t unit : page.units) {
    at = std::lower_bound(at, other.units.end(), unit);
    if (at == other.units.end()) break;
    shared += *at == unit ? 1 : 0;
  }
  return shared;
}

// Returns the page of a batch that shares least with this one; on ties the next one. A page of
// another format cannot contain it.
const EditablePage* partner_of(const std::vector<Source>& batch, std::size_t number) {
  const EditablePage* best = nullptr;
  std::size_t least = 0;
  for (std::size_t step = 1; step < batch.size(); ++step) {
    const Source& other = batch[(number + step) % batch.size()];
    if (other.page.format != batch[number].page.format) continue;
    const std::size_t shared = shared_units(batch[number], other);
    if (best == nullptr || shared < least) {
      best = &other.page;
      least = shared;
    }
  }
  return best;
}

std::string degree_text(double degree) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "-%.2f", degree);
  return text.data();
}

// The output for one page of a batch.
struct Rows {
  std::string documents;
  std::string pairs;
  std::uint64_t edits = 0;
};

Rows rows_of(const Source& source, const EditablePage* partner, std::uint64_t seed) {
  Rows rows;
  SynthesizedDocument document;
  document.id = source.id;
  document.url = source.url;
  document.is_html = source.page.format == PageFormat::html;
  document.source = source.page.source;
  rows.documents = document_row(document);
  document.of = source.id;
  for (PageEdit& edit : edits_of(source.page, partner, combine(seed, hash64(source.id)))) {
    const bool graded = edit.degree > 0 || edit.name == "scattered" || edit.name == "block";
    document.id = source.id + "~" + edit.name + (graded ? degree_text(edit.degree) : "");
    document.edit = edit.name;
    document.degree = edit.degree;
    document.unedited = edit.unedited;
    document.is_html = edit.format == PageFormat::html;
    document.source = std::move(edit.source);
    rows.documents += document_row(document);
    rows.pairs += pair_row(document);
    ++rows.edits;
  }
  return rows;
}

class Synthesis {
 public:
  Synthesis(const SynthesisOptions& options, Run& run, const std::string& folder)
      : options_(options),
        run_(run),
        worker_(options.read, options.judge, run.kernel()),
        executor_(run.threads()),
        documents_(create_bytes(folder + "/documents.jsonl", Packing::none)),
        pairs_(create_bytes(folder + "/pairs.tsv", Packing::none)) {
    pairs_->write("#id1\tid2\tunedited\tedit\tdegree\n");
  }

  void read(const std::vector<InputFile>& files) {
    const ReadOptions& reading = options_.read;
    ReadingNotes notes(files, reading);
    RecordWalk walk(files, reading);
    for (RawRecord record; walk.next(record);) {
      run_.throw_if_cancelled();
      const InputFile& file = files[walk.file()];
      if (record.role != RecordRole::page && record.role != RecordRole::damaged) {
        notes.add(walk.file(), record, {});
        continue;
      }
      take(file, record, walk.file(), notes);
    }
    for (const RecordWalk::Damaged& file : walk.damaged()) run_.warn(file.place_and_what);
    flush();
    notes.finish(walk.damaged().size());
    const auto refusal = notes.refusal();
    if (const Sentence faults = notes.faults(); !faults.empty() && !refusal) {
      run_.warn("left out: " + faults);
    }
    run_.warn(notes.warnings());
    if (!refusal) return;
    run_.say_warnings();
    throw Error(ErrorCode::not_found, *refusal);
  }

  SynthesisReport finish() {
    documents_->close();
    pairs_->close();
    return std::move(report_);
  }

 private:
  void take(const InputFile& file, RawRecord& record, std::uint32_t number, ReadingNotes& notes) {
    RecordNote note;
    note.skip = record.skip;
    if (note.skip == Skip::none) {
      Decoded decoded = worker_.decoder.decode(file, record);
      note.skip = decoded.skip;
      note.field_names = std::move(decoded.field_names);
      note.why_skipped = std::move(decoded.why_skipped);
      note.is_page = note.skip == Skip::none;
      if (note.is_page) add(file, record.offset, decoded.page);
    }
    notes.add(number, record, note);
  }

  void add(const InputFile& file, std::uint64_t offset, const Page& page) {
    if (page.bytes.size() > kSynthesisPageBytesMax) {
      ++report_.too_large;
      return;
    }
    auto ready = editable(page, worker_.analyzer);
    if (!ready) {
      ++report_.too_short;
      return;
    }
    Source source;
    source.id = unique_id(label_of({.id = text_of_name(page.id),
                                    .url = {},
                                    .file = text_of_name(file.name),
                                    .offset = offset}));
    source.url = page.url;
    source.page = std::move(*ready);
    for (const EditSlot& slot : source.page.slots) source.units.push_back(slot.hash);
    std::sort(source.units.begin(), source.units.end());
    source.units.erase(std::unique(source.units.begin(), source.units.end()), source.units.end());
    bytes_ += source.page.source.size();
    batch_.push_back(std::move(source));
    if (batch_.size() >= kEditedPagesAtATime || bytes_ > kBytesAtATime) flush();
  }

  // Repeated ids, and characters that a line of labels cannot contain, would make pairs ambiguous.
  std::string unique_id(std::string id) {
    for (char& c : id) {
      if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    }
    if (id.starts_with('#')) id.insert(0, 1, ' ');
    const std::uint64_t times = ++ids_[id];
    return times == 1 ? id : id + "~again-" + std::to_string(times);
  }

  void flush() {
    std::vector<Rows> rows(batch_.size());
    executor_.run(batch_.size(), [&](std::size_t i) {
      rows[i] = rows_of(batch_[i], partner_of(batch_, i), options_.seed);
    });
    for (const Rows& row : rows) {
      documents_->write(row.documents);
      pairs_->write(row.pairs);
      report_.pairs += row.edits;
      report_.documents += row.edits + 1;
    }
    report_.pages += batch_.size();
    batch_.clear();
    bytes_ = 0;
    run_.progress({"edit", report_.pages, 0, 0, 0});
  }

  const SynthesisOptions& options_;
  Run& run_;
  PageWorker worker_;
  ThreadExecutor executor_;
  std::unique_ptr<ByteSink> documents_;
  std::unique_ptr<ByteSink> pairs_;
  std::vector<Source> batch_;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string, std::uint64_t> ids_;
  SynthesisReport report_;
};

}  // namespace

SynthesisReport synthesize(const std::vector<std::string>& inputs, const std::string& output,
                           const SynthesisOptions& options, const RunHooks& hooks) {
  TempFolder temp(options.limits.tmp);
  Run run(options.limits, hooks, temp);
  ResultFolder folder(output, options.force);
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  const InputFiles found = find_inputs(inputs, options.read, standard_input);
  run.warn(found.warnings);
  require_named_fields(found.files, options.read, hooks);
  Synthesis synthesis(options, run, folder.path());
  synthesis.read(found.files);
  SynthesisReport report = synthesis.finish();
  report.warnings = run.warnings();
  if (report.pages == 0) {
    throw Error(ErrorCode::invalid_argument,
                "no page of the inputs can be edited: " + human_count(report.too_short) +
                    " have fewer than " + std::to_string(kEditableUnitsMin) + " units, " +
                    human_count(report.too_large) + " are larger than 4 MiB");
  }
  folder.commit({});
  return report;
}

}  // namespace facsim
