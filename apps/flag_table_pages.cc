// SPDX-License-Identifier: Apache-2.0
// The flags that decide which pages are alike and which of them is kept: name, help and meaning.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/folder_options.h"
#include "facsim/index/masks.h"
#include "facsim/model/policy.h"
#include "facsim/model/recipe.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;
using Word = std::string_view;

constexpr std::array kTextNames = {"main"sv, "all"sv};

std::vector<Word> text_words() { return {kTextNames.begin(), kTextNames.end()}; }
std::vector<Word> distance_words() { return {"none"}; }

void apply_scope(Word name, Word word, Settings& settings) {
  settings.policy.scope = chosen(name, word, scope_named(word), scope_names());
}

void apply_cluster(Word name, Word word, Settings& settings) {
  settings.policy.clustering = chosen(name, word, clustering_named(word), clustering_names());
}

void apply_matches(Word name, Word word, Settings& settings) {
  settings.folder.matches = chosen(name, word, matches_named(word), matches_names());
}

void apply_max_distance(Word name, Word word, Settings& settings) {
  if (word == "none") {
    settings.max_distance = -1;
    return;
  }
  settings.max_distance = static_cast<int>(whole_number(name, word, {0, kMaxMaskDistance}));
}

void apply_text(Word name, Word word, Settings& settings) {
  if (word != "main" && word != "all") throw_not_one_of(name, word, text_words());
  settings.text = word == "main" ? TextPart::main : TextPart::all;
}

void apply_profile(Word, Word word, Settings& settings) {
  settings.profile = profile_named(word).name;
}

void apply_shingle_size(Word name, Word word, Settings& settings) {
  settings.shingle_size = static_cast<std::uint32_t>(whole_number(name, word, {1, 100}));
}

std::string usual_text() {
  const Recipe recipe = profile_named(Settings().profile).recipe;
  return std::string(kTextNames[recipe.parts.at(0).part == TextPart::main ? 0 : 1]);
}

std::string removed_kinds() {
  std::string text;
  for (const Word name : kind_names()) {
    if (!Policy().remove.has(*kind_named(name))) continue;
    text.append(text.empty() ? "" : ",").append(name);
  }
  return text;
}

std::string usual_shingle_size() {
  return by_profile([](const Profile& p) { return std::to_string(p.recipe.sketch.shingle_size); });
}

constexpr CommandBits kJudged = kDedup | kCompare | kEval;
constexpr CommandBits kFingerprinted = kDedup | kCompare | kFingerprint | kEval;
constexpr CommandBits kAdded = kIndexReads & ~kIndexRebuild;  // rebuild has its own defaults

constexpr std::array kPageFlags = {
    Flag{"--output", "-o", "OUT", kChoosing,
         "The folder for the results; made if it is not there. Required.", kDedup,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--output", "-o", "FILE", kChoosing, "The table's file. Required.", kIdf,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--keep", "", "KEYS", kChoosing,
         "Which page of several alike is kept: first, last, longest, shortest-url, newest, oldest, "
         "canonical (pages whose canonical URL is their own), input (of the earlier word of the "
         "command) or field:NAME (the highest number in a field). Several keys with commas: a "
         "later one decides where the earlier ones tie. Ties go by input order; pages that WARC "
         "revisit records refer to come before all others. Default: {}.",
         kDedup, apply_keep, kKeeps, [] { return text_of(Policy().keep); }},
    Flag{"--scope", "", "SCOPE", kChoosing,
         "Which pages are compared: all, host (only pages of one host; those without URL share "
         "one), file (only pages of one file). Default: {}.",
         kDedup, apply_scope, Choices{words_of<scope_names>},
         [] { return std::string(name_of(Policy().scope)); }},
    Flag{"--against", "", "IDX", kChoosing,
         "An index of pages ('facsim index build PAGES'): its pages count as kept before all "
         "others, so what repeats one of them is removed, and the row names it.",
         kDedup, [](Word n, Word w, Settings& s) { s.against.index = not_empty(n, w); }},
    Flag{"--update", "", "", kChoosing,
         "Add what was kept to the index of --against; where there is none, begin it.", kDedup,
         [](Word, Word, Settings& s) { s.against.update = true; }},
    Flag{"--mode", "", "MODE", kChoosing,
         "remove (write the input without its duplicates), annotate (write every record; JSON "
         "records get a member \"facsim\", for others there is annotations.jsonl), report "
         "(write only the reports). revisit is for WARC: a removed response whose payload is that "
         "of "
         "a kept, earlier capture byte for byte becomes a revisit record that names it, and all "
         "others stay. Default: {}.",
         kDedup, apply_mode, kModes, [] { return std::string(name_of(FolderOptions().mode)); }},
    Flag{"--rows", "", "FORMAT", kChoosing,
         "jsonl, or parquet: OUT gets duplicates.parquet, reported.parquet and clusters.parquet "
         "beside the lines of JSON, which takes the plug-in for Parquet. Default: {}.",
         kDedup, apply_rows, kRowFiles, [] { return std::string(name_of(FolderOptions().rows)); }},
    Flag{"--remove", "", "KINDS", kChoosing,
         "The kinds that are removed, with commas: exact, content, layout, partial. Others are "
         "reported, and so are pages of kind layout or partial below "
         "--min-containment-to-remove. Default: {}.",
         kDedup, apply_remove, kKinds, removed_kinds},
    Flag{"--cluster", "", "RULE", kChoosing,
         "leader: a page is removed only for a page that it repeats itself. single: also for one "
         "that it hangs together with through others, each of which repeats the next; pages that "
         "have little in common may go. Default: {}.",
         kDedup, apply_cluster, Choices{words_of<clustering_names>},
         [] { return std::string(name_of(Policy().clustering)); }},
    Flag{"--matches", "", "PAIRS", kChoosing,
         "Which verified pairs OUT/matches.facsim keeps for 'facsim recluster': all (of "
         "candidates, up to 64 a page), leaders (only those that the result needed) or none (no "
         "such file). Default: {}; against an index and with --cluster single always none.",
         kDedup, apply_matches, Choices{words_of<matches_names>},
         [] { return std::string(name_of(FolderOptions().matches)); }},
    Flag{"--refuse-templates", "", "", kChoosing,
         "Keep two pages of one template apart: each calls itself by other words of its title, or "
         "they differ mostly in numbers and codes, five or more in each.",
         kDedup, [](Word, Word, Settings& s) { s.policy.refuse_templates = true; }},
    Flag{"--warn-loss", "", "SHARE", kChoosing,
         "Warn of each host and file that loses more than this share of its pages, if it has 50 "
         "and is no mirror, each page of which has its own equal elsewhere. Default: {}.",
         kDedup, [](Word n, Word w, Settings& s) { s.loss_warned = ratio(n, w, {0, 1}); },
         kAnyValue, [] { return decimal(Settings().loss_warned); }},
    Flag{"--link", "", "", kChoosing,
         "Of folders, link the kept files into OUT (copy across file systems) besides listing "
         "them in kept.txt.",
         kDedup, [](Word, Word, Settings& s) { s.folder.link = true; }},
    Flag{"--min-documents", "", "N", kChoosing,
         "Features that fewer documents have are left out of the table. Default: {}.", kIdf,
         [](Word n, Word w, Settings& s) {
           s.documents_min = whole_number(n, w, {1, 1'000'000'000});
         },
         kAnyValue, [] { return std::to_string(Settings().documents_min); }},
    Flag{"--force", "", "", kChoosing, "Write into OUT even if it is not empty.", kDedup,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--force", "", "", kChoosing, "Write FILE even if it is there.", kIdf,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
    Flag{"--profile", "", "NAME", kJudging,
         "A named choice of recipe, candidates and thresholds: compact, balanced, strict, "
         "thorough. Default: {}.",
         kPages | kAdded | kServe, apply_profile, Choices{profile_words},
         [] { return Settings().profile; }},
    Flag{"--profile", "", "NAME", kJudging,
         "A named choice of recipe, candidates and thresholds: compact, balanced, strict, "
         "thorough. Default: the one whose recipe the index has.",
         kIndexRebuild, apply_profile, Choices{profile_words}},
    Flag{"--recipe", "", "NAME", kJudging,
         "Everything that decides the bits of a fingerprint: a name of 'facsim recipe list', or a "
         "file that ends in .toml. Default: the profile's.",
         kPages | kServe, apply_recipe, kRecipes},
    Flag{"--topic", "", "FILE", kJudging,
         "Words that count more in fingerprints, for crawls of one topic: a word, a tab and a "
         "factor a line.",
         kJudged | kFingerprint, [](Word n, Word w, Settings& s) { s.topic = not_empty(n, w); }},
    Flag{"--jieba", "", "FILE", kJudging,
         "The tables of jieba's words, which recipes of such words need. Default: those that were "
         "built with the program.",
         kFingerprinted | kIndexReads | kIndexJoin | kRecipe | kIdf | kShow | kStoreOpens | kServe |
             kReport,
         [](Word n, Word w, Settings& s) { s.jieba = not_empty(n, w); }},
    Flag{"--text", "", "PART", kJudging,
         "main (the main text of HTML; all visible text where it has less than 100 units, with a "
         "title 20) or all (all visible text). Default: {}.",
         kFingerprinted | kAdded | kIdf, apply_text, Choices{text_words}, usual_text},
    Flag{"--text", "", "PART", kJudging,
         "main (the main text of HTML; all visible text where it has less than 100 units, with a "
         "title 20) or all (all visible text). Default: the index's.",
         kIndexRebuild, apply_text, Choices{text_words}},
    Flag{"--text", "", "PART", kJudging,
         "Print the text that dedup --text PART judges: main (all visible text where the main text "
         "is too short for the recipe) or all. Default: the main text, however short.",
         kExtract, apply_text, Choices{text_words}},
    Flag{"--shingle-size", "", "N", kJudging,
         "Units in a shingle, 1 to 100; a unit is a word, or one Chinese, Japanese or Korean "
         "character. Default: {}.",
         kFingerprinted | kAdded, apply_shingle_size, kAnyValue, usual_shingle_size},
    Flag{"--shingle-size", "", "N", kJudging,
         "Units in a shingle, 1 to 100; a unit is a word, or one Chinese, Japanese or Korean "
         "character. Default: the index's.",
         kIndexRebuild, apply_shingle_size},
    Flag{"--min-units", "", "N", kJudging,
         "Pages with fewer units are merged only when their texts are equal, and have no "
         "fingerprint. Default: {}.",
         kFingerprinted | kIndexReads,
         [](Word n, Word w, Settings& s) {
           s.units_min = static_cast<std::uint32_t>(whole_number(n, w, {1, 1'000'000}));
         },
         kAnyValue,
         [] { return by_profile([](const Profile& p) { return std::to_string(p.units_min); }); }},
    Flag{"--min-resemblance", "", "R", kJudging,
         "Pages are of kind content from this resemblance of their shingle sets (Jaccard) on, "
         "above 0 and at most 1. Default: {}.",
         kJudged | kIndexQuery,
         [](Word n, Word w, Settings& s) { s.min_resemblance = ratio(n, w, {0, 1}); }, kAnyValue,
         [] {
           return by_profile(
               [](const Profile& p) { return decimal(p.thresholds.min_resemblance); });
         }},
    Flag{"--min-agreement", "", "A", kJudging,
         "Where both texts are at hand, pages are of kind content from this agreement on instead: "
         "the share of the longer that stands in the other in the same order; above 0 and at most "
         "1. Default: {}.",
         kJudged, [](Word n, Word w, Settings& s) { s.min_agreement = ratio(n, w, {0, 1}); },
         kAnyValue,
         [] {
           return by_profile([](const Profile& p) {
             const double least = p.thresholds.min_agreement;
             return least > 0 ? decimal(least) : std::string("off");
           });
         }},
    Flag{"--min-containment", "", "C", kJudging,
         "Pages are of kind layout or partial from this share of one in the other on, above 0 and "
         "at most 1. Default: {}.",
         kJudged | kIndexQuery,
         [](Word n, Word w, Settings& s) { s.min_containment = ratio(n, w, {0, 1}); }, kAnyValue,
         [] {
           return by_profile(
               [](const Profile& p) { return decimal(p.thresholds.min_containment); });
         }},
    Flag{"--min-containment-to-remove", "", "C", kJudging,
         "If --remove names layout or partial, a page of that kind is removed only if this share "
         "of it is in the other page, above 0 and at most 1; else it is only reported. Default: "
         "{}; where the profile has none, as --min-containment.",
         kJudged,
         [](Word n, Word w, Settings& s) { s.min_containment_to_remove = ratio(n, w, {0, 1}); },
         kAnyValue,
         [] {
           return by_profile(
               [](const Profile& p) { return decimal(p.thresholds.containment_to_remove()); });
         }},
    Flag{"--names", "", "SWITCH", kJudging,
         "on or off: whether HTML pages of one site are two, and both kept, where names tell them "
         "apart: one uses a word of its title, heading or path that the other does not use, or "
         "both have names as programs write them, which differ. They may still be of kind layout "
         "or partial. Default: {}.",
         kJudged | kIndexQuery, apply_names, kOnOrOff, [] { return std::string("on"); }},
    Flag{
        "--max-distance", "", "K", kJudging,
        "Pages whose fingerprints differ in at most K bits are compared, besides those that the "
        "bands of their sketches suggest; 0 to 12, or none. Default: {}.",
        kDedup, apply_max_distance, Choices{distance_words},
        [] { return by_profile([](const Profile& p) { return std::to_string(p.max_distance); }); }},
};

}  // namespace

std::span<const Flag> page_flags() noexcept { return kPageFlags; }

}  // namespace facsim
