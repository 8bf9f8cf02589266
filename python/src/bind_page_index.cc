// SPDX-License-Identifier: Apache-2.0
// Returns what an index knows about rows: have these pages been seen?
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "any_pages.h"
#include "bind.h"
#include "columns.h"
#include "facsim/base/error.h"
#include "facsim/known/check_index.h"
#include "facsim/page_index.h"
#include "labels.h"
#include "rows.h"
#include "watched.h"
#include "words.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// A negative number waits for ever.
std::chrono::milliseconds wait_of(std::int64_t ms) {
  return ms < 0 ? std::chrono::milliseconds::max() : std::chrono::milliseconds(ms);
}

// An index as Python holds it, until it is closed.
class HeldPageIndex {
 public:
  HeldPageIndex(const std::string& folder, const ReadyProfile& judge, bool is_new,
                std::optional<int> max_distance, std::uint64_t memory_bytes, int threads,
                const std::string& tmp, bool load, std::int64_t wait_ms, nb::handle on_wait)
      : turns_(std::make_shared<Turns>()) {
    PageIndexOptions options;
    options.judge = judge;
    options.max_distance = max_distance;
    options.limits = {.threads = threads, .memory_bytes = memory_bytes, .tmp = tmp};
    options.load = load;
    options.wait = wait_of(wait_ms);
    // The index holds the options, which hold the object that contains the flag.
    options.on_wait = [turns = turns_](const std::string& sentence) { turns->told(sentence); };
    options.cancelled = &turns_->cancelled();
    turns_->change(on_wait, [&] {
      index_ = std::make_shared<PageIndex>(is_new ? PageIndex::begin(folder, options)
                                                  : PageIndex::open(folder, options));
    });
  }

  // A call holds the index while it runs, even if another thread closes it meanwhile.
  [[nodiscard]] std::shared_ptr<PageIndex> index() const {
    if (index_ == nullptr) {
      throw Error(ErrorCode::invalid_argument, "the index is closed; open it again");
    }
    return index_;
  }
  [[nodiscard]] Turns& turns() { return *turns_; }
  void close() { index_.reset(); }
  [[nodiscard]] bool is_closed() const { return index_ == nullptr; }

 private:
  std::shared_ptr<Turns> turns_;
  std::shared_ptr<PageIndex> index_;
};

nb::dict dict_of_found(const FoundPage& seen) {
  nb::dict dict;
  const bool has_file = !seen.page.file.empty();
  dict["id"] = label(seen.page.id);
  dict["url"] = label_or_none(seen.page.url);
  dict["file"] = label_or_none(seen.page.file);
  dict["offset"] = has_file ? nb::object(nb::int_(seen.page.offset)) : nb::none();
  dict["distance"] = seen.distance < 0 ? nb::none() : nb::object(nb::int_(seen.distance));
  for (const char* name : {"kind", "resemblance", "resemblance_error", "containment", "by"}) {
    dict[name] = nb::none();
  }
  if (!seen.match) return dict;
  const Match& match = *seen.match;
  dict["kind"] = std::string(name_of(match.kind));
  dict["resemblance"] = match.resemblance;
  if (match.by == By::sketch) dict["resemblance_error"] = match.error;
  dict["containment"] = nb::make_tuple(match.containment, match.containment_reverse);
  dict["by"] = std::string(name_of(match.by));
  return dict;
}

nb::list ask_index(const HeldPageIndex& held, nb::handle row, const RowFields& fields,
                   std::uint64_t limit) {
  const std::shared_ptr<PageIndex> index = held.index();
  const Page page = page_of(row, fields);
  const std::vector<FoundPage> answer = unlocked([&] { return index->ask(page, limit); });
  nb::list list;
  for (const FoundPage& seen : answer) list.append(dict_of_found(seen));
  return list;
}

Columns seen_columns() {
  Columns columns;
  columns.emplace_back("query", "L");
  columns.emplace_back("id", "u");
  columns.emplace_back("url", "u");
  columns.emplace_back("file", "u");
  columns.emplace_back("offset", "L");
  columns.emplace_back("distance", "I");
  columns.emplace_back("kind", "u");
  columns.emplace_back("resemblance", "g");
  columns.emplace_back("resemblance_error", "g");
  columns.emplace_back("containment", "g");
  columns.emplace_back("containment_reverse", "g");
  columns.emplace_back("by", "u");
  return columns;
}

void add_seen(Columns& columns, std::uint64_t query, const FoundPage& seen) {
  const auto add_text = [](Column& column, const std::string& text) {
    text.empty() ? column.add_null() : column.add_text(well_formed(text));
  };
  columns[0].add(query);
  columns[1].add_text(well_formed(seen.page.id));
  add_text(columns[2], seen.page.url);
  add_text(columns[3], seen.page.file);
  seen.page.file.empty() ? columns[4].add_null() : columns[4].add(std::uint64_t{seen.page.offset});
  seen.distance < 0 ? columns[5].add_null()
                    : columns[5].add(static_cast<std::uint32_t>(seen.distance));
  if (!seen.match) {
    for (std::size_t i = 6; i < columns.size(); ++i) columns[i].add_null();
    return;
  }
  const Match& match = *seen.match;
  columns[6].add_text(name_of(match.kind));
  columns[7].add(match.resemblance);
  match.by == By::sketch ? columns[8].add(match.error) : columns[8].add_null();
  columns[9].add(match.containment);
  columns[10].add(match.containment_reverse);
  columns[11].add_text(name_of(match.by));
}

Table ask_index_batch(const HeldPageIndex& held, nb::handle data, const RowFields& fields,
                      std::uint64_t limit) {
  const std::shared_ptr<PageIndex> index = held.index();
  AnyPages pages(data, fields);
  Columns columns = seen_columns();
  std::atomic<bool> cancelled = false;
  Watched watched(cancelled, pages.stop());
  watched.run([&] {
    pages.with_source(watched, [&](PageSource& source) {
      index->ask(source, limit, [&](std::uint64_t query, std::vector<FoundPage>&& answer) {
        if (cancelled) throw Error(ErrorCode::cancelled, "stopped by the caller");
        for (const FoundPage& seen : answer) add_seen(columns, query, seen);
      });
    });
  });
  return Table(std::move(columns));
}

std::uint64_t add_to_index(HeldPageIndex& held, nb::handle data, const RowFields& fields,
                           nb::handle on_wait) {
  const std::shared_ptr<PageIndex> index = held.index();
  AnyPages pages(data, fields);
  std::uint64_t count = 0;
  Turns& turns = held.turns();
  const auto add_all = [&] {
    pages.with_source(turns.watched(), [&](PageSource& source) { count = index->add(source); });
  };
  turns.change(on_wait, add_all, pages.stop());
  return count;
}

nb::tuple erase_from_index(HeldPageIndex& held, const std::vector<std::string>& names,
                           nb::handle on_wait) {
  const std::shared_ptr<PageIndex> index = held.index();
  Erased erased;
  held.turns().change(on_wait, [&] { erased = index->erase(names); });
  nb::list missing;
  for (const std::string& name : erased.missing) missing.append(label(name));
  return nb::make_tuple(erased.entries, missing);
}

void compact(HeldPageIndex& held, nb::handle on_wait) {
  const std::shared_ptr<PageIndex> index = held.index();
  held.turns().change(on_wait, [&] { index->compact(); });
}

bool refresh(HeldPageIndex& held) {
  const std::shared_ptr<PageIndex> index = held.index();
  return unlocked([&] { return index->refresh(); });
}

nb::list check(const std::string& folder) {
  std::vector<std::string> faults;
  std::atomic<bool> cancelled = false;
  Watched watched(cancelled);
  watched.run([&] {
    (void)check_index(
        folder, [&](const Sentence& fault) { faults.push_back(fault.in(python_words)); },
        [&] {
          if (cancelled) throw Error(ErrorCode::cancelled, "stopped by the caller");
        });
  });
  nb::list list;
  for (const std::string& fault : faults) list.append(label(fault));
  return list;
}

}  // namespace

void bind_page_index(nb::module_& module) {
  nb::class_<HeldPageIndex>(module, "PageIndex")
      .def(nb::init<const std::string&, const ReadyProfile&, bool, std::optional<int>,
                    std::uint64_t, int, const std::string&, bool, std::int64_t, nb::handle>(),
           nb::arg("folder"), nb::arg("judge"), nb::arg("is_new"), nb::arg("max_distance").none(),
           nb::arg("memory_bytes"), nb::arg("threads"), nb::arg("tmp"), nb::arg("load"),
           nb::arg("wait_ms"), nb::arg("on_wait").none())
      .def("close", &HeldPageIndex::close)
      .def_prop_ro("is_closed", &HeldPageIndex::is_closed)
      .def("ask", &ask_index, nb::arg("row").none(), nb::arg("fields"), nb::arg("limit"))
      .def("ask_batch", &ask_index_batch, nb::arg("data").none(), nb::arg("fields"),
           nb::arg("limit"))
      .def("add", &add_to_index, nb::arg("data").none(), nb::arg("fields"),
           nb::arg("on_wait").none())
      .def("erase", &erase_from_index, nb::arg("names"), nb::arg("on_wait").none())
      .def("compact", &compact, nb::arg("on_wait").none())
      .def("refresh", &refresh)
      .def("__len__", [](const HeldPageIndex& held) { return held.index()->entries(); })
      .def_prop_ro("segments", [](const HeldPageIndex& held) { return held.index()->segments(); })
      .def_prop_ro("generation",
                   [](const HeldPageIndex& held) { return held.index()->generation(); })
      .def_prop_ro("recipe", [](const HeldPageIndex& held) { return held.index()->recipe().name; });
  module.def("check_index", &check, nb::arg("folder"));
}

}  // namespace facsim::python
