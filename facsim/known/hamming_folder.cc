// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/hamming_index.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/index_join.h"
#include "facsim/known/open_index.h"
#include "facsim/known/own_change.h"
#include "facsim/known/plain_bits.h"
#include "facsim/run/run_scratch.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

void require_recipe(const Manifest& manifest, const Recipe& recipe, const std::string& folder) {
  if (manifest.recipe == recipe.fingerprint_id()) return;
  throw Error(ErrorCode::invalid_argument,
              "holds fingerprints of recipe '" + manifest.recipe_name + "' (" +
                  hex(manifest.recipe) + "), not of '" + recipe.name + "' (" +
                  hex(recipe.fingerprint_id()) +
                  "); fingerprints of different recipes say nothing of each other",
              folder);
}

// An index of pages answers queries for fingerprints too, but its entries have more than these.
void require_fingerprints(const Manifest& manifest, const Recipe& recipe,
                          const std::string& folder) {
  if (manifest.kind != IndexKind::fingerprints) {
    throw Error(
        ErrorCode::invalid_argument,
        "is an index of pages: here it answers queries alone; to change it use PageIndex, or '" +
            Named::index_add + "', 'delete' and 'compact'",
        folder);
  }
  require_recipe(manifest, recipe, folder);
}

}  // namespace

struct HammingFolder::State {
  State(std::string path, Recipe of, const HammingFolderOptions& given)
      : folder(std::move(path)), recipe(std::move(of)), options(given) {
    open();
  }

  void open() {
    auto opened = index ? index->reopen()
                        : std::make_shared<const OpenIndex>(
                              folder, OpenIndexOptions{.residence = Residence::mapped,
                                                       .kernel = options.limits.kernel});
    require_recipe(opened->manifest(), recipe, folder);
    index = std::move(opened);
  }

  [[nodiscard]] IndexChangeOptions change_options() const {
    IndexChangeOptions change;
    change.memory_bytes = options.limits.memory_bytes;
    change.costs = usual_costs;
    change.threads = options.limits.threads;
    change.check = stop_check(options.cancelled);
    return change;
  }

  void see_own_change() {
    facsim::see_own_change(folder, [this] { open(); });
  }

  [[nodiscard]] HammingHit hit_of(const IndexHit& hit) const {
    return {.id = index->id_of(hit), .distance = static_cast<int>(hit.distance)};
  }

  std::string folder;
  Recipe recipe;
  HammingFolderOptions options;
  std::shared_ptr<const OpenIndex> index;
};

HammingFolder::HammingFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
HammingFolder::~HammingFolder() = default;
HammingFolder::HammingFolder(HammingFolder&& other) noexcept = default;
HammingFolder& HammingFolder::operator=(HammingFolder&& other) noexcept = default;

HammingFolder HammingFolder::begin(const std::string& folder, const Recipe& recipe,
                                   int max_distance, const HammingFolderOptions& options) {
  if (recipe.fingerprint.bits != 64) {
    throw Error(ErrorCode::invalid_argument,
                "an index in a folder takes fingerprints of 64 bits; '" + recipe.name + "' makes " +
                    std::to_string(recipe.fingerprint.bits) +
                    "; facsim.HammingIndex in Python, an index in memory, takes any");
  }
  check_recipe(recipe, "recipe '" + recipe.name + "'");
  (void)designs_for(max_distance);
  if (is_index_folder(folder)) {
    throw Error(ErrorCode::already_exists, "there is an index already; open it", folder);
  }
  {
    IndexWriter writer(folder, IndexWriter::Start::anew, "HammingFolder::begin",
                       lock_wait_of(options));
    Manifest next = writer.manifest();
    // Another program created it in the meantime.
    if (next.generation > 0) {
      throw Error(ErrorCode::already_exists, "there is an index already; open it", folder);
    }
    next.recipe = recipe.fingerprint_id();
    next.recipe_name = recipe.name;
    next.recipe_text = to_toml(recipe);
    next.max_distance = static_cast<std::uint32_t>(max_distance);
    throw_if_set(options.cancelled);
    writer.commit(std::move(next));
  }
  std::optional<HammingFolder> begun;
  facsim::see_own_change(folder, [&] { begun = open(folder, recipe, options); });
  return std::move(*begun);
}

HammingFolder HammingFolder::open(const std::string& folder, const Recipe& recipe,
                                  const HammingFolderOptions& options) {
  return HammingFolder(std::make_unique<State>(folder, recipe, options));
}

std::uint64_t HammingFolder::size() const noexcept { return state_->index->entries(); }

int HammingFolder::max_distance() const noexcept {
  return static_cast<int>(state_->index->manifest().max_distance);
}

std::vector<HammingHit> HammingFolder::query(Fingerprint fingerprint,
                                             const HammingQuestion& question) const {
  return std::move(query({&fingerprint, 1}, question).front());
}

std::vector<std::vector<HammingHit>> HammingFolder::query(std::span<const Fingerprint> fingerprints,
                                                          const HammingQuestion& question) const {
  std::vector<std::vector<HammingHit>> answers(fingerprints.size());
  OpenIndex::Search search(*state_->index);
  search.find(plain_bits(fingerprints), search_options(question, max_distance()),
              [&](std::size_t query, std::span<const IndexHit> hits, bool /*truncated*/) {
                for (const IndexHit& hit : hits) answers[query].push_back(state_->hit_of(hit));
              });
  return answers;
}

void HammingFolder::join(std::span<const Fingerprint> fingerprints, int max_distance,
                         const std::function<void(std::uint64_t, const HammingHit&)>& visit) const {
  RunScratch scratch(state_->options.limits.tmp);
  IndexJoinOptions options;
  options.max_distance = max_distance;
  options.memory_bytes = state_->options.limits.memory_bytes;
  options.kernel = state_->options.limits.kernel;
  options.check = stop_check(state_->options.cancelled);
  IndexJoin join(options, scratch.get());
  join.add(plain_bits(fingerprints));
  ThreadExecutor executor(state_->options.limits.threads);
  (void)join.run(*state_->index, executor,
                 [&](const IndexPair& pair) { visit(pair.fresh, state_->hit_of(pair.old)); });
}

void HammingFolder::add(std::span<const HammingEntry> entries) {
  RunScratch scratch(state_->options.limits.tmp);
  {
    IndexWriter writer(state_->folder, IndexWriter::Start::existing, "HammingFolder::add",
                       lock_wait_of(state_->options));
    require_fingerprints(writer.manifest(), state_->recipe, state_->folder);
    state_->open();  // segments of other writers are merged too
    Manifest next = writer.manifest();
    const IndexChangeOptions options = state_->change_options();
    FingerprintBatch batch(next, options, scratch.get());
    if (!entries.empty()) take_small_segments(*state_->index, entries.size(), next, batch);
    for (const HammingEntry& entry : entries) {
      batch.look(batch.size());
      const std::uint64_t bits = bits_of(entry.fingerprint);
      entry.id.empty() ? batch.add(bits, next.next_id++) : batch.add(bits, entry.id);
    }
    add_segment(writer, std::move(next), batch);
  }
  state_->see_own_change();
}

std::uint64_t HammingFolder::erase(std::span<const std::string> ids) {
  std::uint64_t erased = 0;
  {
    IndexWriter writer(state_->folder, IndexWriter::Start::existing, "HammingFolder::erase",
                       lock_wait_of(state_->options));
    require_fingerprints(writer.manifest(), state_->recipe, state_->folder);
    erased =
        delete_ids(writer, {ids.begin(), ids.end()}, stop_check(state_->options.cancelled)).entries;
  }
  state_->see_own_change();
  return erased;
}

void HammingFolder::compact() {
  RunScratch scratch(state_->options.limits.tmp);
  {
    IndexWriter writer(state_->folder, IndexWriter::Start::existing, "HammingFolder::compact",
                       lock_wait_of(state_->options));
    require_fingerprints(writer.manifest(), state_->recipe, state_->folder);
    (void)facsim::compact(writer, state_->change_options(), scratch.get());
  }
  state_->see_own_change();
}

void HammingFolder::refresh() { state_->open(); }

}  // namespace facsim
