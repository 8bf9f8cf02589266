// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run came to: summary.json for machines, ten lines for a person. The same facts.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/progress.h"
#include "facsim/model/skip.h"

namespace facsim {

struct HostCounts {
  std::uint64_t pages = 0;
  std::uint64_t removed = 0;
};

// A host or file that lost most of its pages.
struct SourceLoss {
  std::string kind;  // host, file
  std::string name;
  std::uint64_t pages = 0;
  std::uint64_t removed = 0;
  std::uint64_t representatives = 0;  // different ones that its removed pages repeat
  bool is_mirror = false;             // nearly every removed page has one of its own
};

// What became of the pairs that some channel suggested and the rule asked about.
struct VerificationCounts {
  std::uint64_t pairs = 0;
  std::uint64_t two_pages = 0;          // by what was not judged: parts at most
  std::uint64_t refused_by_size = 0;    // one is too small to be alike the other, whatever it says
  std::uint64_t refused_by_sketch = 0;  // too few bins agree to be alike
  std::uint64_t refused_as_template = 0;  // with --refuse-templates
  std::uint64_t by_digest = 0;            // equal texts of pages that differ otherwise
  std::uint64_t by_sketch = 0;            // decided by the estimate: nobody has the text
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
  std::uint64_t pages = 0;          // in it, at the beginning
  std::uint64_t considered = 0;     // of them, that some page might repeat
  std::uint64_t texts_read = 0;     // of them, read again to decide
  std::uint64_t texts_missing = 0;  // wanted too, but gone or changed: their sketches decided
  std::uint64_t removed = 0;        // pages of the inputs that repeat one of them
  bool update = false;
  std::uint64_t added = 0;  // pages that it has got
};

// Records that repeat an earlier capture, their original, and have no content of their own.
struct RevisitCounts {
  std::uint64_t records = 0;
  std::uint64_t original_kept = 0;
  std::uint64_t original_removed = 0;
  std::uint64_t original_in_index = 0;   // of a run against one: not among the inputs, but there
  std::uint64_t original_elsewhere = 0;  // in neither, or nobody says which it is
};

// What the run keeps of the pairs that it verified (matches.facsim).
struct ListedCounts {
  std::uint64_t pairs = 0;
  std::uint64_t pages_cut = 0;  // pages of which not all pairs were looked at
  double floor = 0;             // no threshold below it can be tried
};

// What another threshold would come to.
struct WhatIf {
  double threshold = 0;
  std::uint64_t removed = 0;
};

// What the first reading of the inputs came to.
struct ReadCounts {
  std::uint64_t files = 0;
  std::uint64_t records_read = 0;                   // every record, pages or not
  std::uint64_t pages_read = 0;                     // pages with a text
  std::array<std::uint64_t, kSkipCount> skipped{};  // by reason; none of them was removed
  std::uint64_t too_short = 0;      // pages under the least number of units, exact rule only
  std::uint64_t fallback_text = 0;  // pages whose main text was short: visible text was used
  std::uint64_t cut_pages = 0;      // pages whose markup passed a limit: their end was not judged
  std::uint64_t repeated_ids = 0;   // pages whose id an earlier page has already
  std::uint64_t bytes_read = 0;     // of records, unpacked
  std::uint64_t text_bytes = 0;     // of the texts that were judged
};

struct ClusterCounts {
  std::uint64_t size = 0;                         // pages, the representative included
  std::array<std::uint64_t, kKindCount> kinds{};  // of the removed ones
  std::uint64_t bytes_saved = 0;
};
// What was decided of the pages.
struct DecisionCounts {
  std::uint64_t pages_kept = 0;
  std::array<std::uint64_t, kKindCount> removed{};   // by kind
  std::array<std::uint64_t, kKindCount> reported{};  // kept, though a kept page repeats part of it
  std::uint64_t removed_for_index = 0;  // of the removed ones, those that repeat a page of an index
  std::uint64_t clusters = 0;
  std::uint64_t giant_clusters = 0;         // of 1,000 pages, or of a tenth of all and at least 100
  std::uint64_t linked_removed = 0;         // of the removed ones, by single linkage alone
  std::uint64_t templates = 0;              // removed pages that differ in numbers and codes mostly
  std::uint64_t bytes_saved = 0;            // of removed records, unpacked
  std::map<std::string, HostCounts> hosts;  // the busiest; "" are pages without URL
  std::uint64_t hosts_left_out = 0;
  std::vector<SourceLoss> losses;  // the largest first
  std::uint64_t losses_left_out = 0;

  [[nodiscard]] std::uint64_t removed_total() const noexcept;
};

struct Summary : ReadCounts, DecisionCounts {
  std::string version;
  std::string profile;
  std::string recipe;     // name
  std::string recipe_id;  // 16 hexadecimal digits
  std::string recipe_toml;
  std::string mode;  // remove, annotate, report
  std::string keep;
  std::string scope;
  std::string clustering;           // leader, single
  std::vector<std::string> remove;  // kinds that are removed
  std::string text;                 // main, all
  std::uint32_t shingle_size = 0;
  std::uint32_t units_min = 0;
  int max_distance = 0;  // below 0: none
  double min_resemblance = 0;
  double min_agreement = 0;  // 0: it decides nothing
  double min_containment = 0;
  double min_containment_to_remove = 0;  // 0: as min_containment
  bool refuse_templates = false;
  std::string text_field;  // of JSON records, as the next three
  std::string html_field;
  std::string id_field;
  std::string url_field;
  std::uint64_t page_bytes_max = 0;

  std::uint64_t files_not_read = 0;   // in folders: other kinds, and what could not be read
  std::uint64_t truncated = 0;        // pages whose candidates were cut short
  std::uint64_t crowded_anchors = 0;  // anchors that too many pages have to tell anything
  VerificationCounts verification;
  std::optional<RevisitCounts> revisits;  // where inputs have some
  std::optional<AgainstCounts> against;
  std::optional<ListedCounts> listed;
  std::vector<WhatIf> what_if;  // of agreement where it decides, else of resemblance
  bool reclustered = false;     // judged again by facsim recluster
  // False where only the reports were written anew: the copies are of an earlier choice.
  bool copies_are_current = true;
  std::vector<std::string> warnings;

  // All that varies between runs of the same input; `run` in the JSON.
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t scratch_bytes = 0;
  std::vector<std::string> inputs;  // as given
  int threads = 0;
  std::uint64_t memory_limit_bytes = 0;
  std::vector<StageTime> stages;
  std::vector<std::pair<std::string, std::string>> outputs;  // name, path
  std::vector<std::string> linked;  // names of the linked pages, of which there may be millions
};

// Indented JSON ending in a line break; members in a fixed order, `run` last.
[[nodiscard]] std::string to_json(const Summary& summary);
// At most ten lines: pages read, kept, removed by kind, skipped by reason, bytes saved, seconds,
// rate, peak memory, files.
[[nodiscard]] std::string to_text(const Summary& summary);

// 1536 -> "1.5 KiB"
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
// 1234567 -> "1,234,567"
[[nodiscard]] std::string human_count(std::uint64_t count);

}  // namespace facsim
