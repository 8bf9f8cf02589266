// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/against.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/base/limits.h"
#include "facsim/corpus/scope_key.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/index_candidates.h"
#include "facsim/known/index_corpus.h"
#include "facsim/known/indexed_texts.h"
#include "facsim/known/page_manifest.h"
#include "facsim/known/page_search.h"
#include "facsim/model/host.h"

namespace facsim {
namespace {

// Appends the rows of known pages after those of the inputs.
class KnownRows {
 public:
  KnownRows(const OpenIndex& index, Corpus& corpus, Scope scope)
      : index_(index), corpus_(corpus), scope_(scope) {}

  void add(const IndexedText& text) {
    const OpenIndex::Part& part = *index_.parts()[text.place.segment];
    const PageSections& pages = *part.pages;
    const std::string id = part.ids.at(text.place.ordinal);
    const std::string url = pages.url(text.place.ordinal);
    const FileNumber file{text.place.segment, pages.file_of(text.place.ordinal)};
    if (corpus_.known_files.empty() || file != file_) {
      file_ = file;
      corpus_.known_files.push_back(pages.file_name(file.number));
    }
    PageRow row;
    static_cast<PageFacts&>(row) = pages.facts(text.place.ordinal);
    row.is_known = true;
    row.file = static_cast<std::uint32_t>(corpus_.known_files.size() - 1);
    row.offset = pages.offset_of(text.place.ordinal);
    row.units_offset = text.units_offset;
    row.numbers = text.numbers;
    row.title_words = text.title_words;
    row.scope_key = scope_key_of(scope_, host_of(url), row.file);
    corpus_.append_anchors(pages.anchors_of(text.place.ordinal), row);
    row.id_bytes = static_cast<std::uint32_t>(id.size());
    row.url_bytes = static_cast<std::uint32_t>(url.size());
    row.labels_offset = corpus_.labels.append(std::as_bytes(std::span(id)));
    corpus_.labels.append(std::as_bytes(std::span(url)));
    corpus_.rows.push_back(row);
    ++corpus_.known;
  }

 private:
  const OpenIndex& index_;
  Corpus& corpus_;
  Scope scope_;
  FileNumber file_;
};

}  // namespace

Against::Against(const AgainstOptions& options, const ReadyProfile& judge, const Policy& policy,
                 Run& run)
    : options_(options), judge_(judge), policy_(policy), run_(run) {
  counts_.index = options.index;
  counts_.update = options.update;
  if (policy.scope == Scope::file) {
    throw Error{ErrorCode::invalid_argument,
                "pages of one file only are never compared with those of an index; leave out " +
                    Sentence(Named::scope, "file") + " or " + Named::against};
  }
  if (options.update) {
    writer_ = std::make_unique<IndexWriter>(
        options.index, IndexWriter::Start::either,
        (Named::dedup + " " + Sentence(Named::update)).in(run.words()),
        LockWait{.at_most = options.wait, .tell = run.tell(), .check = [&run] {
                   run.throw_if_cancelled();
                 }});
  }
  if (!options.update || writer_->manifest().generation > 0) {
    index_ = std::make_unique<OpenIndex>(options.index, OpenIndexOptions{.kernel = run.kernel()});
    require_pages_of(judge.profile.recipe, index_->manifest(), options.index);
    // Reports other errors before anything is read. Damage would lose duplicates silently.
    (void)PageSearch(*index_, judge.profile);
    index_->require_sound([&run] { run.throw_if_cancelled(); });
    counts_.pages = index_->entries();
  }
}

bool Against::has_inputs(const Corpus& corpus) const {
  return index_ && has_batch(corpus, index_->manifest());
}

void Against::warn_of_old_inputs() const {
  run_.warn(options_.index +
            ": these very inputs were added to the index before; pages that it still has repeat "
            "themselves");
}

void Against::add_known_pages(Corpus& corpus, const ReadOptions& read) {
  if (!index_) return;
  originals_ = std::make_unique<KnownOriginals>(*index_, corpus.revisits, corpus.pages(), run_);
  std::vector<IndexedText> known =
      candidates_in_index(*index_, corpus, judge_.profile, policy_, run_);
  truncated_ = static_cast<std::uint64_t>(
      std::count(corpus.truncated.begin(), corpus.truncated.end(), true));
  if (corpus.rows.size() + known.size() > limits::kPagesMax) {
    throw Error{ErrorCode::invalid_argument,
                "more than 4,294,967,294 pages, those of the index that they may repeat included; "
                "split the input"};
  }
  counts_.considered = known.size();
  const auto wanted = static_cast<std::uint64_t>(std::count_if(
      known.begin(), known.end(), [](const IndexedText& text) { return text.is_wanted; }));
  if (wanted > 0)
    counts_.texts_read =
        read_indexed_texts(*index_, known, corpus, of_any_status(read), judge_, run_);
  counts_.texts_missing = wanted - counts_.texts_read;
  if (counts_.texts_missing > 0) {
    run_.warn(options_.index + ": the texts of " + human_count(counts_.texts_missing) + " of " +
              human_count(wanted) +
              " old pages that are near the threshold could not be read again; their sketches "
              "decided");
  }
  KnownRows rows(*index_, corpus, policy_.scope);
  for (const IndexedText& text : known) rows.add(text);
}

void Against::write_kept(const DecidedCorpus& pages) {
  if (!writer_) return;
  const IndexChangeOptions changes{.design = {},
                                   .memory_bytes = run_.memory_bytes() / 2,
                                   .costs = calibrated_once,
                                   .threads = run_.threads(),
                                   .check = [this] { run_.throw_if_cancelled(); }};
  Manifest next = writer_->manifest();
  if (!index_) {
    Manifest first = manifest_for_pages(judge_.profile, usual_distance(judge_.profile));
    first.generation = next.generation;
    first.next_segment = next.next_segment;
    next = std::move(first);
  }
  PageBatch batch(next, changes, run_.scratch());
  // An index does not record that a page is cut or damaged: the whole page of another day would be
  // removed for it.
  const auto is_added = [&pages](std::uint32_t page) {
    return !pages.is_removed(page) && !pages.corpus().has_damaged_body(page);
  };
  add_pages(pages.corpus(), is_added, next, batch);
  add_captures(
      pages.corpus(),
      [&](std::uint32_t page) {
        if (is_added(page)) return page;
        if (!pages.is_removed(page)) return kNotAPage;
        // The page is in the copies, in full or as a revisit record.
        if (!pages.is_left_out(page)) return kNotAPage;
        return pages.at(page, pages.corpus().rows.at(page)).representative;
      },
      batch);
  note_batch(pages.corpus(), next);
  write_segment(*writer_, next, batch);
  counts_.added = batch.size();
  next_ = std::move(next);
}

void Against::commit() {
  if (!next_) return;
  try {
    writer_->commit(std::move(*next_));
  } catch (const Error& failed) {
    if (failed.code() == ErrorCode::committed) throw;
    throw Error{failed.code(),
                failed.sentence() +
                    "; the results are written, but the index did not get what was kept: run "
                    "again with " +
                    Named::force,
                options_.index};
  }
}

}  // namespace facsim
