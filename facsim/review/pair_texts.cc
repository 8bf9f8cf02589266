// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/files/name_text.h"
#include "facsim/input/input_again.h"
#include "facsim/known/read_again.h"
#include "facsim/model/match.h"
#include "facsim/read_pages.h"
#include "facsim/review/both_ends_internal.h"
#include "facsim/review/cut_pages_internal.h"
#include "facsim/review/held_pages_internal.h"
#include "facsim/review/missing_texts_internal.h"
#include "facsim/review/pair_texts_internal.h"
#include "facsim/review/shared_text_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kSharedBytes = 160;
constexpr std::size_t kDifferingBytes = 1200;
constexpr std::size_t kDifferingBytesMin = 80;
constexpr std::size_t kPairBytes = 8192;  // of the differences on both sides, approximately
constexpr std::size_t kPassagesMax = 300;
constexpr std::size_t kTitleBytes = 300;
// The most pairs for which texts are read: people do not read more.
constexpr std::size_t kPairsWithTextMax = 2000;
constexpr std::size_t kBatchPairs = 32;
constexpr std::size_t kGiantsCompared = 10;
// Larger members are not compared for shared text, because such a comparison takes seconds.
constexpr std::size_t kComparedBytesMax = std::size_t{2} << 20;
// Cut pages may take the part of page_bytes_max that held pages leave, but at least one kCutPart-th
// of it.
constexpr std::uint64_t kCutPart = 8;

// Reads a file up to the last page that is wanted from it. Another file may have replaced one of an
// index, so a page of an index is accepted only if its name matches.
void read_file(const std::string& path, const HeldFile& file, const ReviewOptions& options,
               const RunHooks& hooks, HeldPages& held) {
  PageReader reader({path}, {.read = options.read,
                             .recipe = options.judge->profile.recipe,
                             .cancelled = hooks.cancelled});
  Page page;
  while (!held.has_all_of(file) && reader.next(page)) {
    const std::uint64_t offset = reader.name().offset;
    const PageName* const wanted = held.wanted_at(file, offset);
    if (wanted != nullptr && (!file.in_index || has_name_of_row(reader.name(), *wanted))) {
      held.offer(file, offset, page);
    }
    if (hooks.progress) {
      ProgressState state = reader.progress();
      state.stage = "texts";
      hooks.progress(state);
    }
  }
}

// Counts files without their texts, with the fault of the first.
class UnreadFiles {
 public:
  // Calls `read` and counts an exception from it as an unread file. Throws Error{cancelled}.
  template <class Read>
  void attempt(const Read& read) {
    try {
      read();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      if (count_++ == 0) first_ = error.sentence();
    }
  }
  void tell(const std::string& of, const std::string& where, Review& review) const {
    if (count_ == 0) return;
    review.notes.push_back("Texts of " + human_count(count_) + (count_ == 1 ? " file" : " files") +
                           of + " are missing: " + first_ + ". " + where);
  }

 private:
  std::uint64_t count_ = 0;
  Sentence first_;
};

// If several files in the index have the same name, the first one that has the page is used.
void read_known_file(const HeldFile& file, const std::vector<std::string>& paths,
                     const ReviewOptions& options, const RunHooks& hooks, HeldPages& held) {
  if (paths.empty()) {
    throw Error(ErrorCode::not_found, "the index does not say where that file is", file.name);
  }
  std::optional<Error> failed;
  for (const std::string& path : paths) {
    if (held.has_all_of(file)) return;
    try {
      read_file(path, file, options, hooks, held);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      if (!failed) failed = error;
    }
  }
  if (failed && !held.has_all_of(file)) throw Error(*failed);
}

void read_known_files(const RunFacts& run, const std::vector<HeldFile>& files,
                      const ReviewOptions& options, const RunHooks& hooks, HeldPages& held,
                      Review& review) {
  std::set<std::string> names;
  for (const HeldFile& file : files) names.insert(name_of_text(file.name));
  std::map<std::string, std::vector<std::string>> paths;
  try {
    paths = known_paths(run.against, names);
  } catch (const Error& error) {
    review.notes.push_back("Texts of the pages of the index are missing: " + error.sentence() +
                           ".");
    return;
  }
  UnreadFiles unread;
  for (const HeldFile& file : files) {
    unread.attempt(
        [&] { read_known_file(file, paths[name_of_text(file.name)], options, hooks, held); });
  }
  unread.tell(" of the index", "They are looked for where they stood when the index was made.",
              review);
}

void read_files(const RunFacts& run, const ReviewOptions& options, const RunHooks& hooks,
                HeldPages& held, Review& review) {
  UnreadFiles unread;
  std::vector<HeldFile> known;
  for (const HeldFile& file : held.files()) {
    if (file.in_index) {
      known.push_back(file);
      continue;
    }
    unread.attempt([&] {
      const auto path = path_of_input(run.inputs, name_of_text(file.name), run.folder);
      if (!path) throw Error(ErrorCode::not_found, "is not there any more", file.name);
      read_file(*path, file, options, hooks, held);
    });
  }
  unread.tell("", "Inputs are looked for by the paths that the run was given.", review);
  if (!known.empty()) read_known_files(run, known, options, hooks, held, review);
}

void say(const Page& page, const CutPage& cut, ReviewedPage& into) {
  into.title = both_ends(cut.title, kTitleBytes);
  into.language = cut.language;
  into.unix_time = page.unix_time;
}

std::size_t size_of(const ReviewPair& pair) {
  std::size_t bytes = pair.page.title.size() + pair.other.title.size();
  for (const ReviewPassage& each : pair.passages) {
    bytes += each.first.size() + each.second.size() + 16;
  }
  return bytes;
}

void align(const HeldPages& held, CutPages& cuts, PageAnalyzer& analyzer, ReviewPair& pair) {
  const Page* const page = held.of(pair.page.name);
  const Page* const other = held.of(pair.other.name);
  if (page == nullptr || other == nullptr) return;
  const auto cut = cuts.of(*page, analyzer);
  const auto other_cut = cuts.of(*other, analyzer);
  say(*page, *cut, pair.page);
  say(*other, *other_cut, pair.other);
  ShortPassages made = shortened(text_passages(cut->text, other_cut->text));
  pair.passages = std::move(made.passages);
  pair.passages_left_out = made.left_out;
  pair.has_text = true;
}

// Aligns several pairs in parallel; they are independent of each other.
void align_batch(std::span<ReviewPair> pairs, const HeldPages& held, CutPages& cuts,
                 const ReviewOptions& options, const RunHooks& hooks) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failed;
  std::mutex failing;
  const auto work = [&] {
    try {
      PageAnalyzer analyzer = cutting_analyzer(*options.judge);
      for (std::size_t i = next++; i < pairs.size(); i = next++) {
        if (hooks.cancelled != nullptr && hooks.cancelled->load()) return;
        align(held, cuts, analyzer, pairs[i]);
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      failed = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < options.limits.threads; ++i) threads.emplace_back(work);
    work();
  }
  if (failed) std::rethrow_exception(failed);
  if (hooks.cancelled != nullptr && hooks.cancelled->load()) {
    throw Error(ErrorCode::cancelled, "interrupted");
  }
}

// Returns the largest clusters, as far as they are giant.
std::span<const ReviewCluster> giants_of(const Review& review) {
  const auto end = std::ranges::find_if_not(review.clusters, [&](const ReviewCluster& cluster) {
    return is_giant(cluster, review.overview.pages_read);
  });
  return {review.clusters.begin(), end};
}
std::span<const ReviewCluster> compared_giants(const Review& review) {
  const std::span<const ReviewCluster> all = giants_of(review);
  return all.first(std::min(kGiantsCompared, all.size()));
}

void tell_giants(const HeldPages& held, CutPages& cuts, const ReviewOptions& options,
                 const RunHooks& hooks, Review& review) {
  PageAnalyzer analyzer = cutting_analyzer(*options.judge);
  for (const ReviewCluster& giant : compared_giants(review)) {
    const Page* const kept = held.of(giant.representative);
    if (kept == nullptr) continue;
    std::vector<std::vector<TextPassage>> comparisons;
    for (const PageName& name : sample_of(giant)) {
      if (hooks.cancelled != nullptr && hooks.cancelled->load()) {
        throw Error(ErrorCode::cancelled, "interrupted");
      }
      const Page* const member = held.of(name);
      if (member == nullptr || kept->bytes.size() + member->bytes.size() > kComparedBytesMax)
        continue;
      comparisons.push_back(
          text_passages(cuts.of(*kept, analyzer)->text, cuts.of(*member, analyzer)->text));
    }
    if (comparisons.empty()) continue;
    review.giants.push_back(sentence_of(giant, shared_by_all(comparisons), comparisons.size()));
  }
  const std::size_t others = giants_of(review).size() - compared_giants(review).size();
  if (others > 0) {
    review.notes.push_back("What members share is said of the " + human_count(kGiantsCompared) +
                           " largest clusters, and not of " + human_count(others) +
                           " more that are giant.");
  }
}

}  // namespace

ShortPassages shortened(const std::vector<TextPassage>& passages) {
  const std::size_t count = passages.size();
  const bool is_long = count > kPassagesMax;
  const std::size_t differing = std::max<std::size_t>(1, std::min(count, kPassagesMax) / 2);
  const std::size_t most =
      std::clamp(kPairBytes / (2 * differing), kDifferingBytesMin, kDifferingBytes);
  ShortPassages made;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_long && i >= kPassagesMax / 2 && i < count - kPassagesMax / 2) {
      ++made.left_out;
      continue;
    }
    const TextPassage& each = passages[i];
    const std::size_t bytes_max = each.shared ? kSharedBytes : most;
    made.passages.push_back({each.shared, each.first_units, each.second_units,
                             both_ends(each.first, bytes_max),
                             each.shared ? std::string() : both_ends(each.second, bytes_max)});
  }
  return made;
}

void add_texts(const RunFacts& run, const ReviewOptions& options, const RunHooks& hooks,
               Review& review) {
  const bool from_memory = static_cast<bool>(options.pages);
  HeldPages held(options.page_bytes_max, from_memory);
  for (const ReviewCluster& giant : compared_giants(review)) {
    held.want(giant.representative);
    for (const PageName& name : sample_of(giant)) held.want(name);
  }
  const std::size_t most = std::min(kPairsWithTextMax, review.pairs.size());
  for (std::size_t i = 0; i < most; ++i) {
    if (review.pairs[i].by == name_of(By::bytes)) continue;
    held.want(review.pairs[i].page.name);
    held.want(review.pairs[i].other.name);
  }
  if (from_memory) {
    options.pages(held.numbers(),
                  [&held](std::uint64_t number, Page& page) { held.offer({}, number, page); });
  } else {
    read_files(run, options, hooks, held, review);
  }
  const std::uint64_t left =
      options.page_bytes_max - std::min(options.page_bytes_max, held.bytes());
  CutPages cuts(std::max(left, options.page_bytes_max / kCutPart));
  tell_giants(held, cuts, options, hooks, review);
  std::uint64_t bytes = 0;
  for (std::size_t begin = 0; begin < most && bytes < options.text_bytes_max;
       begin += kBatchPairs) {
    const auto batch = std::span(review.pairs).subspan(begin, std::min(kBatchPairs, most - begin));
    align_batch(batch, held, cuts, options, hooks);
    for (ReviewPair& pair : batch) {
      if (!pair.has_text) continue;
      const std::size_t size = size_of(pair);
      if (bytes + size > options.text_bytes_max) {
        pair.has_text = false;
        pair.passages.clear();
        pair.passages_left_out = 0;
        continue;
      }
      bytes += size;
      ++review.pairs_with_text;
    }
  }
  Sentence note = missing_texts_note(review, missing_texts(review, held, most));
  if (!note.empty()) review.notes.push_back(std::move(note));
}

}  // namespace facsim
