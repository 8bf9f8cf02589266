// SPDX-License-Identifier: Apache-2.0
// Returns which rows or pages of files are removed, and for which, as tables; and again by other
// thresholds.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "facsim/base/error.h"
#include "facsim/dedup/matches/kept_run.h"
#include "facsim/files/temp_folder.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/report/review_page.h"
#include "facsim/report/row_tables.h"
#include "facsim/review/review_run.h"
#include "match_tables.h"
#include "row_members.h"
#include "rows.h"
#include "watched.h"
#include "words.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

std::string joined(std::string words, std::string_view word) {
  return words.empty() ? std::string(word) : words.append(", ").append(word);
}

// A key of `keep` as Python has it: its word and the name of its field.
using KeyWords = std::pair<std::string, std::string>;

// Errors name the argument "keep".
std::vector<KeyWords> key_words_of(const std::string& keep) {
  try {
    std::vector<KeyWords> words;
    for (const KeepKey& key : keep_keys_of(keep)) words.emplace_back(name_of(key.by), key.field);
    return words;
  } catch (const Error& error) {
    // The wording that the package uses for its other arguments.
    std::string sentence = error.what();
    constexpr std::string_view kOneOf = "is not one of: ";
    if (const auto at = sentence.find(kOneOf); at != std::string::npos) {
      sentence.replace(at, kOneOf.size(), "is not one of ");
    }
    const bool is_quoted = sentence.front() == '\'';
    throw Error(error.code(), (is_quoted ? "keep=" : "keep='" + keep + "': ") + sentence);
  }
}

// The inverse. Throws Error{invalid_argument} for a word that is not a key.
std::vector<KeepKey> keep_keys_from(const std::vector<KeyWords>& words) {
  std::vector<KeepKey> keys;
  for (const auto& [word, field] : words) {
    const auto by = keep_named(word);
    if (!by) throw Error(ErrorCode::invalid_argument, "keep: '" + word + "' is not a key");
    keys.emplace_back(*by, field);
  }
  return keys;
}

Scope scope_of(const std::string& scope, bool of_files) {
  const auto word = scope_named(scope);
  if (!word || (*word == Scope::file && !of_files)) {
    throw Error(ErrorCode::invalid_argument,
                "scope='" + scope + "' is not one of all, host" + (of_files ? ", file" : ""));
  }
  return *word;
}

Kinds removed_kinds(const std::vector<std::string>& remove) {
  Kinds kinds;
  for (const std::string& word : remove) {
    const auto kind = kind_named(word);
    if (!kind) {
      std::string known;
      for (int each = 0; each < kKindCount; ++each) {
        known = joined(std::move(known), name_of(static_cast<Kind>(each)));
      }
      throw Error(ErrorCode::invalid_argument, "remove: '" + word + "' is not one of " + known);
    }
    kinds.add(*kind);
  }
  return kinds;
}

const char* word_of(parquet::NewColumn::Kind kind) {
  switch (kind) {
    case parquet::NewColumn::Kind::text:
      return "text";
    case parquet::NewColumn::Kind::whole:
      return "whole";
    case parquet::NewColumn::Kind::real:
      return "real";
    case parquet::NewColumn::Kind::flag:
      return "flag";
    case parquet::NewColumn::Kind::texts:
      return "texts";
    case parquet::NewColumn::Kind::reals:
      return "reals";
  }
  return "";
}

Matches kept_matches(const std::string& matches) {
  if (const auto word = matches_named(matches)) return *word;
  throw Error(ErrorCode::invalid_argument,
              "matches='" + matches + "' is not one of all, leaders, none");
}

// A run, and what it stores to be judged again.
class DedupRun {
 public:
  // `annotates`: results go to an AnnotationSink instead of a TableSink.
  DedupRun(DedupOptions options, Matches matches, PartOfRun part, bool of_files, bool annotates)
      : of_files_(of_files),
        annotates_(annotates),
        options_(std::move(options)),
        kept_(options_.limits.tmp, matches, std::move(part)) {}

  nb::dict of_rows(nb::handle data, const RowFields& fields, nb::handle progress, nb::handle warn) {
    RowFields named = fields;
    named.keep = fields_of(options_.policy.keep);
    named.count = options_.read.count_field;
    options_.read.judged_statuses = fields.judged_statuses;
    WarnOfRows say;
    if (!warn.is_none()) say = [warn](const std::string& sentence) { warn(sentence); };
    const std::unique_ptr<PageSource> pages = pages_of(data, named, false, std::move(say));
    return told([&](DedupSink& sink, Watched& watched) {
      CallerRows rows(*pages, watched);
      return kept_.dedup(rows, sink, options_, watched.hooks(progress));
    });
  }

  nb::dict of_files(const std::vector<std::string>& inputs, const ReadOptions& read,
                    nb::handle progress, nb::handle warn) {
    ReadOptions asked = read;
    asked.page_bytes_max = options_.read.page_bytes_max;
    asked.count_field = options_.read.count_field;
    options_.read = std::move(asked);
    return told([&](DedupSink& sink, Watched& watched) {
      RunHooks hooks = watched.hooks(progress);
      hooks.warn = [&](const std::string& sentence) { watched.in_caller([&] { warn(sentence); }); };
      return kept_.dedup(inputs, sink, options_, hooks);
    });
  }

  nb::dict again(const ReclusterOptions& given) const {
    return told([&](DedupSink& sink, Watched& watched) {
      return kept_.recluster(limited(given), sink, watched.hooks(nb::handle(Py_None)));
    });
  }

  // The page of facsim report about the result that again() returns for the same settings.
  // `summary` is its text. `rows` is None for pages of files, else a function that returns the rows
  // for a list of numbers.
  nb::str report(const ReclusterOptions& given, const std::string& summary, nb::handle rows,
                 const RowFields& fields, bool with_text, std::size_t pairs_max) const {
    std::atomic<bool> cancelled = false;
    Watched watched(cancelled);
    const RunHooks hooks = watched.hooks(nb::handle(Py_None));
    RowFields named = fields;
    named.as_there = true;
    ReviewOptions options;
    options.pairs_max = pairs_max;
    options.with_text = with_text;
    options.read = options_.read;
    ask_for_fields(options_.judge.profile.recipe, options.read);
    options.judge = &options_.judge;
    options.limits = options_.limits;
    if (!of_files_) {
      options.pages = [&](const std::vector<std::uint64_t>& numbers, const TakePage& take) {
        for (std::size_t begin = 0; begin < numbers.size(); begin += kRowsAtOnce) {
          const std::size_t end = std::min(numbers.size(), begin + kRowsAtOnce);
          watched.in_caller([&] {
            nb::list some;
            for (std::size_t i = begin; i < end; ++i) some.append(numbers[i]);
            const nb::object found = rows(some);
            const std::unique_ptr<PageSource> pages = pages_of(found, named);
            Page page;
            for (std::size_t i = begin; i < end && pages->next(page); ++i) {
              take(numbers[i], page);
              page = Page{};
            }
          });
        }
      };
    }
    const std::string page = watched.run([&] {
      const TempFolder folder(options_.limits.tmp);
      kept_.write_result(limited(given), summary, folder.path(), hooks);
      return review_html(review_run(folder.path(), options, hooks),
                         {.folder = {}, .words = python_words});
    });
    return nb::str(page.data(), page.size());
  }

 private:
  static constexpr std::size_t kRowsAtOnce = 64;

  [[nodiscard]] ReclusterOptions limited(ReclusterOptions given) const {
    given.limits = options_.limits;
    return given;
  }

  template <class Work>
  nb::dict told(const Work& work) const {
    std::unique_ptr<ResultSink> sink;
    if (annotates_) {
      sink = std::make_unique<AnnotationSink>(of_files_);
    } else {
      sink = std::make_unique<TableSink>(of_files_);
    }
    std::atomic<bool> cancelled = false;
    Watched watched(cancelled);
    return sink->result(watched.run([&] { return work(*sink, watched); }));
  }

  bool of_files_;
  bool annotates_;
  DedupOptions options_;
  KeptRun kept_;
};

}  // namespace

void bind_dedup(nb::module_& module) {
  nb::class_<RowFields>(module, "RowFields")
      .def(
          "__init__",
          [](RowFields* made, std::string text, std::string html, std::string id, std::string url,
             std::string time, std::string status, std::string judged_statuses, bool as_there) {
            new (made) RowFields{.text = std::move(text),
                                 .html = std::move(html),
                                 .id = std::move(id),
                                 .url = std::move(url),
                                 .time = std::move(time),
                                 .keep = {},
                                 .status = std::move(status),
                                 .judged_statuses = std::move(judged_statuses),
                                 .count = {},
                                 .as_there = as_there};
          },
          nb::kw_only(), nb::arg("text"), nb::arg("html"), nb::arg("id"), nb::arg("url"),
          nb::arg("time"), nb::arg("status") = "", nb::arg("judged_statuses") = "",
          nb::arg("as_there") = false)
      .def("__getstate__",
           [](const RowFields& fields) {
             return nb::make_tuple(fields.text, fields.html, fields.id, fields.url, fields.time,
                                   fields.status, fields.judged_statuses, fields.as_there);
           })
      .def("__setstate__", [](RowFields& made, const nb::tuple& state) {
        const auto name = [&](std::size_t at) { return nb::cast<std::string>(state[at]); };
        new (&made) RowFields{.text = name(0),
                              .html = name(1),
                              .id = name(2),
                              .url = name(3),
                              .time = name(4),
                              .keep = {},
                              .status = name(5),
                              .judged_statuses = name(6),
                              .count = {},
                              .as_there = nb::cast<bool>(state[7])};
      });
  module.def(
      "annotation_members",
      [] {
        std::vector<std::pair<std::string, std::string>> members;
        for (const parquet::NewColumn& each : AnnotationValues::columns()) {
          members.emplace_back(each.name, word_of(each.kind));
        }
        return members;
      },
      "Name and kind (text, whole, real, flag, texts, reals) of the members of an annotation.");
  module.def(
      "member",
      [](nb::handle row, const std::string& name) {
        nb::object value = member(row, name);
        return value.is_valid() ? value : nb::none();
      },
      nb::arg("row"), nb::arg("name"), "None where the row has no such member.");
  module.def(
      "missing_members",
      [](nb::handle rows, const std::vector<std::string>& names) {
        MembersSought sought(names);
        for (const nb::handle row : nb::iter(rows)) {
          if (is_mapping(row)) sought.note(row);
          if (sought.is_done()) break;
        }
        return sought.missing();
      },
      nb::arg("rows"), nb::arg("names"), "A sentence for each name of which no row has a member.");
  module.def("keep_keys", &key_words_of, nb::arg("keep"));
  module.def(
      "check_run_words",
      [](const std::string& scope, const std::vector<std::string>& remove,
         const std::string& matches, bool of_files) {
        (void)scope_of(scope, of_files);
        (void)removed_kinds(remove);
        (void)kept_matches(matches);
      },
      nb::kw_only(), nb::arg("scope"), nb::arg("remove"), nb::arg("matches"), nb::arg("of_files"),
      "Raises what DedupRun raises for words that do not exist.");
  nb::class_<ReclusterOptions>(module, "ReclusterSettings",
                               "Settings that replace those of the run; None keeps the run's own.")
      .def(
          "__init__",
          [](ReclusterOptions* made, std::optional<double> min_resemblance,
             std::optional<double> min_agreement, std::optional<double> min_containment,
             std::optional<double> min_containment_to_remove, std::optional<bool> names,
             const std::optional<std::vector<KeyWords>>& keep,
             const std::optional<std::vector<std::string>>& remove, const nb::bytes& decisions) {
            ReclusterOptions given;
            given.min_resemblance = min_resemblance;
            given.min_agreement = min_agreement;
            given.min_containment = min_containment;
            given.min_containment_to_remove = min_containment_to_remove;
            given.names = names;
            if (keep) given.keep = keep_keys_from(*keep);
            if (remove) given.remove = removed_kinds(*remove);
            given.decisions_text.assign(decisions.c_str(), decisions.size());
            new (made) ReclusterOptions(std::move(given));
          },
          nb::kw_only(), nb::arg("min_resemblance") = nb::none(),
          nb::arg("min_agreement") = nb::none(), nb::arg("min_containment") = nb::none(),
          nb::arg("min_containment_to_remove") = nb::none(), nb::arg("names") = nb::none(),
          nb::arg("keep") = nb::none(), nb::arg("remove") = nb::none(),
          nb::arg("decisions") = nb::bytes("", 0));
  nb::class_<DedupRun>(module, "DedupRun", "A run, and what it keeps to be judged again.")
      .def(
          "__init__",
          [](DedupRun* made, const ReadyProfile& judge, const std::vector<KeyWords>& keep,
             const std::string& scope, const std::vector<std::string>& remove,
             std::uint64_t memory_bytes, int threads, std::string tmp, const std::string& matches,
             std::uint64_t page_bytes_max, bool of_files, std::uint64_t pages_in_all,
             std::vector<std::uint64_t> crowded_anchors, bool annotates, std::string count_by) {
            DedupOptions options;
            options.judge = judge;
            options.policy.keep = keep_keys_from(keep);
            options.policy.scope = scope_of(scope, of_files);
            options.policy.remove = removed_kinds(remove);
            options.read.page_bytes_max = page_bytes_max;
            options.read.count_field = std::move(count_by);
            options.limits = {
                .threads = threads, .memory_bytes = memory_bytes, .tmp = std::move(tmp)};
            std::sort(crowded_anchors.begin(), crowded_anchors.end());
            new (made) DedupRun(std::move(options), kept_matches(matches),
                                {pages_in_all, std::move(crowded_anchors)}, of_files, annotates);
          },
          nb::kw_only(), nb::arg("judge"), nb::arg("keep"), nb::arg("scope"), nb::arg("remove"),
          nb::arg("memory_bytes"), nb::arg("threads"), nb::arg("tmp"), nb::arg("matches"),
          nb::arg("page_bytes_max"), nb::arg("of_files"), nb::arg("pages_in_all") = 0,
          nb::arg("crowded_anchors") = std::vector<std::uint64_t>(), nb::arg("annotates") = false,
          nb::arg("count_by") = "")
      .def("of_rows", &DedupRun::of_rows, nb::arg("data"), nb::arg("fields"),
           nb::arg("progress").none(), nb::arg("warn").none() = nb::none())
      .def(
          "of_files",
          [](DedupRun& run, const std::vector<std::string>& inputs, const RowFields& fields,
             nb::handle progress, nb::handle warn) {
            return run.of_files(inputs, named_read_options_of(fields), progress, warn);
          },
          nb::arg("inputs"), nb::arg("fields"), nb::arg("progress").none(), nb::arg("warn"))
      .def("again", &DedupRun::again, nb::arg("settings"))
      .def("report", &DedupRun::report, nb::arg("settings"), nb::kw_only(), nb::arg("summary"),
           nb::arg("rows").none(), nb::arg("fields"), nb::arg("with_text"), nb::arg("pairs_max"));
}

}  // namespace facsim::python
