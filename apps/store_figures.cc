// SPDX-License-Identifier: Apache-2.0
#include "apps/store_figures.h"

#include <array>
#include <span>
#include <string_view>

#include "apps/output.h"
#include "facsim/files/name_text.h"
#include "facsim/report/uncrawled_json.h"

namespace facsim {
namespace {

OrderedJson saved_members(const Saved& saved) {
  return {{"skipped_pages", saved.skipped_pages},
          {"skipped_bytes", saved.skipped_bytes},
          {"skipped_without_bytes", saved.skipped_unknown},
          {"unfollowed_pages", saved.unfollowed_pages}};
}

std::string field_of(const OrderedJson& value) {
  if (value.is_null()) return "-";
  return value.is_string() ? without_controls(value.get<std::string>(), ' ') : value.dump();
}

std::string figures_line(std::string_view what, const OrderedJson& object,
                         std::span<const char* const> names) {
  std::string line(what);
  for (const char* name : names) line.append("\t").append(field_of(object[name]));
  return line + '\n';
}

}  // namespace

OrderedJson largest_clusters_json(const CopyFigures& figures) {
  OrderedJson found = OrderedJson::array();
  for (const ClusterFigures& each : figures.largest_clusters) {
    found.push_back({{"id", text_of_name(each.id)},
                     {"number", each.number},
                     {"pages", each.pages},
                     {"exact", each.exact},
                     {"content", each.content},
                     {"hosts", each.hosts},
                     {"host", text_or_null(text_of_name(each.host))},
                     {"host_pages", each.host_pages},
                     {"url_prefix", text_or_null(text_of_name(each.prefix))}});
  }
  return found;
}

OrderedJson hosts_by_copies_json(const CopyFigures& figures, std::size_t most) {
  OrderedJson found = OrderedJson::array();
  for (const HostFigures& each : hosts_by_copies(figures, most)) {
    const double share = static_cast<double>(each.copies) / static_cast<double>(each.pages);
    found.push_back({{"host", text_of_name(each.host)},
                     {"pages", each.pages},
                     {"copies", each.copies},
                     {"share", rounded_ratio(share)}});
  }
  return found;
}

OrderedJson saved_json(const CopyFigures& figures, std::size_t most) {
  OrderedJson hosts = OrderedJson::array();
  for (const HostFigures& each : hosts_by_saved(figures, most)) {
    OrderedJson host = {{"host", text_of_name(each.host)}};
    host.update(saved_members(each.saved));
    hosts.push_back(std::move(host));
  }
  return {{"policy",
           {{"exact", name_of(figures.policy.exact)},
            {"content", name_of(figures.policy.content)},
            {"follow_first", figures.policy.follow_first}}},
          {"exact", saved_members(figures.exact)},
          {"content", saved_members(figures.content)},
          {"hosts", std::move(hosts)}};
}

OrderedJson uncrawled_members(const UncrawledFigures& figures) {
  return OrderedJson::parse(uncrawled_json(figures));
}

std::string copies_text(const OrderedJson& stats) {
  constexpr std::array kCluster = {"id",    "pages", "exact",     "content",
                                   "hosts", "host",  "url_prefix"};
  constexpr std::array kHost = {"host", "pages", "copies", "share"};
  constexpr std::array kSaved = {"host", "skipped_pages", "skipped_bytes", "skipped_without_bytes",
                                 "unfollowed_pages"};
  std::string text;
  for (const OrderedJson& cluster : stats["largest_clusters"]) {
    text += figures_line("cluster", cluster, kCluster);
  }
  for (const OrderedJson& host : stats["hosts_by_copies"]) {
    text += figures_line("copies of host", host, kHost);
  }
  const OrderedJson& saved = stats["saved"];
  for (const char* kind : {"exact", "content"}) {
    text +=
        figures_line(std::string("saved by ") + kind, saved[kind], std::span(kSaved).subspan(1));
  }
  for (const OrderedJson& host : saved["hosts"])
    text += figures_line("saved of host", host, kSaved);
  const OrderedJson& uncrawled = stats["uncrawled"];
  constexpr std::array kSums = {"links", "links_by_rules", "mirror_links", "mirror_links_back",
                                "mirrors"};
  constexpr std::array kPlace = {"place", "links", "links_by_rules", "mirror_links",
                                 "mirror_links_back"};
  text += figures_line("not crawled", uncrawled, kSums);
  for (const OrderedJson& place : uncrawled["places"]) {
    text += figures_line("not crawled of", place, kPlace);
  }
  return text;
}

}  // namespace facsim
