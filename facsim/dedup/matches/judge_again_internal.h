// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steps of judging a run again that ask for no result folder: what is chosen anew, the clusters
// by it. For recluster.cc and kept_run.cc.

#include <cstdint>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/matches/recluster_options.h"

namespace facsim {

// What the run was asked for, with what is asked anew in its place.
struct Choice {
  DedupOptions options;
  FolderOptions folder;
  ReadOptions read;  // with all fields that the run asks for
  std::vector<Sentence> warnings;

  [[nodiscard]] const Profile& profile() const noexcept { return options.judge.profile; }
  [[nodiscard]] const Policy& policy() const noexcept { return options.policy; }
};

// Throws Error{invalid_argument} for what the file cannot answer.
[[nodiscard]] Choice choose(const MatchesFile& file, const ReclusterOptions& given);

// What the run read, and what is chosen now.
[[nodiscard]] Summary begin_summary(const MatchesFile& file, const Choice& choice, Run& run);

// Counts the pages of which only the raw bytes were compared.
void count_by_bytes(const Corpus& corpus, Summary& summary);

// How often decisions and the rules are of one mind.
struct DecisionFigures {
  std::uint64_t decisions = 0;   // that have an effect
  std::uint64_t agreed = 0;      // of them: the rules alone judge the pair so
  std::uint64_t unfollowed = 0;  // `same` of pages that stay apart
  std::string first_unfollowed;  // where it stands
};

struct Clusters {
  std::vector<std::uint32_t> exact_best;  // as in Candidates
  Decisions decisions;
  std::vector<WhatIf> what_if;
  DecisionFigures figures;
};

// `same_text` as MatchesFile::load() gives it. What people decided counts, whatever the rules say.
[[nodiscard]] Clusters cluster_again(const MatchesFile& file, const Corpus& corpus,
                                     std::vector<std::uint32_t> same_text, const Choice& choice,
                                     Run& run, const std::vector<NamedDecision>& decisions = {});

// What a sentence says of them.
void tell_decisions(const DecisionFigures& figures, Run& run);

}  // namespace facsim
