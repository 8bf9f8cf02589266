// SPDX-License-Identifier: Apache-2.0
// A store of pages in this process: takes pages and returns its answers as lines of JSON. They are
// the bytes that the service sends (report/seen_answer_json.h), so that one reader parses both.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "any_pages.h"
#include "bind.h"
#include "facsim/base/error.h"
#include "facsim/mirrors/kept_copies.h"
#include "facsim/mirrors/mirror_json.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/report/utc_time.h"
#include "facsim/seen.h"
#include "facsim/seen/store_folder.h"
#include "held_store.h"
#include "labels.h"
#include "rows.h"
#include "watched.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

using Use = HeldStore::Use;

// Like kPagesAtOnce, but for pages without their bytes.
constexpr std::size_t kFactsAtOnce = 4096;

template <class Value>
Value known(std::optional<Value> value, const std::string& what) {
  if (!value) throw Error(ErrorCode::invalid_argument, what);
  return *value;
}

SeenAction action_named(const std::string& name) {
  return known(seen_action_named(name), "'" + name + "' is none of store, skip_links, skip");
}

Kinds listed_kinds(const std::vector<std::string>& names) {
  Kinds kinds;
  for (const std::string& name : names) {
    kinds.add(known(kind_named(name), "'" + name + "' is none of exact, content, layout, partial"));
  }
  return kinds;
}

// The options of a call, and the additions to the lines of its answers.
class StoreRequest {
 public:
  StoreRequest(const SeenSettings& settings, bool adds, const SeenAsk& how)
      : settings_(settings), adds_(adds), how_(how) {}

  [[nodiscard]] bool is_at_once() const { return adds_ && !how_.retry_key.empty(); }
  [[nodiscard]] std::vector<SeenAnswer> pages(SeenStore& store, std::span<const Page> pages) const {
    return adds_ ? store.check_and_add(pages, how_) : store.check(pages, how_);
  }
  [[nodiscard]] std::vector<SeenAnswer> facts(SeenStore& store,
                                              std::span<const std::string> facts) const {
    return adds_ ? store.check_and_add_facts(facts, how_) : store.check_facts(facts, how_);
  }
  [[nodiscard]] std::string line(const SeenAnswer& answer) const {
    return seen_answer_json(answer, {.recipe = settings_.recipe,
                                     .recipe_id = settings_.recipe_id,
                                     .is_explained = how_.explain});
  }

 private:
  const SeenSettings& settings_;
  const bool adds_;
  const SeenAsk& how_;
};

nb::list list_of_texts(const std::vector<std::string>& lines) {
  nb::list list;
  for (const std::string& line : lines) list.append(label(line));
  return list;
}

nb::str ask_store(HeldStore& held, nb::handle row, const RowFields& fields, bool adds,
                  const SeenAsk& how) {
  const Use use(held);
  const Page page = page_of(row, fields);
  const StoreRequest asked(held.settings(), adds, how);
  return label(unlocked([&] { return asked.line(asked.pages(use.store(), {&page, 1}).front()); }));
}

// Reads the pages that are looked up together; returns false at the end.
bool next_pages(PageSource& source, std::vector<Page>& pages, bool is_at_once) {
  pages.clear();
  Page page;
  for (std::size_t bytes = 0;
       is_at_once || (pages.size() < kPagesAtOnce && bytes < kBytesAtOnce);) {
    if (!source.next(page)) return false;
    bytes += bytes_of(page);
    pages.push_back(std::move(page));
    page = Page();
  }
  return true;
}

nb::list ask_store_batch(HeldStore& held, nb::handle data, const RowFields& fields, bool adds,
                         const SeenAsk& how) {
  const Use use(held);
  AnyPages given(data, fields);
  const StoreRequest asked(held.settings(), adds, how);
  std::vector<std::string> lines;
  std::atomic<bool> cancelled = false;
  Watched watched(cancelled, given.stop());
  watched.run([&] {
    given.with_source(watched, [&](PageSource& source) {
      std::vector<Page> pages;
      for (bool are_more = true; are_more;) {
        are_more = next_pages(source, pages, asked.is_at_once());
        if (cancelled) throw Error(ErrorCode::cancelled, "stopped by the caller");
        if (pages.empty()) continue;
        for (const SeenAnswer& answer : asked.pages(use.store(), pages)) {
          lines.push_back(asked.line(answer));
        }
      }
    });
  });
  return list_of_texts(lines);
}

nb::list ask_facts(HeldStore& held, const nb::list& facts, bool adds, const SeenAsk& how) {
  const Use use(held);
  std::vector<std::string> all;
  for (const nb::handle each : facts) {
    const auto bytes = nb::cast<nb::bytes>(each);
    all.emplace_back(bytes.c_str(), bytes.size());
  }
  const StoreRequest asked(held.settings(), adds, how);
  std::vector<std::string> lines;
  std::atomic<bool> cancelled = false;
  Watched(cancelled).run([&] {
    const std::size_t most = asked.is_at_once() ? all.size() : kFactsAtOnce;
    for (std::span<const std::string> rest(all); !rest.empty() && !cancelled;) {
      const auto some = rest.first(std::min(most, rest.size()));
      rest = rest.subspan(some.size());
      for (const SeenAnswer& answer : asked.facts(use.store(), some)) {
        lines.push_back(asked.line(answer));
      }
    }
  });
  return list_of_texts(lines);
}

nb::bytes store_facts(HeldStore& held, nb::handle row, const RowFields& fields) {
  const Use use(held);
  const Page page = page_of(row, fields);
  const std::string made = unlocked([&] { return use.store().facts(page); });
  return nb::bytes(made.data(), made.size());
}

nb::str find(HeldStore& held, const std::string& name) {
  const Use use(held);
  return label(unlocked([&] { return seen_pages_json(use.store().find(name)); }));
}

nb::str cluster(HeldStore& held, std::uint64_t number, std::uint64_t limit) {
  const Use use(held);
  return label(unlocked([&] { return seen_pages_json(use.store().cluster(number, limit)); }));
}

nb::str copies(HeldStore& held, const std::string& name, std::uint64_t limit) {
  const Use use(held);
  return label(unlocked([&] { return seen_copies_json(use.store().copies(name, limit)); }));
}

// Reads the store once; a signal ends it.
nb::str mirrors(HeldStore& held, std::uint64_t limit, const MirrorOptions& options) {
  const Use use(held);
  const auto check = [] {
    const nb::gil_scoped_acquire lock;
    check_signals();
    require_no_end();
  };
  return label(unlocked([&] {
    KeptCopies kept;
    std::uint64_t visited = 0;
    use.store().visit([&](const SeenPage& page) {
      if (++visited % 4096 == 0) check();
      return kept.add(page.url, page.cluster);
    });
    return mirrors_json(asked_mirrors(kept, options, check), limit);
  }));
}

// Everything stored about the pages from number `first` on, at most `limit` of them.
nb::list rows_from(HeldStore& held, std::uint64_t first, std::uint64_t limit) {
  const Use use(held);
  return list_of_texts(unlocked([&] {
    std::vector<std::string> lines;
    use.store().dump(
        [&](const SeenRow& row) {
          lines.push_back(seen_row_json(row));
          return lines.size() < limit;
        },
        first);
    return lines;
  }));
}

// The pages from number `first` on, at most `limit` of them.
nb::str pages_from(HeldStore& held, std::uint64_t first, std::uint64_t limit) {
  const Use use(held);
  return label(unlocked([&] {
    std::vector<SeenPage> pages;
    use.store().visit(
        [&](const SeenPage& page) {
          pages.push_back(page);
          return pages.size() < limit;
        },
        first);
    return seen_pages_json(pages);
  }));
}

nb::tuple erase_from_store(HeldStore& held, const std::vector<std::string>& names) {
  const Use use(held);
  const SeenErased erased = unlocked([&] { return use.store().erase(names); });
  return nb::make_tuple(erased.pages, list_of_texts(erased.missing));
}

std::uint64_t erase_where(HeldStore& held, const std::string& host, const std::string& crawl,
                          const std::string& before) {
  const Use use(held);
  SeenFilter filter{.host = host, .crawl = crawl};
  if (!before.empty()) {
    filter.before_ms = known(utc_time_named(before),
                             "before='" + before + "' is no time; write 2026-11-22T08:00:00Z");
  }
  return unlocked([&] { return use.store().erase(filter); });
}

nb::list crawls(HeldStore& held) {
  const Use use(held);
  nb::list list;
  for (const SeenCrawl& crawl : unlocked([&] { return use.store().crawls(); })) {
    nb::dict dict;
    dict["name"] = label(crawl.name);
    dict["state"] = crawl.is_open ? "open" : "committed";
    dict["pages"] = crawl.is_open ? nb::object(nb::int_(crawl.pages)) : nb::none();
    dict["begun"] = utc_time_text(crawl.begun_ms);
    list.append(dict);
  }
  return list;
}

nb::dict settings(HeldStore& held) {
  const Use use(held);
  const SeenSettings& own = held.settings();
  nb::list kinds;
  for (const Kind kind : {Kind::exact, Kind::content, Kind::layout, Kind::partial}) {
    if (own.seen_kinds.has(kind)) kinds.append(std::string(name_of(kind)));
  }
  nb::dict policy;
  policy["exact"] = std::string(name_of(own.policy.exact));
  policy["content"] = std::string(name_of(own.policy.content));
  policy["follow_first"] = own.policy.follow_first;
  nb::dict dict;
  dict["profile"] = label(own.profile);
  dict["recipe"] = label(own.recipe);
  dict["recipe_id"] = own.recipe_id;
  dict["max_distance"] = own.max_distance;
  dict["seen_kinds"] = kinds;
  dict["names"] = own.names;
  dict["keep_history"] = own.keep_history;
  dict["policy"] = policy;
  return dict;
}

nb::dict figures(HeldStore& held) {
  const Use use(held);
  const SeenFigures own = unlocked([&] { return use.store().figures(); });
  nb::dict dict;
  dict["front_pages"] = own.front_pages;
  dict["front_bytes"] = own.front_bytes;
  dict["segments"] = own.segments;
  dict["sealed_pages"] = own.sealed;
  dict["last_row"] = own.last_row;
  dict["uncrawled_links"] = own.uncrawled_links;
  dict["failure"] = label_or_none(own.failure);
  return dict;
}

template <class Work>
auto with_store(const Work& work) {
  return [work](HeldStore& held, const std::string& name) {
    const Use use(held);
    unlocked([&] { work(use.store(), name); });
  };
}

void open(HeldStore* made, const std::string& folder, const ReadyProfile* judge,
          std::optional<int> max_distance,
          const std::optional<std::vector<std::string>>& seen_kinds, std::optional<bool> names,
          std::optional<bool> keep_history, const SeenPolicy* policy, const std::string& durability,
          std::uint64_t memory_bytes, std::optional<std::uint64_t> front_pages, bool must_exist) {
  SeenStoreOptions options;
  if (judge != nullptr) options.judge = *judge;
  if (seen_kinds) options.seen_kinds = listed_kinds(*seen_kinds);
  if (policy != nullptr) options.policy = *policy;
  options.durability = known(durability_named(durability),
                             "durability '" + durability + "' is none of sync, second, none");
  options.max_distance = max_distance;
  options.names = names;
  options.keep_history = keep_history;
  options.limits.memory_bytes = memory_bytes;
  if (front_pages) options.front_pages = *front_pages;
  options.must_exist = must_exist;
  new (made) HeldStore(folder, std::move(options));
}

void bind_nouns(nb::module_& module) {
  nb::class_<SeenPolicy>(module, "SeenPolicy")
      .def(
          "__init__",
          [](SeenPolicy* made, const std::string& exact, const std::string& content,
             std::uint32_t follow_first) {
            new (made) SeenPolicy{action_named(exact), action_named(content), follow_first};
          },
          nb::arg("exact"), nb::arg("content"), nb::arg("follow_first"));
  nb::class_<SeenAsk>(module, "SeenAsk")
      .def(
          "__init__",
          [](SeenAsk* made, std::string crawl, std::string retry_key, bool explain) {
            new (made) SeenAsk{std::move(crawl), std::move(retry_key), explain};
          },
          nb::arg("crawl"), nb::arg("retry_key"), nb::arg("explain"));
}

}  // namespace

void bind_seen(nb::module_& module) {
  bind_nouns(module);
  module.def("require_store_folder", &require_store_folder, nb::arg("folder"),
             nb::call_guard<nb::gil_scoped_release>());
  nb::class_<HeldStore>(module, "SeenStore")
      .def("__init__", &open, nb::kw_only(), nb::arg("folder"), nb::arg("judge").none(),
           nb::arg("max_distance").none(), nb::arg("seen_kinds").none(), nb::arg("names").none(),
           nb::arg("keep_history").none(), nb::arg("policy").none(), nb::arg("durability"),
           nb::arg("memory_bytes"), nb::arg("front_pages").none(), nb::arg("must_exist"))
      .def("close", &HeldStore::close)
      .def_prop_ro("is_closed", &HeldStore::is_closed)
      .def("take_warnings", &HeldStore::take_warnings)
      .def("ask", &ask_store, nb::arg("row").none(), nb::arg("fields"), nb::arg("adds"),
           nb::arg("how"))
      .def("ask_batch", &ask_store_batch, nb::arg("data").none(), nb::arg("fields"),
           nb::arg("adds"), nb::arg("how"))
      .def("ask_facts", &ask_facts, nb::arg("facts"), nb::arg("adds"), nb::arg("how"))
      .def("facts", &store_facts, nb::arg("row").none(), nb::arg("fields"))
      .def("find", &find, nb::arg("name"))
      .def("cluster", &cluster, nb::arg("number"), nb::arg("limit"))
      .def("copies", &copies, nb::arg("name"), nb::arg("limit"))
      .def(
          "mirrors",
          [](HeldStore& held, std::uint64_t limit, std::uint64_t min_support, double min_precision,
             double min_share) {
            return mirrors(held, limit,
                           {.support_min = min_support,
                            .precision_min = min_precision,
                            .share_min = min_share});
          },
          nb::arg("limit"), nb::arg("min_support"), nb::arg("min_precision"), nb::arg("min_share"))
      .def("rows_from", &rows_from, nb::arg("first"), nb::arg("limit"))
      .def("pages_from", &pages_from, nb::arg("first"), nb::arg("limit"))
      .def("erase", &erase_from_store, nb::arg("names"))
      .def("erase_where", &erase_where, nb::arg("host"), nb::arg("crawl"), nb::arg("before"))
      .def("commit_crawl",
           with_store([](SeenStore& store, const std::string& name) { store.commit_crawl(name); }),
           nb::arg("name"))
      .def("cancel_crawl",
           with_store([](SeenStore& store, const std::string& name) { store.cancel_crawl(name); }),
           nb::arg("name"))
      .def("backup",
           with_store([](SeenStore& store, const std::string& folder) { store.backup(folder); }),
           nb::arg("folder"))
      .def("seal",
           [](HeldStore& held) {
             const Use use(held);
             unlocked([&] { use.store().seal(); });
           })
      .def("crawls", &crawls)
      .def("settings", &settings)
      .def("figures", &figures);
}

}  // namespace facsim::python
