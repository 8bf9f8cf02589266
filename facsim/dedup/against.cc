// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/against.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/base/spill_sort.h"
#include "facsim/model/host.h"
#include "facsim/page/pair_judge.h"
#include "facsim/run/ordered_pipeline.h"
#include "facsim/seen/calibrate.h"
#include "facsim/seen/index_corpus.h"
#include "facsim/seen/indexed_texts.h"
#include "facsim/seen/known_originals.h"
#include "facsim/seen/page_search.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchPages = 64;
constexpr int kUsualDistance = 3;

// A page of the index that some page of the run may repeat.
struct Meeting {
  std::uint64_t ordinal = 0;
  std::uint32_t segment = 0;
  std::uint32_t wants_text = 0;
  friend auto operator<=>(const Meeting& a, const Meeting& b) {
    return std::tie(a.segment, a.ordinal, a.wants_text) <=>
           std::tie(b.segment, b.ordinal, b.wants_text);
  }
  friend bool operator==(const Meeting&, const Meeting&) = default;
};

struct Batch {
  std::vector<std::uint32_t> numbers;
  std::vector<PageQuestion> pages;
  std::vector<Meeting> meetings;
  std::vector<std::uint32_t> truncated;
};

// Whether an estimate should decide nothing that would be removed.
bool is_in_doubt(const EstimatedMatch& estimate, const Recipe& recipe, Kinds remove) {
  if (estimate.is_in_grey_zone) return true;
  const bool parts_matter =
      recipe.anchors.has_any() || remove.has(Kind::layout) || remove.has(Kind::partial);
  return parts_matter && estimate.is_containment_in_doubt;
}

// The pairs that are worth more than a look: duplicates by their sketches, or perhaps. Pages alike
// meet the same ones, each of which is named once.
void meet(const OpenIndex& index, PageSearch& search, const Profile& profile, Kinds remove,
          Batch& batch) {
  batch.meetings.clear();
  batch.truncated.clear();
  search.find(batch.pages, [&](std::size_t page, std::span<const IndexPlace> places, bool cut) {
    if (cut) batch.truncated.push_back(batch.numbers[page]);
    for (const IndexPlace& place : places) {
      const PageFacts known = index.parts()[place.segment]->pages->facts(place.ordinal);
      const EstimatedMatch estimate =
          estimate_match(batch.pages[page].facts, known, profile.thresholds);
      const bool wants_text = is_in_doubt(estimate, profile.recipe, remove);
      if (!estimate.match && !wants_text) continue;
      batch.meetings.push_back({place.ordinal, place.segment, wants_text ? 1U : 0U});
    }
  });
  std::sort(batch.meetings.begin(), batch.meetings.end());
  batch.meetings.erase(std::unique(batch.meetings.begin(), batch.meetings.end()),
                       batch.meetings.end());
}

// Each page once. Pages of one text and one witness are one page to the rule, so the first stands
// for all; where they may be of different hosts, each stands for itself.
std::vector<IndexedText> indexed_texts_of(const OpenIndex& index, SpillSorter<Meeting>& sorter,
                                          Scope scope) {
  std::vector<IndexedText> known;
  std::unordered_map<std::uint64_t, std::size_t> first_of;  // of each digest and witness
  for (Meeting meeting; sorter.next(meeting);) {
    const IndexPlace place{meeting.segment, meeting.ordinal};
    std::size_t number = known.size();
    if (!known.empty() && known.back().place == place) {
      number = known.size() - 1;
    } else if (scope == Scope::all) {
      const PageFacts facts = index.parts()[place.segment]->pages->facts(place.ordinal);
      const std::uint64_t text = combine(facts.digest.high, facts.digest.low);
      number =
          first_of.try_emplace(combine(text, witness_key(facts.witness)), number).first->second;
    }
    if (number == known.size()) known.push_back({.place = place});
    known[number].is_wanted |= meeting.wants_text != 0;
  }
  return known;
}

std::vector<IndexedText> meetings_of(const OpenIndex& index, Corpus& corpus, const Profile& profile,
                                     const Policy& policy, const Run& run) {
  std::vector<std::unique_ptr<PageSearch>> searches;
  for (int i = 0; i < run.threads(); ++i) {
    searches.push_back(std::make_unique<PageSearch>(index, profile));
  }
  SpillSorter<Meeting> sorter(run.scratch(), run.memory_bytes() / 8);
  corpus.truncated.resize(corpus.pages());
  std::uint32_t page = 0;
  OrderedPipeline<Batch> pipeline(run.threads());
  pipeline.run({
      .produce =
          [&](Batch& batch) {
            run.throw_if_cancelled();
            batch.pages.clear();
            batch.numbers.clear();
            for (; page < corpus.pages() && batch.pages.size() < kBatchPages; ++page) {
              const PageRow row = corpus.rows.at(page);
              if (!row.has_text) continue;
              batch.pages.push_back({row, corpus.anchors_of(row), row.scope_key});
              batch.numbers.push_back(page);
            }
            run.progress({"look up", page, 0, 0, corpus.pages()});
            return !batch.pages.empty();
          },
      .process =
          [&](Batch& batch, std::size_t worker) {
            meet(index, *searches[worker], profile, policy.remove, batch);
          },
      .commit =
          [&](Batch& batch) {
            for (const Meeting& meeting : batch.meetings) sorter.add(meeting);
            for (const std::uint32_t number : batch.truncated) corpus.truncated[number] = true;
          },
  });
  sorter.sort();
  return indexed_texts_of(index, sorter, policy.scope);
}

// The rows of known pages, behind those of the inputs.
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
    if (scope_ == Scope::host) row.scope_key = host_scope_key(host_of(url));
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

std::uint64_t generation_of(const std::string& folder) {
  try {
    return read_manifest(folder).generation;
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

Against::Against(const AgainstOptions& options, const ReadyProfile& judge, const Policy& policy,
                 Run& run)
    : options_(options), judge_(judge), policy_(policy), run_(run) {
  counts_.index = options.index;
  counts_.update = options.update;
  if (policy.scope == Scope::file) {
    throw Error{ErrorCode::invalid_argument,
                "pages of one file only are never compared with those of an index; leave out "
                "--scope file or --against"};
  }
  if (options.update) {
    writer_ = std::make_unique<IndexWriter>(options.index, IndexWriter::Start::either,
                                            "facsim dedup --update",
                                            LockWait{.at_most = options.wait, .tell = run.tell()});
    if (writer_->manifest().generation == 0) require_no_segments(options.index);
  }
  if (!options.update || writer_->manifest().generation > 0) {
    index_ = std::make_unique<OpenIndex>(options.index, OpenIndexOptions{.kernel = run.kernel()});
    require_pages_of(judge.profile.recipe, index_->manifest(), options.index);
    // Says what else is wrong before anything is read. Damage would lose duplicates in silence.
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
  corpus.revisits.set_in_index(originals_in_index(*index_, corpus.revisits, run_));
  std::vector<IndexedText> known = meetings_of(*index_, corpus, judge_.profile, policy_, run_);
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
    counts_.texts_read = read_indexed_texts(*index_, known, corpus, read, judge_, run_);
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
                                   .costs = calibrate,
                                   .threads = run_.threads(),
                                   .check = [this] { run_.throw_if_cancelled(); }};
  Manifest next = writer_->manifest();
  if (!index_) {
    Manifest first =
        manifest_for_pages(judge_.profile, std::max(kUsualDistance, judge_.profile.max_distance));
    first.generation = next.generation;
    first.next_segment = next.next_segment;
    next = std::move(first);
  }
  PageBatch batch(next, changes, run_.scratch());
  add_pages(pages.corpus(), [&](std::uint32_t page) { return !pages.is_removed(page); }, batch);
  note_batch(pages.corpus(), next);
  write_segment(*writer_, next, batch);
  counts_.added = batch.size();
  next_ = std::move(next);
}

void Against::commit() {
  if (!next_) return;
  const std::uint64_t before = writer_->manifest().generation;
  try {
    writer_->commit(std::move(*next_));
  } catch (const Error& failed) {
    std::string what = failed.what();
    // The rename may have happened, and only what follows it failed.
    if (generation_of(options_.index) == before) {
      what +=
          "; the results are written, but the index did not get what was kept: run again with "
          "--force";
    }
    throw Error{failed.code(), what, options_.index};
  }
}

}  // namespace facsim
