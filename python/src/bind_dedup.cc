// SPDX-License-Identifier: Apache-2.0
// Rows in; which go, and for what, as tables out.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "bind.h"
#include "columns.h"
#include "errors.h"
#include "facsim/base/error.h"
#include "facsim/dedup.h"
#include "facsim/report/summary.h"
#include "rows.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

std::string joined(std::string words, std::string_view word) {
  return words.empty() ? std::string(word) : words.append(", ").append(word);
}

Policy policy_of(const std::string& keep, const std::string& scope,
                 const std::vector<std::string>& remove) {
  Policy policy;
  const auto colon = keep.find(':');
  const auto keep_word = keep_named(std::string_view(keep).substr(0, colon));
  if (!keep_word || (*keep_word == Keep::field) != (colon != std::string::npos)) {
    throw Error(ErrorCode::invalid_argument,
                "keep='" + keep +
                    "' is not one of first, last, longest, shortest-url, newest, "
                    "oldest, canonical, field:NAME");
  }
  policy.keep = *keep_word;
  if (colon != std::string::npos) policy.keep_field = keep.substr(colon + 1);
  const auto scope_word = scope_named(scope);
  if (!scope_word || *scope_word == Scope::file) {
    throw Error(ErrorCode::invalid_argument, "scope='" + scope + "' is not one of all, host");
  }
  policy.scope = *scope_word;
  policy.remove = {};
  for (const std::string& word : remove) {
    const auto kind = kind_named(word);
    if (!kind) {
      std::string known;
      for (int each = 0; each < kKindCount; ++each) {
        known = joined(std::move(known), name_of(static_cast<Kind>(each)));
      }
      throw Error(ErrorCode::invalid_argument, "remove: '" + word + "' is not one of " + known);
    }
    policy.remove.add(*kind);
  }
  return policy;
}

Columns match_columns() {
  Columns columns;
  columns.emplace_back("row", "L");
  columns.emplace_back("id", "u");
  columns.emplace_back("url", "u");
  columns.emplace_back("representative_row", "L");
  columns.emplace_back("representative", "u");
  columns.emplace_back("representative_url", "u");
  columns.emplace_back("kind", "u");
  columns.emplace_back("distance", "I");
  columns.emplace_back("resemblance", "g");
  columns.emplace_back("resemblance_error", "g");
  columns.emplace_back("containment", "g");
  columns.emplace_back("containment_reverse", "g");
  columns.emplace_back("agreement", "g");
  columns.emplace_back("template", "b");
  columns.emplace_back("by", "u");
  return columns;
}

void add_text(Column& column, std::string_view text) {
  if (text.empty()) {
    column.add_null();
  } else {
    column.add_text(text);
  }
}

void add_match(Columns& columns, const SinkPage& page, const SinkPage& other, const Match& match) {
  columns[0].add(std::uint64_t{page.number});
  add_text(columns[1], page.name.id);
  add_text(columns[2], page.name.url);
  columns[3].add(std::uint64_t{other.number});
  add_text(columns[4], other.name.id);
  add_text(columns[5], other.name.url);
  columns[6].add_text(name_of(match.kind));
  if (match.distance < 0)
    columns[7].add_null();
  else
    columns[7].add(static_cast<std::uint32_t>(match.distance));
  columns[8].add(match.resemblance);
  if (match.by == By::sketch)
    columns[9].add(match.error);
  else
    columns[9].add_null();
  columns[10].add(match.containment);
  columns[11].add(match.containment_reverse);
  if (match.agreement)
    columns[12].add(*match.agreement);
  else
    columns[12].add_null();
  if (match.is_template)
    columns[13].add_bool(*match.is_template);
  else
    columns[13].add_null();
  columns[14].add_text(name_of(match.by));
}

// Keeps what was decided, in columns.
class TableSink final : public DedupSink {
 public:
  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override {
    add_match(removed_, page, representative, match);
  }
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override {
    add_match(reported_, page, other, match);
  }
  void cluster(const SinkPage& representative, const ClusterCounts& counts) override {
    clusters_[0].add(std::uint64_t{representative.number});
    add_text(clusters_[1], representative.name.id);
    clusters_[2].add(counts.size);
  }

  [[nodiscard]] nb::dict result(const Summary& summary) {
    nb::dict dict;
    dict["duplicates"] = Table(std::move(removed_));
    dict["reported"] = Table(std::move(reported_));
    dict["clusters"] = Table(std::move(clusters_));
    dict["summary"] = to_json(summary);
    return dict;
  }

 private:
  Columns removed_ = match_columns();
  Columns reported_ = match_columns();
  Columns clusters_ = [] {
    Columns columns;
    columns.emplace_back("row", "L");
    columns.emplace_back("id", "u");
    columns.emplace_back("size", "L");
    return columns;
  }();
};

// Progress to a Python function, and signals from the user, a few times a second.
class Watch {
 public:
  explicit Watch(nb::handle progress) : progress_(progress) {}

  [[nodiscard]] RunHooks hooks() {
    return {.progress = [this](const ProgressState& state) { tell(state); },
            .cancelled = &is_cancelled_};
  }
  // Instead of the Error that the cancelled run ended with. With the lock.
  void rethrow() {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void tell(const ProgressState& state) {
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < std::chrono::milliseconds(100) || thrown_) return;
    told_ = now;
    const nb::gil_scoped_acquire locked;
    try {
      check_signals();
      if (!progress_.is_none()) progress_(state.stage, state.pages, state.pages_total);
    } catch (...) {
      thrown_ = std::current_exception();
      is_cancelled_ = true;
    }
  }

  nb::handle progress_;
  std::chrono::steady_clock::time_point told_;
  std::atomic<bool> is_cancelled_ = false;
  std::exception_ptr thrown_;
};

nb::dict dedup_rows(nb::handle data, const ReadyProfile& judge, const RowFields& fields,
                    const std::string& keep, const std::string& scope,
                    const std::vector<std::string>& remove, std::uint64_t memory_bytes, int threads,
                    const std::string& tmp, nb::handle progress) {
  DedupOptions options;
  options.judge = judge;
  options.policy = policy_of(keep, scope, remove);
  options.limits = {.threads = threads, .memory_bytes = memory_bytes, .tmp = tmp};
  RowFields named = fields;
  named.keep = options.policy.keep_field;
  const std::unique_ptr<PageSource> pages = pages_of(data, named);
  TableSink sink;
  Watch watch(progress);
  Summary summary;
  try {
    summary = unlocked([&] { return dedup(*pages, sink, options, watch.hooks()); });
  } catch (const Error&) {
    watch.rethrow();
    throw;
  }
  watch.rethrow();
  return sink.result(summary);
}

}  // namespace

void bind_dedup(nb::module_& module) {
  nb::class_<RowFields>(module, "RowFields")
      .def(
          "__init__",
          [](RowFields* made, std::string text, std::string html, std::string id, std::string url,
             std::string time) {
            new (made) RowFields{std::move(text), std::move(html), std::move(id),
                                 std::move(url),  std::move(time), {}};
          },
          nb::kw_only(), nb::arg("text"), nb::arg("html"), nb::arg("id"), nb::arg("url"),
          nb::arg("time"));
  module.def("dedup", &dedup_rows, nb::arg("data"), nb::arg("judge"), nb::arg("fields"),
             nb::arg("keep"), nb::arg("scope"), nb::arg("remove"), nb::arg("memory_bytes"),
             nb::arg("threads"), nb::arg("tmp"), nb::arg("progress").none());
}

}  // namespace facsim::python
