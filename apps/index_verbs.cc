// SPDX-License-Identifier: Apache-2.0
#include "apps/index_verbs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "apps/nearest.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr std::array kVerbs = {
    IndexVerb{.name = "build",
              .usage = "INPUT... -o IDX",
              .summary = "make an index of pages or fingerprints",
              .about = "Makes an index of the inputs: pages, of which it keeps all that tells kind "
                       "and resemblance of a match, or files of fingerprints (.hex, .u64).",
              .examples = "  facsim index build crawl.warc.gz -o crawl.idx --max-distance 3\n"
                          "  facsim index build fingerprints.hex -o other.idx -k 6 --codec "
                          "elias-fano\n",
              .brief = "--output --max-distance --profile --input --codec --memory",
              .reads_pages = true,
              .is_summed_up = true},
    IndexVerb{.name = "add",
              .usage = "IDX INPUT...",
              .summary = "add to an index",
              .about =
                  "Adds what the inputs hold, as one more segment. It must be of the recipe of "
                  "the index. Lines without an id go on from the number of the last.",
              .examples = "  facsim index add crawl.idx today.warc.gz\n",
              .brief = "--text-field --id-field --input --recipe --summary",
              .reads_pages = true,
              .is_summed_up = true},
    IndexVerb{.name = "delete",
              .usage = "IDX ID...",
              .summary = "delete entries by id or URL",
              .about =
                  "Deletes every entry of these ids. In an index of pages a word that is no id "
                  "is taken for a URL: all pages of this URL are deleted. What is not there is "
                  "counted in a warning.",
              .examples = "  facsim index delete crawl.idx https://example.org/gone\n"
                          "  facsim index delete crawl.idx --ids gone.txt\n",
              .brief = "--ids --summary --quiet",
              .is_summed_up = true},
    IndexVerb{.name = "query",
              .usage = "IDX INPUT...",
              .summary = "find the entries near to each input",
              .about =
                  "Prints for each fingerprint the entries within --max-distance, nearest "
                  "first, as QUERY<TAB>ID<TAB>DISTANCE or with --jsonl as an object; for pages "
                  "also what their digests and sketches find, with kind, resemblance and URL.",
              .examples = "  facsim index query crawl.idx today.warc.gz --limit 5 --jsonl\n",
              .brief = "--max-distance --limit --jsonl --min-resemblance --map --input",
              .reads_pages = true},
    IndexVerb{.name = "join",
              .usage = "IDX [FILE...] | FILE...",
              .summary = "print all pairs that are near",
              .about = "Prints all pairs within --max-distance as ID<TAB>ID<TAB>DISTANCE, in the "
                       "order of the entries: of an index, or of files of fingerprints. With an "
                       "index and files, all pairs of a new fingerprint and an entry.",
              .examples = "  facsim index join crawl.idx --max-distance 2 | head\n"
                          "  facsim index join other.idx today.u64 -k 5 > pairs.tsv\n",
              .brief = "--max-distance --input --recipe --threads --memory --map"},
    IndexVerb{.name = "info",
              .usage = "IDX",
              .summary = "print what is in an index",
              .about = "Prints kind, recipe, distance, entries and segments.",
              .examples = "  facsim index info crawl.idx --json\n",
              .brief = "--json"},
    IndexVerb{.name = "check",
              .usage = "IDX",
              .summary = "read all of an index and name what is damaged",
              .about = "Reads every byte of the index and names what is damaged. Status 1 where "
                       "anything is.",
              .examples = "  facsim index check crawl.idx\n",
              .brief = "--summary --quiet",
              .is_summed_up = true},
    IndexVerb{.name = "compact",
              .usage = "IDX",
              .summary = "make one segment of all",
              .about = "Makes one segment of all and drops what was deleted.",
              .examples = "  facsim index compact crawl.idx\n",
              .brief = "--design --memory --tmp --summary",
              .is_summed_up = true},
    IndexVerb{.name = "export",
              .usage = "IDX",
              .summary = "print every fingerprint with its id",
              .about = "Prints every fingerprint with its id, as a .hex file has them.",
              .examples = "  facsim index export crawl.idx > crawl.hex\n",
              .brief = "--memory --tmp"},
    IndexVerb{.name = "rebuild",
              .usage = "IDX INPUT...",
              .summary = "read the pages of an index again",
              .about = "Reads the pages of an index again, from the files that they came from, by "
                       "the recipes of this program: pages that another version read cannot be "
                       "compared with new ones.",
              .examples = "  facsim index rebuild crawl.idx crawl.warc.gz today.warc.gz\n",
              .brief = "--profile --recipe --max-distance --codec --memory --summary",
              .reads_pages = true,
              .is_summed_up = true},
};

// Flags whose help line is about other commands too, or says its verbs in the middle.
struct FlagOfVerbs {
  std::string_view flag;
  std::string_view verbs;
};
constexpr std::array kFlagsOfVerbs = {
    FlagOfVerbs{"--max-distance", "build query join rebuild"},
    FlagOfVerbs{"--k", "build query join rebuild"},
    FlagOfVerbs{"--design", "build add compact rebuild"},
    FlagOfVerbs{"--recipe", "build add query join rebuild"},
    FlagOfVerbs{"--input", "build add query join"},
    FlagOfVerbs{"--min-resemblance", "query"},
    FlagOfVerbs{"--min-containment", "query"},
    FlagOfVerbs{"--memory", "build add compact rebuild join export"},
    FlagOfVerbs{"--wait", "build add delete compact rebuild"},
    FlagOfVerbs{"--jieba", "build add query join rebuild"},
    FlagOfVerbs{"--kernel", "build add query join compact rebuild"},
    FlagOfVerbs{"--tmp", "build add query join compact export rebuild"},
};

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

// Of "build, add with pages: ..." the verbs, and where the rest begins; none of other lines.
struct VerbsBefore {
  std::vector<std::string_view> verbs;
  std::size_t end = 0;
};
VerbsBefore verbs_before(std::string_view help) {
  VerbsBefore found;
  const std::size_t colon = help.find(": ");
  if (colon == std::string_view::npos) return found;
  for (std::string_view rest = help.substr(0, colon); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    const std::string_view part = rest.substr(0, comma);
    const std::string_view verb = part.substr(0, part.find(' '));
    if (index_verb_named(verb) == nullptr) return {};
    found.verbs.push_back(verb);
    rest.remove_prefix(std::min(comma + 2, rest.size()));
  }
  found.end = colon + 2;
  return found;
}

}  // namespace

std::span<const IndexVerb> index_verbs() noexcept { return kVerbs; }

const IndexVerb* index_verb_named(std::string_view name) noexcept {
  for (const IndexVerb& verb : kVerbs) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

void throw_unknown_verb(std::string_view name) {
  std::vector<std::string_view> known;
  for (const IndexVerb& verb : kVerbs) known.push_back(verb.name);
  throw Error(ErrorCode::invalid_argument, "index has no verb '" + std::string(name) + "'" +
                                               suggestion(name, known) +
                                               " (see 'facsim help index')");
}

bool has_flag(const IndexVerb& verb, const Flag& flag) {
  if ((flag.commands & kIndex) == 0) return false;
  for (const FlagOfVerbs& known : kFlagsOfVerbs) {
    if (known.flag == flag.name) return has_word(known.verbs, verb.name);
  }
  const std::vector<std::string_view> verbs = verbs_before(flag.help).verbs;
  if (!verbs.empty()) return std::find(verbs.begin(), verbs.end(), verb.name) != verbs.end();
  return verb.reads_pages || has_word("--help -h --quiet", flag.name);
}

std::string help_without_verbs(const Flag& flag) {
  const std::size_t cut = verbs_before(flag.help).end;
  std::string help(flag.help.substr(cut));
  if (cut > 0 && !help.empty()) {
    help[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(help[0])));
  }
  return help;
}

}  // namespace facsim
