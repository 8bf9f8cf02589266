// SPDX-License-Identifier: Apache-2.0
// Rows or files in; which go, and for what, as tables out. And again, by other thresholds.
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

// `keep` is called "keep" in the sentence.
std::vector<KeepKey> keep_of(const std::string& keep) {
  try {
    return keep_keys_of(keep);
  } catch (const Error& error) {
    // As the package says it of its other arguments.
    std::string sentence = error.what();
    constexpr std::string_view kOneOf = "is not one of: ";
    if (const auto at = sentence.find(kOneOf); at != std::string::npos) {
      sentence.replace(at, kOneOf.size(), "is not one of ");
    }
    const bool is_quoted = sentence.front() == '\'';
    throw Error(error.code(), (is_quoted ? "keep=" : "keep='" + keep + "': ") + sentence);
  }
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

// What a run is asked for, beside its pages.
struct RunRequest {
  ReadyProfile judge;
  std::string keep;
  std::string scope;
  std::vector<std::string> remove;
  std::uint64_t memory_bytes = 0;
  int threads = 1;
  std::string tmp;
  std::string matches;
  std::uint64_t page_bytes_max = 0;
  PartOfRun part;
  bool annotates = false;  // AnnotationSink instead of TableSink
  std::string count_by;

  [[nodiscard]] DedupOptions options(bool of_files) const {
    DedupOptions options;
    options.judge = judge;
    options.policy.keep = keep_of(keep);
    options.policy.scope = scope_of(scope, of_files);
    options.policy.remove = removed_kinds(remove);
    options.read.page_bytes_max = page_bytes_max;
    options.read.count_field = count_by;
    options.limits = {.threads = threads, .memory_bytes = memory_bytes, .tmp = tmp};
    return options;
  }
  [[nodiscard]] Matches kept_matches() const {
    const auto word = matches_named(matches);
    if (word) return *word;
    throw Error(ErrorCode::invalid_argument,
                "matches='" + matches + "' is not one of all, leaders, none");
  }
};

// A run and what it keeps to be judged again.
class DedupRun {
 public:
  DedupRun(const RunRequest& asked, bool of_files)
      : of_files_(of_files),
        annotates_(asked.annotates),
        options_(asked.options(of_files)),
        kept_(options_.limits.tmp, asked.kept_matches(), asked.part) {}

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

  nb::dict again(std::optional<double> min_resemblance, std::optional<double> min_agreement,
                 std::optional<double> min_containment,
                 std::optional<double> min_containment_to_remove, std::optional<bool> names,
                 const std::optional<std::string>& keep,
                 const std::optional<std::vector<std::string>>& remove,
                 const nb::bytes& decisions) const {
    const ReclusterOptions given =
        asked_again(min_resemblance, min_agreement, min_containment, min_containment_to_remove,
                    names, keep, remove, decisions);
    return told([&](DedupSink& sink, Watched& watched) {
      return kept_.recluster(given, sink, watched.hooks(nb::handle(Py_None)));
    });
  }

  // The page of facsim report, of the result that again() gives of the same. `summary` is its text.
  // `rows`: None where the pages came from files; else it gives a list of the rows of a list of
  // numbers.
  nb::str report(std::optional<double> min_resemblance, std::optional<double> min_agreement,
                 std::optional<double> min_containment,
                 std::optional<double> min_containment_to_remove, std::optional<bool> names,
                 const std::optional<std::string>& keep,
                 const std::optional<std::vector<std::string>>& remove, const nb::bytes& decisions,
                 const std::string& summary, nb::handle rows, const RowFields& fields,
                 bool with_text, std::size_t pairs_max) const {
    const ReclusterOptions given =
        asked_again(min_resemblance, min_agreement, min_containment, min_containment_to_remove,
                    names, keep, remove, decisions);
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
      kept_.write_result(given, summary, folder.path(), hooks);
      return review_html(review_run(folder.path(), options, hooks),
                         {.folder = {}, .words = python_words});
    });
    return nb::str(page.data(), page.size());
  }

 private:
  static constexpr std::size_t kRowsAtOnce = 64;

  [[nodiscard]] ReclusterOptions asked_again(
      std::optional<double> min_resemblance, std::optional<double> min_agreement,
      std::optional<double> min_containment, std::optional<double> min_containment_to_remove,
      std::optional<bool> names, const std::optional<std::string>& keep,
      const std::optional<std::vector<std::string>>& remove, const nb::bytes& decisions) const {
    ReclusterOptions given;
    given.decisions_text.assign(decisions.c_str(), decisions.size());
    given.min_resemblance = min_resemblance;
    given.min_agreement = min_agreement;
    given.min_containment = min_containment;
    given.min_containment_to_remove = min_containment_to_remove;
    given.names = names;
    if (keep) given.keep = keep_of(*keep);
    if (remove) given.remove = removed_kinds(*remove);
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
  module.def(
      "keep_keys",
      [](const std::string& keep) {
        std::vector<std::pair<std::string, std::string>> keys;
        for (const KeepKey& key : keep_of(keep)) keys.emplace_back(name_of(key.by), key.field);
        return keys;
      },
      nb::arg("keep"));
  nb::class_<DedupRun>(module, "DedupRun", "A run, and what it keeps to be judged again.")
      .def(
          "__init__",
          [](DedupRun* made, const ReadyProfile& judge, std::string keep, std::string scope,
             std::vector<std::string> remove, std::uint64_t memory_bytes, int threads,
             std::string tmp, std::string matches, std::uint64_t page_bytes_max, bool of_files,
             std::uint64_t pages_in_all, std::vector<std::uint64_t> crowded_anchors, bool annotates,
             std::string count_by) {
            std::sort(crowded_anchors.begin(), crowded_anchors.end());
            const RunRequest asked{judge,
                                   std::move(keep),
                                   std::move(scope),
                                   std::move(remove),
                                   memory_bytes,
                                   threads,
                                   std::move(tmp),
                                   std::move(matches),
                                   page_bytes_max,
                                   {pages_in_all, std::move(crowded_anchors)},
                                   annotates,
                                   std::move(count_by)};
            new (made) DedupRun(asked, of_files);
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
      .def("again", &DedupRun::again, nb::arg("min_resemblance").none(),
           nb::arg("min_agreement").none(), nb::arg("min_containment").none(),
           nb::arg("min_containment_to_remove").none(), nb::arg("names").none(),
           nb::arg("keep").none(), nb::arg("remove").none(), nb::arg("decisions"))
      .def("report", &DedupRun::report, nb::arg("min_resemblance").none(),
           nb::arg("min_agreement").none(), nb::arg("min_containment").none(),
           nb::arg("min_containment_to_remove").none(), nb::arg("names").none(),
           nb::arg("keep").none(), nb::arg("remove").none(), nb::arg("decisions"),
           nb::arg("summary"), nb::arg("rows").none(), nb::arg("fields"), nb::arg("with_text"),
           nb::arg("pairs_max"));
}

}  // namespace facsim::python
