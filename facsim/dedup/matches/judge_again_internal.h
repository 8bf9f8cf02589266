// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steps of judging a run again that do not depend on a result folder: the new choices and the
// resulting clusters. For recluster.cc and kept_run.cc.

#include <cstdint>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/matches/recluster_options.h"

namespace facsim {

// The options of the run, with the new choices applied.
struct Choice {
  DedupOptions options;
  FolderOptions folder;
  ReadOptions read;  // with all fields that the run needs
  std::vector<Sentence> warnings;

  [[nodiscard]] const Profile& profile() const noexcept { return options.judge.profile; }
  [[nodiscard]] const Policy& policy() const noexcept { return options.policy; }
};

// Throws Error{invalid_argument} for choices that the file cannot answer.
[[nodiscard]] Choice choose(const MatchesFile& file, const ReclusterOptions& given);

// Returns what the run read, and the new choices.
[[nodiscard]] Summary begin_summary(const MatchesFile& file, const Choice& choice, Run& run);

// Counts the pages of which only the raw bytes were compared.
void count_by_bytes(const Corpus& corpus, Summary& summary);

// How often decisions and rules agree.
struct DecisionFigures {
  std::uint64_t decisions = 0;   // that have an effect
  std::uint64_t agreed = 0;      // among them: the rules alone judge the pair the same way
  std::uint64_t unfollowed = 0;  // `same` for pages that are not in one cluster
  std::string first_unfollowed;  // its place
};

struct Clusters {
  std::vector<std::uint32_t> exact_best;  // as in Candidates
  Decisions decisions;
  std::vector<WhatIf> what_if;
  DecisionFigures figures;
};

// `same_text` is a result of MatchesFile::load(). Decisions of people override the rules.
[[nodiscard]] Clusters cluster_again(const MatchesFile& file, const Corpus& corpus,
                                     std::vector<std::uint32_t> same_text, const Choice& choice,
                                     Run& run, const std::vector<NamedDecision>& decisions = {});

// Reports them in a sentence.
void tell_decisions(const DecisionFigures& figures, Run& run);

}  // namespace facsim
