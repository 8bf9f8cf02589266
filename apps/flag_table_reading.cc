// SPDX-License-Identifier: Apache-2.0
// The flags of commands that read pages: how the input is read, what is printed and how it runs.
#include <array>
#include <limits>

#include "apps/command_fingerprint.h"
#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/model/named_values.h"
#include "facsim/model/status_ranges.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;
using Word = std::string_view;

constexpr std::array kProgressNames = {"auto"sv, "json"sv, "none"sv};  // of ProgressChoice
constexpr std::array kKernelNames = {"auto"sv, "scalar"sv, "avx2"sv, "avx512"sv};

std::span<const Word> progress_names() { return kProgressNames; }
std::span<const Word> kernel_choices() { return kKernelNames; }

std::vector<Word> passage_words() { return {"all"}; }

std::string usual_columns() {
  std::string text;
  for (const Word name : kUsualColumns) text.append(text.empty() ? "" : ",").append(name);
  return text;
}

std::string usual_kernel() {
  const Kernel usual = RunLimits().kernel;
  return usual == kernel_named("auto") ? "auto" : std::string(name_of(usual));
}

void apply_progress(Word name, Word word, Settings& settings) {
  settings.progress =
      chosen(name, word, value_named<ProgressChoice>(kProgressNames, word), progress_names());
}

void apply_passages(Word name, Word word, Settings& settings) {
  settings.passages_max = word == "all"
                              ? std::numeric_limits<std::size_t>::max()
                              : whole_number(name, word, {0, std::numeric_limits<int>::max()});
}

void apply_statuses(Word name, Word word, Settings& settings) {
  try {
    (void)StatusRanges(not_empty(name, word));
  } catch (const Error& error) {
    throw Error{ErrorCode::invalid_argument, std::string(name) + ": " + error.sentence()};
  }
  settings.read.judged_statuses = word;
}

void apply_follow(Word, Word, Settings& settings) { settings.read.follow = true; }

constexpr CommandBits kRead = kPages | kIndexReads | kStoreReads;
constexpr CommandBits kReadsStatus = kDedup | kIndexReads | kStoreReads;
constexpr CommandBits kPrinted = kCompare | kFingerprint | kExtract;

constexpr std::array kReadingFlags = {
    Flag{"--text-field", "", "NAME", kReading,
         "The JSON field or CSV column with the text; content.text is a field inside an object. "
         "Default: {}.",
         kRead,
         [](Word n, Word w, Settings& s) {
           s.read.named_fields.push_back(s.read.text_field = not_empty(n, w));
         },
         kAnyValue, [] { return ReadOptions().text_field; }},
    Flag{"--html-field", "", "NAME", kReading,
         "The JSON field or column with HTML; where both are there, it wins. Default: {}.", kRead,
         [](Word n, Word w, Settings& s) {
           s.read.named_fields.push_back(s.read.html_field = not_empty(n, w));
         },
         kAnyValue, [] { return ReadOptions().html_field; }},
    Flag{"--id-field", "", "NAME", kReading, "The JSON field or column with the id. Default: {}.",
         kRead,
         [](Word n, Word w, Settings& s) {
           s.read.named_fields.push_back(s.read.id_field = not_empty(n, w));
         },
         kAnyValue, [] { return ReadOptions().id_field; }},
    Flag{"--url-field", "", "NAME", kReading, "The JSON field or column with the URL. Default: {}.",
         kRead,
         [](Word n, Word w, Settings& s) {
           s.read.named_fields.push_back(s.read.url_field = not_empty(n, w));
         },
         kAnyValue, [] { return ReadOptions().url_field; }},
    Flag{"--time-field", "", "NAME", kReading,
         "The JSON field or column with the time, for --keep newest and oldest. Default: {}.",
         kDedup, [](Word n, Word w, Settings& s) { s.read.time_field = not_empty(n, w); },
         kAnyValue,
         [] {
           const std::string usual = ReadOptions().time_field;
           return usual.empty() ? std::string("none") : usual;
         }},
    Flag{"--status-field", "", "NAME", kReading,
         "The JSON field or column with the HTTP status; archives have it in their records. An "
         "answer of 400 or above never stays in the place of one below. Default: {}.",
         kReadsStatus,
         [](Word n, Word w, Settings& s) {
           s.read.named_fields.push_back(s.read.status_field = not_empty(n, w));
         },
         kAnyValue,
         [] {
           const std::string usual = ReadOptions().status_field;
           return usual.empty() ? std::string("none") : usual;
         }},
    Flag{"--status", "", "LIST", kReading,
         "Judge only answers with such an HTTP status, as in 200,300-399, and pages without a "
         "status. Pages of other answers are counted as other_status and stay in the copy. "
         "Default: all.",
         kReadsStatus, apply_statuses},
    Flag{
        "--count-by", "", "NAME", kReading,
        "Count pages by the values of this JSON field or column too: read, kept, removed, reported "
        "and skipped, for each of the first 10,000 values in input order, for all others together "
        "(by_value in summary.json). By input file they are always counted. Default: none.",
        kDedup, [](Word n, Word w, Settings& s) { s.read.count_field = not_empty(n, w); }},
    Flag{
        "--follow", "", "", kReading,
        "In folders, read also what symbolic links outside of them point at, and links to folders. "
        "Default: such links are skipped and counted. A link that is named as an input is read.",
        kPages | kStoreReads | (kIndexReads & ~kIndexRebuild), apply_follow},
    Flag{"--follow", "", "", kReading,
         "In folders, read also what symbolic links outside of them point at, and links to "
         "folders. Default: only where files of the index are missing without.",
         kIndexRebuild, apply_follow},
    Flag{"--follow", "", "", kReading,
         "In folders, look also at what symbolic links outside of them point at, and at links to "
         "folders. Default: as the run did.",
         kShow, apply_follow},
    Flag{"--page-max", "", "SIZE", kReading,
         "Larger pages are skipped as too_large, 1K to 1G after unpacking. facsim dedup compares "
         "those of up to 64 times SIZE by their raw bytes alone. Default: {}.",
         kRead,
         [](Word n, Word w, Settings& s) {
           s.read.page_bytes_max =
               byte_size(n, w, {std::uint64_t{1} << 10, std::uint64_t{1} << 30});
         },
         kAnyValue, [] { return size_word(ReadOptions().page_bytes_max); }},
    Flag{"--json", "", "", kPrinting, "Print JSON: one object a page or pair.", kPrinted,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--columns", "", "NAMES", kPrinting,
         "What to print of a page, with commas: id, url, file, offset, fingerprint, visible "
         "(fingerprint of all visible text), units, shingles, sketch, layout, anchors, digest. "
         "Default: {}; all of them with --json.",
         kFingerprint, [](Word n, Word w, Settings& s) { s.columns = comma_list(n, w); },
         Choices{.words = column_names, .is_list = true}, usual_columns},
    Flag{"--passages", "", "N", kPrinting,
         "How many shared and how many differing passages to show, longest first; 0, or all; show: "
         "so many pages that were removed for a kept one, too. Default: {}.",
         kCompare | kShow, apply_passages, Choices{passage_words},
         [] { return std::to_string(Settings().passages_max); }},
    Flag{"--threads", "", "N", kRunning,
         "How many threads work, 1 to 1024; the result does not depend on it. Default: as many "
         "as there are processors.",
         kPages | kStoreReads | kReport, apply_threads},
    Flag{"--kernel", "", "NAME", kRunning,
         "Which of the kernels of 'facsim version' computes fingerprints: scalar, avx2, avx512, or "
         "auto, the fastest that this machine runs. The result does not depend on it. Default: "
         "{}.",
         kDedup | kCompare | kFingerprint | kEval | kIndexReads | kIndexJoin | kStoreReads,
         [](Word, Word w, Settings& s) { s.limits.kernel = kernel_named(w); },
         Choices{words_of<kernel_choices>}, usual_kernel},
    Flag{"--memory", "", "SIZE", kRunning,
         "The limit for tables, sort buffers and pages in flight, at least 64M. What does not fit "
         "goes to --tmp, and large pages wait for room. The peak is at most 1.5 times this and "
         "what the largest page takes: 6 to 43 times its bytes; the window "
         "of a zstd input is on top. A thread needs 4M to work. K M G "
         "are powers of 1024. Default: {}.",
         kPages | kRecluster | kReport,
         [](Word n, Word w, Settings& s) {
           s.limits.memory_bytes = byte_size(n, w, {limits::kMemoryBytesMin, kSizeMost});
         },
         kAnyValue, [] { return size_word(Settings().limits.memory_bytes); }},
    Flag{"--tmp", "", "FOLDER", kRunning,
         "Where temporary files go; it must exist. Default: $TMPDIR, else /tmp.",
         kRead | kRecluster | kIndexJoin | kIndexCompact | kIndexExport | kStoreOpens | kMirrors |
             kReport,
         [](Word n, Word w, Settings& s) { s.limits.tmp = not_empty(n, w); }},
    Flag{"--wait", "", "SECONDS", kRunning,
         "How long a change of an index waits for another program that is changing it, up to 86400 "
         "seconds. After a second it says for whom. 0: fail at once. Default: {}.",
         kDedup | kIndexChanges,
         [](Word n, Word w, Settings& s) {
           s.wait = std::chrono::seconds(whole_number(n, w, {0, kWaitSecondsMost}));
         },
         kAnyValue, [] { return std::to_string(Settings().wait.count()); }},
    Flag{"--progress", "", "HOW", kRunning,
         "auto (one line on a terminal, else nothing), json (a JSON line now and then on standard "
         "error), none. Default: {}.",
         kDedup | kRecluster | kEval | kStore | kMirrors | kReport, apply_progress,
         Choices{words_of<progress_names>},
         [] { return std::string(kProgressNames.at(std::size_t(Settings().progress))); }},
    Flag{"--quiet", "-q", "", kRunning,
         "No progress, whatever --progress says, and no summary; warnings and errors are still "
         "printed.",
         kPages | kRecluster | kReport, [](Word, Word, Settings& s) { s.quiet = true; }},
};

}  // namespace

std::span<const Flag> reading_flags() noexcept { return kReadingFlags; }

}  // namespace facsim
