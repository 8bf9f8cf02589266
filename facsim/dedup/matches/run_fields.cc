// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/run_fields.h"

#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "facsim/model/page.h"

namespace facsim {
namespace {

// The counts of skip reasons are in three places: these first, those up to kEarlySkips after the
// other counts, and the rest at the end of the section, up to the last that is not 0.
constexpr std::size_t kFirstSkips = 11;
constexpr std::size_t kEarlySkips = 13;

// Writes every value passed to it.
class Put {
 public:
  explicit Put(FieldWriter& out) : out_(out) {}
  template <std::unsigned_integral T>
  void operator()(const T& value) {
    out_.number(value);
  }
  void operator()(const double& value) { out_.real(value); }
  void operator()(const std::string& value) { out_.text(value); }
  void operator()(const std::vector<std::string>& values) {
    out_.number(values.size());
    for (const std::string& value : values) out_.text(value);
  }
  template <class Counts>
  void counts(const Counts& counts, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out_.number(counts[i]);
  }
  template <class Counts>
  void last_counts(const Counts& counts, std::size_t begin, std::size_t end) {
    while (end > begin && counts[end - 1] == 0) --end;
    this->counts(counts, begin, end);
  }
  void keep(const std::vector<KeepKey>& keys) {
    out_.number(keys.size());
    for (const KeepKey& key : keys) {
      out_.number(static_cast<std::uint64_t>(key.by));
      out_.text(key.field);
    }
  }
  // The largest distance plus one, so that "none" is 0.
  void distance(const int& value) { out_.number(static_cast<std::uint64_t>(value) + 1); }
  template <class Value>
  void choice(const Value& value, Value /*last*/, std::string_view /*what*/) {
    out_.number(static_cast<std::uint64_t>(value));
  }
  // At the end of a section: written only if true.
  void last(const bool& value) {
    if (value) out_.number(1);
  }
  void kinds(const Kinds& kinds) {
    std::uint64_t bits = 0;
    for (int kind = 0; kind < kKindCount; ++kind) {
      if (kinds.has(static_cast<Kind>(kind))) bits |= std::uint64_t{1} << kind;
    }
    out_.number(bits);
  }

 private:
  FieldWriter& out_;
};

// Reads into every value passed to it.
class Get {
 public:
  explicit Get(FieldReader& in) : in_(in) {}
  template <std::unsigned_integral T>
  void operator()(T& value) {
    value = static_cast<T>(in_.number_to(std::numeric_limits<T>::max()));
  }
  void operator()(double& value) {
    value = in_.real();
    if (!std::isfinite(value)) in_.fail("a ratio that is none");
  }
  void operator()(std::string& value) { value = in_.text(); }
  void operator()(std::vector<std::string>& values) {
    values.clear();
    for (std::uint64_t left = in_.count(); left > 0; --left) values.push_back(in_.text());
  }
  template <class Counts>
  void counts(Counts& counts, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) counts[i] = in_.number();
  }
  template <class Counts>
  void last_counts(Counts& counts, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !in_.at_end(); ++i) counts[i] = in_.number();
  }
  void keep(std::vector<KeepKey>& keys) {
    keys.clear();
    for (std::uint64_t left = in_.count(); left > 0; --left) {
      KeepKey key;
      choice(key.by, Keep::input, "keep policy");
      key.field = in_.text();
      if ((key.by == Keep::field) == key.field.empty()) in_.fail("a keep policy that cannot be");
      keys.push_back(std::move(key));
    }
    if (keys.empty() || fields_of(keys).size() > kKeepFieldsMax) {
      in_.fail("keep policies that cannot be");
    }
  }
  void distance(int& value) { value = static_cast<int>(in_.number_to(65)) - 1; }
  template <class Value>
  void choice(Value& value, Value last, std::string_view what) {
    value = static_cast<Value>(in_.choice(static_cast<std::uint64_t>(last), what));
  }
  void last(bool& value) { value = !in_.at_end() && in_.number_to(1) == 1; }
  void kinds(Kinds& kinds) {
    kinds = {};
    const std::uint64_t bits = in_.choice((std::uint64_t{1} << kKindCount) - 1, "set of kinds");
    for (int kind = 0; kind < kKindCount; ++kind) {
      if ((bits >> kind & 1) != 0) kinds.add(static_cast<Kind>(kind));
    }
  }

 private:
  FieldReader& in_;
};

// `Io` is Put with const values or Get with mutable ones.
template <class Io, class Options, class Folder>
void show_settings(Io io, Options& options, Folder& folder) {
  auto& profile = options.judge.profile;
  auto& thresholds = profile.thresholds;
  auto& policy = options.policy;
  auto& read = options.read;
  io(profile.name);
  io(thresholds.min_resemblance);
  io(thresholds.min_agreement);
  io(thresholds.min_resemblance_with_agreement);
  io(thresholds.min_containment);
  io(thresholds.min_containment_to_remove);
  io(thresholds.min_layout);
  io(thresholds.grey_zone);
  io.choice(thresholds.names, true, "answer to names");
  io.keep(policy.keep);
  io.choice(policy.scope, Scope::file, "scope");
  io.choice(folder.mode, Mode::revisit, "mode");
  io.kinds(policy.remove);
  io(read.text_field);
  io(read.id_field);
  io(read.url_field);
  io(read.html_field);
  io(read.time_field);
  io(read.status_field);
  io(read.judged_statuses);
  std::uint64_t page_bytes_max = read.page_bytes_max;
  io(page_bytes_max);
  io.choice(folder.link, true, "answer to link");
  io.choice(policy.refuse_templates, true, "answer to refuse_templates");
  io(options.loss_warned);
  io.last(read.follow);
  if constexpr (!std::is_const_v<Options>) {
    read.page_bytes_max = static_cast<std::size_t>(page_bytes_max);
  }
}

template <class Io, class Counts>
void show_counts(Io io, Counts& summary) {
  io(summary.version);
  io(summary.profile);
  io(summary.recipe);
  io(summary.recipe_id);
  io(summary.recipe_toml);
  io(summary.scope);
  io(summary.clustering);
  io(summary.text);
  io(summary.shingle_size);
  io(summary.units_min);
  io.distance(summary.max_distance);
  io(summary.text_field);
  io(summary.html_field);
  io(summary.id_field);
  io(summary.url_field);
  io(summary.status_field);
  io(summary.judged_statuses);
  io(summary.inputs);
  io(summary.warnings);
  io.counts(summary.skipped, 0, kFirstSkips);
  auto& verification = summary.verification;
  for (auto* count : {&summary.files,
                      &summary.files_not_read,
                      &summary.records_read,
                      &summary.pages_read,
                      &summary.too_short,
                      &summary.fallback_text,
                      &summary.cut_pages,
                      &summary.crowded_anchors,
                      &summary.repeated_ids,
                      &summary.bytes_read,
                      &summary.text_bytes,
                      &summary.page_bytes_max,
                      &verification.pairs,
                      &verification.two_pages,
                      &verification.refused_by_size,
                      &verification.refused_by_sketch,
                      &verification.refused_as_template,
                      &verification.by_digest,
                      &verification.by_sketch,
                      &verification.by_text}) {
    io(*count);
  }
  io.counts(summary.skipped, kFirstSkips, kEarlySkips);
  io.counts(summary.little_judged, 0, kLeftOutCount);
  io.last_counts(summary.skipped, kEarlySkips, kSkipCount);
}

}  // namespace

void write_settings(const DedupOptions& options, const FolderOptions& folder, FieldWriter& out) {
  show_settings(Put(out), options, folder);
}

RunSettings read_settings(FieldReader& in) {
  RunSettings settings;
  show_settings(Get(in), settings.options, settings.folder);
  return settings;
}

void write_counts(const Summary& summary, FieldWriter& out) { show_counts(Put(out), summary); }

Summary read_counts(FieldReader& in) {
  Summary summary;
  show_counts(Get(in), summary);
  return summary;
}

}  // namespace facsim
