// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files in, the same files without their near-duplicates out, with the reason for every removal.
//
// Promise: the result (all files but the object `run` of summary.json) depends on the pages, the
// index they are compared with and whether its files are still there, if there is one, the pages'
// order and the options that say so, never on threads, memory or packing; it appears whole or not
// at all. Memory: 12 bytes a page always, everything else within `memory_bytes` (the rest spills to
// `tmp`), and pages in flight (threads x page_bytes_max) beside it. The inputs are read twice: once
// to judge, once to copy, and a third time for pages whose shingles did not fit the spill.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/features/feature_maker.h"
#include "facsim/model/match.h"
#include "facsim/model/profile.h"
#include "facsim/report/progress.h"
#include "facsim/report/summary.h"

namespace facsim {

enum class Keep { first, last, longest, shortest_url, newest, oldest, canonical, field };
enum class Scope { all, host, file };
enum class Clustering { leader, single };
enum class Mode { remove, annotate, report };
// Which pairs are kept for recluster.h: all that are candidates (up to kListedPairsMax a page),
// those that the leader rule asked about, or none and no file.
enum class Matches { all, leaders, none };

struct DedupOptions {
  // What changes answers.
  Profile profile;
  FeatureTables tables;  // that the profile's recipe needs
  Kernel kernel = best_kernel();
  Keep keep = Keep::first;
  std::string keep_field;    // for Keep::field
  Scope scope = Scope::all;  // pages of different hosts or files are never compared
  Mode mode = Mode::remove;
  Kinds remove = {Kind::exact, Kind::content};
  Clustering clustering = Clustering::leader;
  bool refuse_templates = false;  // pages that differ in numbers and codes alone are kept apart
  std::string text_field = "text";
  std::string id_field = "id";
  std::string url_field = "url";
  std::string html_field = "html";
  std::string time_field;  // empty: none
  std::size_t page_bytes_max = std::size_t{16} << 20;
  bool follow = false;  // symbolic links that leave their folder, too

  double loss_warned = 0.9;  // a host or file that loses more than this share is warned of

  // Pages of this index count as kept before all others, where it is set. What is kept is added to
  // it with `update`, which also begins one where there is none.
  std::string against;
  bool update = false;

  // What changes the shape of the output.
  bool link = false;   // folders: hard links (copies across file systems) beside kept.txt
  bool force = false;  // write into a folder that is not empty
  Matches matches = Matches::all;  // none is written of a run against an index

  // What changes speed.
  int threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  std::string tmp;  // an existing folder
};

struct DedupHooks {
  std::function<void(const ProgressState&)> progress;  // called from one thread
  const std::atomic<bool>* cancelled = nullptr;        // set: stop with Error{cancelled}
  // What else there is to say before an Error ends the run; otherwise warnings are in the result.
  std::function<void(const std::string&)> warn = {};
};

// Deduplicates `inputs` ("-" is standard input) into the folder `output`. Throws Error.
[[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, const std::string& output,
                            const DedupOptions& options, const DedupHooks& hooks = {});

}  // namespace facsim
