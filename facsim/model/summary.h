// SPDX-License-Identifier: Apache-2.0
#pragma once
// The result of a run: what it read, what it decided, by what rules, and at what cost.
//
// The same facts as summary.json (report/summary_text.h writes it). Counts are of pages unless a
// field says otherwise, bytes are bytes, times are seconds, likenesses and shares are in 0..1.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/model/left_out.h"
#include "facsim/model/match.h"
#include "facsim/model/progress.h"
#include "facsim/model/skip.h"

namespace facsim {

// Pages of one host.
struct HostCounts {
  std::uint64_t pages = 0;
  std::uint64_t removed = 0;
  std::uint64_t bytes_saved = 0;  // of removed records, unpacked
};

// A host or file that lost most of its pages.
struct SourceLoss {
  std::string kind;  // host, file
  std::string name;
  std::uint64_t pages = 0;
  std::uint64_t removed = 0;
  std::uint64_t representatives = 0;  // distinct ones that its removed pages repeat
  bool is_mirror = false;             // nearly every removed page has a representative of its own
};

// The counts for one input file, or for one value of a field.
struct SourceFigures {
  std::string name;  // for a value: empty for pages that have none
  std::uint64_t pages = 0;
  std::array<std::uint64_t, kKindCount> removed{};   // by kind
  std::array<std::uint64_t, kKindCount> reported{};  // of the kept ones
  std::optional<std::uint64_t> skipped;  // records; unknown if the rules were applied again
  std::uint64_t bytes_saved = 0;         // of removed records, unpacked
};

// Pages of one source that were removed for pages of another.
struct SourceMove {
  std::string from;
  std::string to;  // "(index)": pages of an index
  std::uint64_t removed = 0;
};

// Counts by source: the first 10,000 sources in input order, all others together.
struct SourceTable {
  std::vector<SourceFigures> rows;  // ordered by pages, descending
  std::optional<SourceFigures> others;
  std::vector<SourceMove> moves;  // the largest first, 1,000 at most
  std::uint64_t moved = 0;        // pages removed for one of another source
};

// The outcomes of the pairs that some channel suggested and the rule queried.
struct VerificationCounts {
  std::uint64_t pairs = 0;
  std::uint64_t two_pages = 0;        // different by what was not judged: layout or partial at most
  std::uint64_t refused_by_size = 0;  // one is too small to be alike, whatever its text
  std::uint64_t refused_by_sketch = 0;    // too few bins agree to be alike
  std::uint64_t refused_as_template = 0;  // with --refuse-templates
  std::uint64_t by_digest = 0;            // equal texts of pages that differ otherwise
  std::uint64_t by_sketch = 0;            // decided by the estimate: the text is not available
  std::uint64_t by_text = 0;              // decided by both texts

  VerificationCounts& operator+=(const VerificationCounts& other) noexcept {
    pairs += other.pairs;
    two_pages += other.two_pages;
    refused_by_size += other.refused_by_size;
    refused_by_sketch += other.refused_by_sketch;
    refused_as_template += other.refused_as_template;
    by_digest += other.by_digest;
    by_sketch += other.by_sketch;
    by_text += other.by_text;
    return *this;
  }
};

// A run against an index.
struct AgainstCounts {
  std::string index;                // as given
  std::uint64_t pages = 0;          // in it, at the start
  std::uint64_t considered = 0;     // those that some page might repeat
  std::uint64_t texts_read = 0;     // those read again to decide
  std::uint64_t texts_missing = 0;  // also needed, but gone or changed: their sketches decided
  std::uint64_t removed = 0;        // pages of the inputs that repeat one of them
  bool update = false;
  std::uint64_t added = 0;  // pages added to the index
};

// Records that repeat an earlier capture, their original, and have no content of their own.
struct RevisitCounts {
  std::uint64_t records = 0;
  std::uint64_t original_kept = 0;
  std::uint64_t original_removed = 0;
  std::uint64_t original_in_index =
      0;  // of a run against an index: not among the inputs, but in the index
  std::uint64_t original_elsewhere = 0;  // in neither, or not named
};

// Revisit records that replace captures whose payload is the same as that of another, kept capture.
struct WrittenRevisits {
  std::uint64_t records = 0;     // pages that were replaced by a revisit record
  std::uint64_t stay = 0;        // pages that repeat another one and stay in the copy
  std::uint64_t renamed = 0;     // earlier revisits that now name another original
  std::uint64_t body_bytes = 0;  // of the replaced pages, as stored
};

// What the run saves of the pairs that it verified (matches.facsim).
struct ListedCounts {
  std::uint64_t pairs = 0;
  std::uint64_t pages_cut = 0;  // pages whose pairs were not all examined
  double floor = 0;             // 0..1; no threshold below it can be tried
};

// The result with another threshold.
struct WhatIf {
  double threshold = 0;       // 0..1
  std::uint64_t removed = 0;  // pages
};

// The result of the first reading of the inputs.
struct ReadCounts {
  std::uint64_t files = 0;
  std::uint64_t records_read = 0;  // every record, pages or not
  std::uint64_t pages_read = 0;    // pages with a text
  // Records without a judged page, by reason: skipped[int(Skip::no_text)]. None was removed.
  std::array<std::uint64_t, kSkipCount> skipped{};
  std::uint64_t too_short =
      0;  // pages under the least number of units, removed only if exactly equal
  // Pages larger than page_bytes_max that were compared by their bytes alone; unknown if the rules
  // were applied again. Those that equal another one count in pages_read, the others are skipped as
  // too_large.
  std::optional<std::uint64_t> compared_by_bytes;
  std::uint64_t equal_by_bytes = 0;
  std::uint64_t fallback_text = 0;  // pages whose main text was short: visible text was used
  std::uint64_t cut_pages = 0;      // pages whose markup passed a limit: their end was not judged
  // Pages with more text left out than judged, or with garbled text, by the main reason:
  // little_judged[int(LeftOut::hidden)].
  std::array<std::uint64_t, kLeftOutCount> little_judged{};
  std::uint64_t repeated_ids = 0;  // pages whose id an earlier page already has
  std::uint64_t bytes_read = 0;    // of records, unpacked
  std::uint64_t text_bytes = 0;    // of the texts that were judged
};

// The counts of a representative and the pages that were removed for it.
struct ClusterCounts {
  std::uint64_t size = 0;  // pages, the representative included; 2 or more
  // Removed pages, by kind: kinds[int(Kind::content)].
  std::array<std::uint64_t, kKindCount> kinds{};
  std::uint64_t bytes_saved = 0;  // of removed records, unpacked
};

// The counts of the decisions.
struct DecisionCounts {
  std::uint64_t pages_kept = 0;
  // By kind: removed[int(Kind::exact)].
  std::array<std::uint64_t, kKindCount> removed{};
  std::array<std::uint64_t, kKindCount> reported{};  // kept, though a kept page repeats part of it
  // The reported pages of a kind that is removed: too little of the page is in the other.
  std::array<std::uint64_t, kKindCount> kept_by_containment{};
  std::uint64_t kept_apart_by_names =
      0;                                // reported pages that would be removed but for their names
  std::uint64_t removed_for_index = 0;  // removed pages that repeat a page of an index
  std::uint64_t clusters = 0;
  std::uint64_t giant_clusters = 0;     // of 1,000 pages, or of a tenth of all and at least 100
  std::uint64_t linked_removed = 0;     // removed by single linkage alone
  std::uint64_t templates = 0;          // removed pages that differ mostly in numbers and codes
  std::uint64_t errors_for_others = 0;  // removed error answers whose representative is not one
  std::uint64_t bytes_saved = 0;        // of removed records, unpacked
  std::array<std::uint64_t, kKindCount> bytes_saved_of{};  // the same, by kind
  std::map<std::string, HostCounts> hosts;  // the hosts with most pages; "" are pages without URL
  std::uint64_t hosts_left_out = 0;
  SourceTable by_file;                  // files that consist of one page each are counted by folder
  std::optional<SourceTable> by_value;  // by values of Summary::count_by
  std::vector<SourceLoss> losses;       // the largest first
  std::uint64_t losses_left_out = 0;

  // The sum over all kinds.
  [[nodiscard]] std::uint64_t removed_total() const noexcept {
    std::uint64_t total = 0;
    for (const std::uint64_t count : removed) total += count;
    return total;
  }
};

// pages_read == pages_kept + removed_total(), and records_read is at least that and the skipped
// records: records that have no page by their type (requests, metadata) count too.
struct Summary : ReadCounts, DecisionCounts {
  std::string version;      // of facsim, as kVersion
  std::string profile;      // name
  std::string recipe;       // name
  std::string recipe_id;    // 16 hexadecimal digits
  std::string recipe_toml;  // parse_recipe() reads it back
  std::string mode;         // remove, annotate, report, revisit; empty if no folder was written
  std::string keep;         // first, last, ..., field:NAME
  std::string scope;        // all, host, file
  std::string clustering;   // leader, single
  std::vector<std::string> remove;  // kinds that are removed
  std::string text;                 // main, all: the first part that the recipe reads
  std::uint32_t shingle_size = 0;   // units
  std::uint32_t units_min = 0;      // shorter texts are removed only if exactly equal
  int max_distance = 0;             // bits; below 0: fingerprints suggest no candidates
  // Thresholds, 0..1 (Thresholds in model/profile.h defines what they are compared with).
  double min_resemblance = 0;
  double min_agreement = 0;  // 0: not used
  double min_containment = 0;
  bool names = true;  // pages of a site whose names tell them apart are different pages
  double min_containment_to_remove = 0;
  bool refuse_templates = false;
  std::string text_field;  // of JSON records, like the next three
  std::string html_field;
  std::string id_field;
  std::string url_field;
  std::string status_field;          // empty: none
  std::string judged_statuses;       // empty: all; else "200,300-399"
  std::string count_by;              // a field; empty: none
  std::uint64_t page_bytes_max = 0;  // larger ones are skipped
  bool follow = false;               // links in folders that lead out of them were followed

  std::uint64_t files_not_read = 0;   // in folders: files of other kinds, and unreadable ones
  std::uint64_t truncated = 0;        // pages whose candidates were cut short
  std::uint64_t crowded_anchors = 0;  // anchors in too many pages to be useful
  VerificationCounts verification;
  std::optional<RevisitCounts> revisits;            // if the inputs have some
  std::optional<WrittenRevisits> written_revisits;  // if the mode is revisit
  std::optional<AgainstCounts> against;
  std::optional<ListedCounts> listed;
  std::vector<WhatIf> what_if;  // of agreement if it is used, otherwise of resemblance
  bool reclustered = false;     // judged again by facsim recluster
  // False if only the reports were rewritten: the copies are of an earlier choice.
  bool copies_are_current = true;
  std::vector<std::string> warnings;  // a sentence each, for a person

  // What varies between runs on the same input; `run` in the JSON.
  double seconds = 0;                   // of the whole run
  std::uint64_t peak_memory_bytes = 0;  // of the process since it began
  std::uint64_t scratch_bytes = 0;      // written to RunLimits::tmp, in total
  std::vector<std::string> inputs;      // as given
  int threads = 0;
  std::uint64_t memory_limit_bytes = 0;
  std::vector<StageTime> stages;
  std::vector<std::pair<std::string, std::string>> outputs;  // name, path
  std::vector<std::string> linked;  // names of the linked pages, of which there may be millions
};

}  // namespace facsim
