// SPDX-License-Identifier: Apache-2.0
// Any bytes as matches.facsim, with valid checksums. An accepted file is clustered again like in
// `facsim recluster`, under a policy that the bytes choose, and is written back as it was read.

#include <cmath>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/dedup/decide.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/matches/matches_rows_internal.h"
#include "facsim/dedup/matches/run_fields.h"
#include "facsim/dedup/matches/threshold_counts.h"
#include "facsim/dedup/tell_revisits.h"
#include "facsim/report/summary_text.h"
#include "fuzz/segment_image.h"

namespace {

using namespace facsim;

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20;

bool is_share(double value) { return value >= 0 && value <= 1; }

// Checks the promises that a sink is given.
class CheckingSink final : public DedupSink {
 public:
  explicit CheckingSink(std::uint32_t pages) : is_removed_(pages), is_named_(pages) {}

  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override {
    pair(page, representative, match);
    next(page);
    is_removed_.at(page.number) = true;
  }
  void kept(const SinkPage& page) override { next(page); }
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override {
    pair(page, other, match);
  }
  void cluster(const SinkPage& representative, const ClusterCounts& counts) override {
    require(!is_removed_.at(representative.number) && counts.size > 1);
    require(nlohmann::json::accept(cluster_row(representative.name, counts)));
  }
  void revisit(const PageName& revisit, const PageName& original,
               const PageName& representative) override {
    require(nlohmann::json::accept(revisit_row(revisit, original, representative)));
  }
  // A page that represents another one is kept.
  void check() const {
    for (std::size_t i = 0; i < is_removed_.size(); ++i) require(!is_removed_[i] || !is_named_[i]);
  }

 private:
  void next(const SinkPage& page) {
    require(next_ <= page.number);
    next_ = page.number + 1;
  }
  void pair(const SinkPage& page, const SinkPage& other, const Match& match) {
    require(page.number != other.number);
    is_named_.at(other.number) = true;
    require(match.distance >= -1 && match.distance <= 64 && static_cast<int>(match.kind) < 4);
    require(is_share(match.resemblance) && is_share(match.error));
    require(is_share(match.containment) && is_share(match.containment_reverse));
    require(is_share(match.agreement.value_or(0)));
    require(nlohmann::json::accept(duplicate_row(page.name, other.name, match)));
    const Annotation said{
        .removed = true, .cluster = other.name, .other = other.name, .match = match};
    require(nlohmann::json::accept(annotation_row(page.name, said)));
  }

  std::vector<bool> is_removed_;
  std::vector<bool> is_named_;
  std::uint32_t next_ = 0;
};

struct Loaded {
  explicit Loaded(const MatchesFile& matches)
      : file(matches),
        run({.memory_bytes = kMemoryBytes}, hooks, scratch),
        corpus(scratch, kMemoryBytes, Corpus::Units::none),
        options(matches.options()),
        same_text(matches.load(corpus)) {}

  const MatchesFile& file;
  MemoryScratch scratch;
  RunHooks hooks;
  Run run;
  Corpus corpus;
  DedupOptions options;
  std::vector<std::uint32_t> same_text;
};

// A copy leaves records out, so no two records may have the same place.
void check_extents(const Corpus& corpus) {
  require(corpus.first_page.size() == corpus.files.size() + 1);
  require(corpus.first_non_page.size() == corpus.files.size() + 1);
  require(corpus.first_page.back() == corpus.pages());
  require(corpus.first_non_page.back() == corpus.non_pages.size());
  for (std::uint32_t file = 0; file < corpus.files.size(); ++file) {
    std::uint32_t page = corpus.first_page[file];
    std::uint64_t other = corpus.first_non_page[file];
    std::uint64_t end = 0;
    const auto take = [&](std::uint32_t of_file, const Extent& extent) {
      require(of_file == file && extent.begin >= end && extent.end >= extent.begin);
      end = extent.end;
    };
    while (page < corpus.first_page[file + 1] || other < corpus.first_non_page[file + 1]) {
      const bool has_page = page < corpus.first_page[file + 1];
      const bool has_other = other < corpus.first_non_page[file + 1];
      const PageRow row = has_page ? corpus.rows.at(page) : PageRow{};
      const NonPageRow non_page = has_other ? corpus.non_pages.at(other) : NonPageRow{};
      if (has_page && (!has_other || row.extent.begin < non_page.extent.begin)) {
        take(row.file, row.extent);
        ++page;
      } else {
        take(non_page.file, non_page.extent);
        ++other;
      }
    }
  }
}

std::uint64_t removed_by(Loaded& loaded, const TextOrder& order, const Profile& profile,
                         const Policy& policy) {
  const Corpus& corpus = loaded.corpus;
  const Decisions decisions =
      apply_leaders_to_pairs(corpus, order, loaded.file.pair_reader(), profile, policy, loaded.run);
  const DecidedCorpus pages(corpus, order.exact_best, decisions, profile, policy, loaded.run);
  CheckingSink sink(corpus.pages());
  const DecisionCounts counts =
      decide(pages, {.read = loaded.options.read, .is_again = true}, loaded.run, sink);
  (void)tell_revisits(pages, nullptr, loaded.run, sink);
  sink.check();
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (!pages.is_removed(page)) continue;
    const Decision decision = pages.at(page, corpus.rows.at(page));
    require(decision.removed() && !pages.is_removed(decision.representative));
  }
  return counts.removed_total();
}

void cluster(Loaded& loaded, std::uint64_t choice) {
  Policy policy = loaded.options.policy;
  if (choice % 2 == 1) {
    KeepKey key = static_cast<Keep>(choice / 2 % 9);
    const std::vector<std::string>& fields = loaded.corpus.keep_fields;
    if (key.by == Keep::field && !fields.empty()) key.field = fields.front();
    if (key.by != Keep::field || !fields.empty()) policy.keep.insert(policy.keep.begin(), key);
  }
  if (choice / 16 % 2 == 1)
    policy.remove = {Kind::exact, Kind::content, Kind::layout, Kind::partial};
  const std::vector<std::uint32_t> ranks = keep_ranks(loaded.corpus, policy.keep, loaded.run);
  const std::vector<std::uint32_t> best = best_of_texts(loaded.same_text, ranks);
  const TextOrder order{ranks, best};
  Profile profile = loaded.options.judge.profile;
  (void)removed_by(loaded, order, profile, policy);
  const std::vector<WhatIf> what_if =
      count_what_if(loaded.corpus, order, loaded.file.pair_reader(), loaded.file.floor(), profile,
                    policy, loaded.run);
  if (what_if.empty()) return;
  // The slow twin for one figure.
  const WhatIf& one = what_if[choice / 32 % what_if.size()];
  Thresholds& thresholds = profile.thresholds;
  (thresholds.min_agreement > 0 ? thresholds.min_agreement : thresholds.min_resemblance) =
      one.threshold;
  require(removed_by(loaded, order, profile, policy) == one.removed);
}

// The output of `recode` does not change when it is read and written again.
template <class Recode>
void check_round_trip(std::string_view bytes, const Recode& recode) {
  const auto once = [&](std::span<const std::byte> from) {
    FieldReader in(from, "fuzz");
    FieldWriter out;
    recode(in, out);
    require(in.at_end());
    return std::vector<std::byte>(out.bytes().begin(), out.bytes().end());
  };
  const std::vector<std::byte> first = once(std::as_bytes(std::span(bytes)));
  require(once(first) == first);
}

void check_round_trips(const SegmentImage& image, std::uint32_t files, std::uint32_t pages) {
  for (const SegmentImage::Section& section : image.sections) {
    const std::string_view name(section.name.c_str());
    const auto recoded = [&](const auto& recode) { check_round_trip(section.bytes, recode); };
    if (name == "matches.pages") {
      recoded([&](FieldReader& in, FieldWriter& out) {
        PageCoder reader;
        PageCoder writer;
        for (std::uint32_t page = 0; page < pages; ++page) {
          writer.write(page, reader.read(page, files, pages, in), out);
        }
      });
    } else if (name == "matches.sides") {
      recoded([&](FieldReader& in, FieldWriter& out) {
        NonPageCoder reader;
        NonPageCoder writer;
        while (!in.at_end()) writer.write(reader.read(files, in), out);
      });
    } else if (name == "matches.revisits") {
      recoded([&](FieldReader& in, FieldWriter& out) {
        RevisitCoder reader;
        RevisitCoder writer;
        while (!in.at_end()) writer.write(reader.read(files, pages, in), out);
      });
    } else if (name == "matches.settings") {
      recoded([](FieldReader& in, FieldWriter& out) {
        const RunSettings settings = read_settings(in);
        write_settings(settings.options, settings.folder, out);
      });
    } else if (name == "matches.counts") {
      recoded([](FieldReader& in, FieldWriter& out) { write_counts(read_counts(in), out); });
    }
  }
}

void check_pairs(const MatchesFile& file, std::uint32_t pages) {
  MemoryScratch scratch;
  PairLists lists(scratch, kMemoryBytes);
  std::vector<ComponentPairs> components;
  PairReader reader = file.pair_reader();
  for (ComponentPairs component; reader.next(component);) {
    lists.add(component);
    const bool is_listed = std::ranges::find(component.is_cut, true) != component.is_cut.end();
    if (is_listed || !component.pairs.empty()) components.push_back(component);
  }
  PairReader again(lists, pages);
  ComponentPairs component;
  for (const ComponentPairs& known : components) {
    require(again.next(component));
    require(component.pages == known.pages && component.is_cut == known.is_cut);
    require(component.pairs.size() == known.pairs.size());
  }
  require(!again.next(component));
}

void read(std::string_view bytes) {
  const MemoryFile file(bytes);
  const MemoryBound bound((std::size_t{64} << 20) + 512 * bytes.size());
  is_taken({ErrorCode::damaged, ErrorCode::unsupported}, [&] {
    const MatchesFile matches(file.path());
    (void)matches.folder_options();
    require(is_share(matches.floor()));
    Loaded loaded(matches);
    const std::uint32_t pages = loaded.corpus.pages();
    check_extents(loaded.corpus);
    check_pairs(matches, pages);
    cluster(loaded, hash64(bytes));
    require(nlohmann::json::accept(to_json(matches.summary())));
    const auto files = static_cast<std::uint32_t>(loaded.corpus.files.size());
    if (const auto image = taken_apart(bytes)) check_round_trips(*image, files, pages);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read(text_of(data, size));
  return 0;
}
