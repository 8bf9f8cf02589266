// SPDX-License-Identifier: Apache-2.0
// Finds fingerprints within k bits in an index folder.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bind.h"
#include "columns.h"
#include "facsim/base/error.h"
#include "facsim/hamming_index.h"
#include "facsim/ready_profile.h"
#include "fingerprint_bits.h"
#include "labels.h"
#include "texts.h"
#include "watched.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

class HeldFolder {
 public:
  HeldFolder(const std::string& folder, const ReadyProfile& judge, bool is_new, int max_distance,
             std::uint64_t memory_bytes, int threads, const std::string& tmp, std::int64_t wait_ms,
             nb::handle on_wait) {
    HammingFolderOptions options;
    options.limits = {.threads = threads, .memory_bytes = memory_bytes, .tmp = tmp};
    options.wait =
        wait_ms < 0 ? std::chrono::milliseconds::max() : std::chrono::milliseconds(wait_ms);
    options.on_wait = [this](const std::string& sentence) { turns_.told(sentence); };
    options.cancelled = &turns_.cancelled();
    const Recipe& recipe = judge.profile.recipe;
    turns_.change(on_wait, [&] {
      index_.emplace(is_new ? HammingFolder::begin(folder, recipe, max_distance, options)
                            : HammingFolder::open(folder, recipe, options));
    });
  }
  HeldFolder(const HeldFolder&) = delete;
  HeldFolder& operator=(const HeldFolder&) = delete;

  // Runs side by side with other such calls, but not with a change.
  template <class Ask>
  auto ask(const Ask& ask) {
    return turns_.beside([&] { return ask(std::as_const(index())); });
  }
  void change(nb::handle on_wait, const std::function<void(HammingFolder&)>& change) {
    turns_.change(on_wait, [&] { change(index()); });
  }
  void close() {
    turns_.change(nb::none(), [&] { index_.reset(); });
  }
  [[nodiscard]] bool is_closed() {
    return turns_.beside([&] { return !index_.has_value(); });
  }

 private:
  [[nodiscard]] HammingFolder& index() {
    if (!index_) throw Error(ErrorCode::invalid_argument, "the index is closed; open it again");
    return *index_;
  }

  Turns turns_;
  std::optional<HammingFolder> index_;
};

Columns hit_columns() {
  Columns columns;
  columns.emplace_back("query", "L");
  columns.emplace_back("id", "u");
  columns.emplace_back("distance", "I");
  return columns;
}

void add_hit(Columns& columns, std::uint64_t query, const HammingHit& hit) {
  columns[0].add(query);
  columns[1].add_text(well_formed(hit.id));
  columns[2].add(static_cast<std::uint32_t>(hit.distance));
}

Table query_folder(HeldFolder& held, const Bits& bits, int max_distance, std::uint64_t limit) {
  const HammingQuestion question{.max_distance = max_distance, .limit = limit};
  Columns columns = hit_columns();
  // A call without fingerprints, too, refuses a closed index and a distance that it does not
  // support.
  held.ask([&](const HammingFolder& index) {
    (void)index.query(std::span<const Fingerprint>{}, question);
  });
  const auto all = fingerprints_of(bits);
  constexpr std::size_t kPart = 4096;
  for (std::size_t first = 0; first < all.size(); first += kPart) {
    held.ask([&](const HammingFolder& index) {
      const auto part = all.subspan(first, std::min(kPart, all.size() - first));
      const auto answers = index.query(part, question);
      for (std::size_t i = 0; i < answers.size(); ++i) {
        for (const HammingHit& hit : answers[i]) add_hit(columns, first + i, hit);
      }
    });
    check_signals();
  }
  return Table(std::move(columns));
}

// Runs alone, as a change: all calls of the object share the flag that stops a join.
Table join(HeldFolder& held, const Bits& bits, int max_distance) {
  const auto all = fingerprints_of(bits);
  Columns columns = hit_columns();
  held.change(nb::none(), [&](HammingFolder& index) {
    index.join(all, max_distance,
               [&](std::uint64_t fresh, const HammingHit& hit) { add_hit(columns, fresh, hit); });
  });
  return Table(std::move(columns));
}

std::vector<HammingEntry> entries_of(std::span<const Fingerprint> fingerprints, nb::handle ids) {
  std::vector<HammingEntry> entries;
  entries.reserve(fingerprints.size());
  for_each_part(fingerprints, [&](std::size_t, std::span<const Fingerprint> part) {
    for (const Fingerprint each : part) entries.push_back({.fingerprint = each, .id = {}});
  });
  if (ids.is_none()) return entries;
  const std::unique_ptr<TextBlocks> texts = texts_of(ids, true);
  std::size_t count = 0;
  for (TextBlock block; texts->next(block); check_signals()) {
    for (const auto& id : block.texts) {
      if (count < entries.size() && id) entries[count].id.assign(*id);
      ++count;
    }
    if (count > entries.size()) break;
  }
  if (count == entries.size()) return entries;
  throw Error(
      ErrorCode::invalid_argument,
      (count > entries.size() ? "more ids than the " : std::to_string(count) + " ids for ") +
          std::to_string(entries.size()) + " fingerprints; give one for each");
}

void add_entries(HeldFolder& held, const Bits& bits, nb::handle ids, nb::handle on_wait) {
  const std::vector<HammingEntry> entries = entries_of(fingerprints_of(bits), ids);
  held.change(on_wait, [&](HammingFolder& index) { index.add(entries); });
}

std::uint64_t erase_entries(HeldFolder& held, const std::vector<std::string>& ids,
                            nb::handle on_wait) {
  std::uint64_t erased = 0;
  held.change(on_wait, [&](HammingFolder& index) { erased = index.erase(ids); });
  return erased;
}

}  // namespace

void bind_hamming_folder(nb::module_& module) {
  nb::class_<HeldFolder>(module, "HammingFolder")
      .def(nb::init<const std::string&, const ReadyProfile&, bool, int, std::uint64_t, int,
                    const std::string&, std::int64_t, nb::handle>(),
           nb::arg("folder"), nb::arg("judge"), nb::arg("is_new"), nb::arg("max_distance"),
           nb::arg("memory_bytes"), nb::arg("threads"), nb::arg("tmp"), nb::arg("wait_ms"),
           nb::arg("on_wait").none())
      .def("close", &HeldFolder::close)
      .def_prop_ro("is_closed", &HeldFolder::is_closed)
      .def("query", &query_folder, nb::arg("bits").noconvert(), nb::arg("max_distance"),
           nb::arg("limit"))
      .def("join", &join, nb::arg("bits").noconvert(), nb::arg("max_distance"))
      .def("add", &add_entries, nb::arg("bits").noconvert(), nb::arg("ids").none(),
           nb::arg("on_wait").none())
      .def("erase", &erase_entries, nb::arg("ids"), nb::arg("on_wait").none())
      .def(
          "compact",
          [](HeldFolder& held, nb::handle on_wait) {
            held.change(on_wait, [](HammingFolder& index) { index.compact(); });
          },
          nb::arg("on_wait").none())
      .def("refresh",
           [](HeldFolder& held) {
             held.change(nb::none(), [](HammingFolder& index) { index.refresh(); });
           })
      .def("__len__",
           [](HeldFolder& held) {
             return held.ask([](const HammingFolder& index) { return index.size(); });
           })
      .def_prop_ro("max_distance", [](HeldFolder& held) {
        return held.ask([](const HammingFolder& index) { return index.max_distance(); });
      });
}

}  // namespace facsim::python
