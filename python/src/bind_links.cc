// SPDX-License-Identifier: Apache-2.0
// The pieces of a run that many machines share: keys of pages, links by keys, stars of links. Only
// facsim/spark calls them, and they are not a stable interface. Nodes and keys are the bits of
// 64-bit numbers, passed as unsigned numbers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <memory>
#include <string>

#include "arrow_in.h"
#include "bind.h"
#include "columns.h"
#include "facsim/base/error.h"
#include "facsim/cluster/link_forest.h"
#include "facsim/dedup/key_links.h"
#include "facsim/dedup/packed_keys.h"
#include "facsim/dedup/page_keys.h"
#include "facsim/model/choice_names.h"
#include "facsim/run/run_scratch.h"
#include "fingerprint_bits.h"
#include "rows.h"
#include "watched.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

// One row for each page: its node and the source of its keys (packed_page()), or why it has none.
Table page_keys(nb::handle data, const RowFields& fields, const ReadyProfile& judge,
                const std::string& scope, std::uint64_t memory_bytes, const std::string& tmp,
                std::uint64_t page_bytes_max) {
  KeyOptions options;
  options.judge = judge;
  const auto word = scope_named(scope);
  if (!word || *word == Scope::file) {
    throw Error(ErrorCode::invalid_argument, "scope='" + scope + "' is not one of all, host");
  }
  options.scope = *word;
  options.read.page_bytes_max = page_bytes_max;
  options.limits = {.threads = 1, .memory_bytes = memory_bytes, .tmp = tmp};
  Columns columns;
  columns.emplace_back("node", "L");
  columns.emplace_back("bytes", "L");
  columns.emplace_back("skip", "u");
  columns.emplace_back("keys", "u");
  const std::unique_ptr<PageSource> source = pages_of(data, fields);
  std::atomic<bool> cancelled = false;
  Watched watched(cancelled);
  watched.run([&] {
    CallerRows rows(*source, watched);
    find_page_keys(rows, options, watched.hooks(nb::handle(Py_None)), [&](const PageKeys& keys) {
      columns[1].add(keys.bytes);
      if (keys.skip == Skip::none) {
        columns[0].add(keys.node);
        columns[2].add_null();
        columns[3].add_text(packed_page(keys));
      } else {
        columns[0].add_null();
        columns[2].add_text(name_of(keys.skip));
        columns[3].add_null();
      }
    });
  });
  return Table(std::move(columns));
}

// Adds pages that have a node: their nodes, and the column of keys that page_keys() returned.
void add_pages(PagePacker& packer, const Bits& nodes, nb::handle keys) {
  ArrowReader reader(keys);
  std::size_t row = 0;
  while (const auto chunk = reader.next()) {
    const ArrowColumn column = chunk->itself();
    for (std::int64_t at = 0; at < chunk->rows(); ++at, ++row) {
      const auto page = column.text(at);
      if (row >= nodes.shape(0) || !page) {
        throw Error(ErrorCode::invalid_argument, "each page has a node and keys");
      }
      packer.add(static_cast<std::int64_t>(nodes(row)), *page);
    }
  }
  if (row == nodes.shape(0)) return;
  throw Error(ErrorCode::invalid_argument, "each page has a node and keys");
}

nb::list take_packed_keys(PagePacker& packer) {
  nb::list parts;
  packer.keys().take([&](std::uint32_t part, std::string_view bytes) {
    parts.append(nb::make_tuple(part, nb::bytes(bytes.data(), bytes.size())));
  });
  return parts;
}

// Turns the packed keys of a part into links, some at a time.
class LinksOfKeys {
 public:
  LinksOfKeys(const ReadyProfile& judge, std::uint64_t memory_bytes, const std::string& tmp)
      : scratch_(tmp),
        keys_(scratch_.get(), memory_bytes),
        columns_(empty()),
        links_(
            judge.profile,
            {.link = [this](std::int64_t node, std::int64_t other) { add_row(node, other, false); },
             .crowded = [this](std::int64_t node,
                               std::uint64_t key) { add_row(node, key, true); }}) {}
  LinksOfKeys(const LinksOfKeys&) = delete;
  LinksOfKeys& operator=(const LinksOfKeys&) = delete;

  void add(const nb::bytes& packed) {
    const std::string_view bytes(packed.c_str(), packed.size());
    unlocked([&] { keys_.add(bytes); });
  }
  void sort() {
    unlocked([&] { keys_.sort(); });
  }
  // A table without rows means the end.
  Table next() {
    unlocked([&] {
      constexpr std::int64_t kRows = 500'000;
      while (!is_done_ && columns_[0].rows() < kRows) {
        if (NodeKey key; keys_.next(key)) {
          links_.add(key);
        } else {
          links_.finish();
          is_done_ = true;
        }
      }
    });
    return Table(std::exchange(columns_, empty()));
  }
  [[nodiscard]] std::uint64_t crowded_anchors() const { return links_.crowded_anchors(); }
  [[nodiscard]] std::uint64_t crowded_buckets() const { return links_.crowded_buckets(); }

 private:
  static Columns empty() {
    Columns columns;
    columns.emplace_back("node", "L");
    columns.emplace_back("other", "L");
    columns.emplace_back("is_crowded", "b");
    return columns;
  }
  template <class Other>
  void add_row(std::int64_t node, Other other, bool is_crowded) {
    columns_[0].add(node);
    columns_[1].add(other);
    columns_[2].add_bool(is_crowded);
  }

  RunScratch scratch_;
  UnpackedKeys keys_;
  Columns columns_;
  KeyLinks links_;
  bool is_done_ = false;
};

void add_links(LinkForest& forest, const Bits& nodes, const Bits& others) {
  if (nodes.shape(0) != others.shape(0)) {
    throw Error(ErrorCode::invalid_argument, "columns of different lengths");
  }
  unlocked([&] {
    for (std::size_t row = 0; row < nodes.shape(0); ++row) {
      forest.add(static_cast<std::int64_t>(nodes(row)), static_cast<std::int64_t>(others(row)));
    }
  });
}

Table take_stars(LinkForest& forest) {
  Columns columns;
  columns.emplace_back("node", "L");
  columns.emplace_back("other", "L");
  for (const auto& [node, root] : forest.take_stars()) {
    columns[0].add(node);
    columns[1].add(root);
  }
  return Table(std::move(columns));
}

}  // namespace

void bind_links(nb::module_& module) {
  module.def("page_keys", &page_keys, nb::arg("data"), nb::arg("fields"), nb::kw_only(),
             nb::arg("judge"), nb::arg("scope"), nb::arg("memory_bytes"), nb::arg("tmp"),
             nb::arg("page_bytes_max"));
  nb::class_<PagePacker>(module, "PagePacker")
      .def(nb::init<std::uint32_t, int, std::uint64_t>(), nb::arg("parts"), nb::arg("max_distance"),
           nb::arg("pages"))
      .def("add", &add_pages, nb::arg("nodes").noconvert(), nb::arg("keys"))
      .def_prop_ro("bytes", [](PagePacker& packer) { return packer.keys().bytes(); })
      .def("take", &take_packed_keys);
  nb::class_<LinksOfKeys>(module, "LinksOfKeys")
      .def(nb::init<const ReadyProfile&, std::uint64_t, const std::string&>(), nb::arg("judge"),
           nb::arg("memory_bytes"), nb::arg("tmp"))
      .def("add", &LinksOfKeys::add, nb::arg("packed"))
      .def("sort", &LinksOfKeys::sort)
      .def("next", &LinksOfKeys::next)
      .def_prop_ro("crowded_anchors", &LinksOfKeys::crowded_anchors)
      .def_prop_ro("crowded_buckets", &LinksOfKeys::crowded_buckets);
  nb::class_<LinkForest>(module, "LinkForest")
      .def(nb::init<>())
      .def("__len__", &LinkForest::nodes)
      .def("add", &add_links, nb::arg("nodes").noconvert(), nb::arg("others").noconvert())
      .def("take_stars", &take_stars);
}

}  // namespace facsim::python
