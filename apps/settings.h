// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings of the user: every flag of every command, parsed and checked. A command reads only
// those that are its own.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/mirrors_settings.h"
#include "apps/serve_settings.h"
#include "facsim/dedup_options.h"
#include "facsim/folder_options.h"
#include "facsim/input/fingerprint_file.h"
#include "facsim/model/policy.h"
#include "facsim/model/profile.h"
#include "facsim/model/read_options.h"
#include "facsim/ready_profile.h"
#include "facsim/run/run.h"

namespace facsim {

enum class ProgressChoice { automatic, json, none };
enum class HelpChoice { none, brief, whole };
enum class ColorChoice { automatic, always, never };

// The truth that eval uses, what it measures, and the files that it writes beside its table.
struct EvalSettings {
  std::string pairs;     // a file
  std::string clusters;  // a file
  bool exact = false;
  bool synthesize = false;
  std::optional<double> label_min;
  std::optional<double> resemblance_floor;
  std::vector<int> distances;      // empty: 0..16
  std::vector<double> thresholds;  // empty: the usual ones
  std::optional<std::uint64_t> agreement_pairs;
  std::vector<SketchSpec> sketches;
  std::uint64_t seed = 0;
  std::string csv;   // a file, or empty
  std::string html;  // a file, or empty
};

// The settings of store, other than those for reading.
struct StoreAsked {
  std::string collection = "default";
  std::string crawl;
  std::string host;
  std::optional<std::chrono::milliseconds> age;
  std::optional<std::int64_t> before_ms;  // since 1970
  bool by_last_seen = false;
  bool add = false;
  bool explain = false;
  bool keep_history = false;
  std::string id_prefix;
  std::uint64_t hosts = 10;
  std::uint64_t top = 10;
  std::uint64_t limit = 100;
};

struct Settings {
  std::string command;
  std::vector<std::string> inputs;
  std::vector<std::string_view> flags_given;  // by name; the names live as long as the program
  HelpChoice help = HelpChoice::none;
  bool quiet = false;  // no progress, no summary; warnings and errors are printed

  // How pages are judged. Values that are not set come from the profile.
  std::string profile = "balanced";
  std::optional<std::string> recipe;  // a name, or a file that ends in .toml
  std::string topic;                  // a file of words and factors
  std::string jieba;                  // the file of jieba's tables
  std::optional<TextPart> text;
  std::optional<std::uint32_t> shingle_size;
  std::optional<std::uint32_t> units_min;
  std::optional<int> max_distance;
  std::optional<double> min_resemblance;
  std::optional<double> min_agreement;
  std::optional<double> min_containment;
  std::optional<double> min_containment_to_remove;
  std::optional<bool> names;

  // Shared by all commands.
  ReadOptions read;
  RunLimits limits;

  // dedup.
  std::string output;
  Policy policy;
  AgainstOptions against;
  FolderOptions folder;
  double loss_warned = DedupOptions().loss_warned;
  ProgressChoice progress = ProgressChoice::automatic;
  bool dry_run = false;  // judge, count, write nothing

  // recluster.
  bool apply = false;
  std::string decisions;  // a file, or empty

  // report, dedup.
  std::string report;                                        // the file of dedup's page, or empty
  std::uint64_t review_pairs_max = 10'000;                   // in the list
  std::uint64_t review_text_bytes = std::uint64_t{3} << 20;  // for all passages together
  bool no_text = false;

  // dedup, recluster, index.
  bool summary_json = false;  // on standard output, instead of text on standard error

  // compare, fingerprint, extract, show.
  bool json = false;
  std::vector<std::string> columns;
  std::size_t passages_max = 10;

  // show, which also uses `json` and `passages_max`.
  ColorChoice color = ColorChoice::automatic;

  // idf.
  std::uint64_t documents_min = 2;

  // dedup, index: how long to wait for another writer of the index.
  std::chrono::seconds wait{10};

  // index, plan, which also use `max_distance`, `output` and `json`.
  std::string design;  // a name; empty: the planner chooses
  std::string codec;   // a name; empty: none
  std::optional<FingerprintForm> fingerprint_form;
  std::string ids_file;
  std::uint64_t limit = 0;      // 0: all
  std::uint64_t pairs_max = 0;  // 0: all
  bool map = false;
  std::uint64_t count = 0;
  std::uint64_t plan_memory = 0;  // 0: no limit
  bool usual_costs = false;
  bool no_ids = false;

  // store, which also uses `output`, `json`, `dry_run` and `profile`.
  StoreAsked store;

  // mirrors, which also uses `json`, `limit`, `limits`, `folder.force` and `store.collection`.
  MirrorsSettings mirrors;

  // eval, which also uses `output`, `json` and `profile`.
  EvalSettings eval;

  // serve, which also uses `profile`, `recipe`, `jieba`, `max_distance` and `limits`.
  ServeSettings serve;

  // True if the user gave the flag of this name: "--keep".
  [[nodiscard]] bool is_given(std::string_view flag) const;
  // The distance of an index that is built or planned, and of a join.
  [[nodiscard]] int index_distance() const;
  // The recipe as changed by the flags; its files are not read yet. Throws Error.
  [[nodiscard]] Recipe named_recipe() const;
  // The named profile as changed by the flags, with the tables of its recipe. Throws Error.
  [[nodiscard]] ReadyProfile judged_by() const;
  // The options of dedup. Throws Error.
  [[nodiscard]] DedupOptions dedup_options() const;
  // The places to look for jieba's tables: the flag's file, else beside the program or in its share
  // folder.
  [[nodiscard]] std::vector<std::string> jieba_files() const;
  // `read` with the fields that the recipe needs. Throws Error.
  [[nodiscard]] ReadOptions read_options() const;
};

}  // namespace facsim
