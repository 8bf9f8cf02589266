// SPDX-License-Identifier: Apache-2.0
// The flags of recluster: those of dedup that can be chosen anew, with defaults of their own.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"

namespace facsim {
namespace {

using Word = std::string_view;

constexpr std::array kReclusterFlags = {
    Flag{"--keep", "", "KEYS", kChoosing,
         "Which page of several alike is kept, as for dedup; field:NAME only if dedup read that "
         "field. Default: the run's.",
         kRecluster, apply_keep, kKeeps},
    Flag{"--remove", "", "KINDS", kChoosing,
         "The kinds that are removed, with commas: exact, content, layout, partial. Default: the "
         "run's.",
         kRecluster, apply_remove, kKinds},
    Flag{"--decisions", "", "FILE", kChoosing,
         "What people said of pairs, a line each: page, page, same or different, note, with tabs "
         "between. Different pages are never removed for each other; of the same ones the later "
         "in keep order may be, whatever the figures say. Kept in OUT for later runs of recluster.",
         kRecluster, [](Word, Word w, Settings& s) { s.decisions = w; }},
    Flag{"--apply", "", "", kChoosing,
         "Read the inputs again and write the copies anew as well; without it they stay as they "
         "are and belong to an earlier choice.",
         kRecluster, [](Word, Word, Settings& s) { s.apply = true; }},
    Flag{"--mode", "", "MODE", kChoosing,
         "remove, annotate, report or revisit, as for dedup; another than the run's needs --apply. "
         "revisit reads the inputs again. Default: the run's.",
         kRecluster, apply_mode, kModes},
    Flag{"--rows", "", "FORMAT", kChoosing,
         "jsonl or parquet, as for dedup; jsonl of a result with Parquet needs --apply. "
         "Without it, as OUT has them.",
         kRecluster, apply_rows, kRowFiles},
    Flag{"--min-resemblance", "", "R", kJudging,
         "Pages are of kind content from this resemblance on. Not below the floor of the run's "
         "pairs, usually 0.5. Default: the run's.",
         kRecluster, [](Word n, Word w, Settings& s) { s.min_resemblance = ratio(n, w, {0, 1}); }},
    Flag{"--min-agreement", "", "A", kJudging,
         "The same of agreement, where the run asked for it. Default: the run's.", kRecluster,
         [](Word n, Word w, Settings& s) { s.min_agreement = ratio(n, w, {0, 1}); }},
    Flag{"--min-containment", "", "C", kJudging,
         "Pages are of kind layout or partial from this share of one in the other on. Default: the "
         "run's.",
         kRecluster, [](Word n, Word w, Settings& s) { s.min_containment = ratio(n, w, {0, 1}); }},
    Flag{"--min-containment-to-remove", "", "C", kJudging,
         "Pages of kind layout or partial are removed only from this share of the page in the "
         "other on, where --remove names these kinds. Default: the run's.",
         kRecluster,
         [](Word n, Word w, Settings& s) { s.min_containment_to_remove = ratio(n, w, {0, 1}); }},
    Flag{"--names", "", "SWITCH", kJudging,
         "on: HTML pages of one site whose names tell them apart are two; off: names count for "
         "nothing. Default: the run's.",
         kRecluster, apply_names, kOnOrOff},
};

}  // namespace

std::span<const Flag> recluster_flags() noexcept { return kReclusterFlags; }

}  // namespace facsim
