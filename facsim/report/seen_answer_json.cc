// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/seen_answer_json.h"

#include <array>
#include <utility>

#include "facsim/model/host.h"
#include "facsim/report/json_line.h"
#include "facsim/report/utc_time.h"

namespace facsim {
namespace {

// Enough for most answers.
constexpr std::size_t kAnswerBytes = 512;

void add_ratio(JsonLine& line, std::string_view name, std::optional<double> value) {
  if (value) {
    line.ratio(name, *value);
  } else {
    line.null(name);
  }
}

void add_distance_or_null(JsonLine& line, int distance) {
  if (distance < 0) {
    line.null("distance");
  } else {
    line.number("distance", static_cast<std::uint64_t>(distance));
  }
}

void add_figures(JsonLine& line, const Match& match, std::optional<double> layout) {
  add_distance_or_null(line, match.distance);
  line.ratio("resemblance", match.resemblance);
  line.ratio("resemblance_error", match.error);
  const std::array containment = {match.containment, match.containment_reverse};
  line.ratios("containment", containment);
  add_ratio(line, "layout", layout);
}

void add_count(JsonLine& line, std::string_view name, std::optional<std::uint64_t> value) {
  if (value) {
    line.number(name, *value);
  } else {
    line.null(name);
  }
}

void add_status(JsonLine& line, std::uint16_t status) {
  add_count(line, "status", status == 0 ? std::nullopt : std::optional(std::uint64_t{status}));
}

void add_match(JsonLine& line, const std::optional<Match>& match, std::optional<double> layout) {
  if (match) return add_figures(line, *match, layout);
  for (const auto* name : {"distance", "resemblance", "resemblance_error", "containment"}) {
    line.null(name);
  }
  add_ratio(line, "layout", layout);
}

void add_page(JsonLine& line, const SeenPage& page) {
  line.text("id", name_of_page(page));
  line.text_or_null("url", page.url);
  line.number("number", page.number);
  line.text("first_seen", utc_time_text(page.first_seen_ms));
  line.text("last_seen", utc_time_text(page.last_seen_ms));
  line.number("cluster", page.cluster);
  line.number("rank", page.rank);
  line.text_or_null("crawl", page.crawl);
  add_count(line, "bytes", page.bytes);
  add_status(line, page.status);
}

std::string copy_json(const SeenCopy& copy) {
  JsonLine line;
  add_page(line, copy.page);
  line.text_or_null("host", host_of(copy.page.url));
  line.text_or_null("kind", copy.match ? name_of(copy.match->kind) : "");
  add_match(line, copy.match, copy.layout);
  return std::move(line).take();
}

std::string hexadecimal(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4U) text[i] = kDigits[number & 15U];
  return text;
}

void add_match_of(JsonLine& line, const SeenAnswer& answer) {
  if (!answer.page) return line.null("match");
  const SeenPage& page = *answer.page;
  line.open("match");
  line.number("number", page.number);
  line.text("id", name_of_page(page));
  line.text_or_null("url", page.url);
  line.text("first_seen", utc_time_text(page.first_seen_ms));
  add_match(line, answer.match, answer.match ? answer.layout : std::nullopt);
  line.close();
}

void add_cluster(JsonLine& line, const std::optional<SeenCluster>& cluster) {
  if (!cluster) return line.null("cluster");
  line.open("cluster");
  line.text("id", cluster->id);
  line.number("size", cluster->size);
  line.number("rank", cluster->rank);
  line.close();
}

std::string candidate_json(const SeenCandidate& candidate) {
  JsonLine line;
  line.number("number", candidate.page.number);
  line.text("id", name_of_page(candidate.page));
  line.text_or_null("url", candidate.page.url);
  add_distance_or_null(line, candidate.distance);
  add_ratio(line, "resemblance", candidate.resemblance);
  line.text_or_null("kind", candidate.match ? name_of(candidate.match->kind) : "");
  line.text_or_null("refused", candidate.refused);
  return std::move(line).take();
}

template <class Thing, class ToJson>
std::string array_json(std::span<const Thing> things, const ToJson& to_json) {
  std::string json = "[";
  for (const Thing& thing : things) {
    json.append(json.size() > 1 ? "," : "").append(to_json(thing));
  }
  return json += ']';
}

}  // namespace

std::string name_of_page(const SeenPage& page) {
  return page.id.empty() ? "#" + std::to_string(page.number) : page.id;
}

std::string seen_answer_json(const SeenAnswer& answer, const SeenAnswerFrame& frame) {
  std::string text;
  text.reserve(kAnswerBytes);
  add_seen_answer_json(text, answer, frame);
  return text;
}

void add_seen_answer_json(std::string& text, const SeenAnswer& answer,
                          const SeenAnswerFrame& frame) {
  JsonLine line(std::move(text));
  if (frame.status) line.number("status", static_cast<std::uint64_t>(*frame.status));
  if (frame.query) line.text("query", *frame.query);
  line.text("seen", name_of(answer.seen));
  line.boolean("added", answer.added);
  line.text_or_null("kind", answer.match ? name_of(answer.match->kind) : "");
  add_match_of(line, answer);
  add_cluster(line, answer.cluster);
  line.text("action", name_of(answer.action));
  line.text("recipe", frame.recipe);
  line.text("recipe_id", frame.recipe_id);
  line.boolean("truncated", answer.truncated);
  if (frame.is_explained) {
    line.json("candidates", array_json(std::span(answer.candidates), candidate_json));
  }
  text = std::move(line).take();
}

std::string seen_page_json(const SeenPage& page) {
  JsonLine line;
  add_page(line, page);
  return std::move(line).take();
}

std::string seen_copies_json(const SeenCopies& copies) {
  JsonLine line;
  line.json("page", seen_page_json(copies.page));
  line.json("copies", array_json(std::span(copies.copies), copy_json));
  line.boolean("truncated", copies.truncated);
  return std::move(line).take();
}

std::string seen_row_json(const SeenRow& row) {
  const SeenPage& page = row.page;
  JsonLine line;
  line.number("number", page.number);
  line.text_or_null("id", page.id);
  line.text_or_null("url", page.url);
  line.text_or_null("host", row.host);
  line.text("first_seen", utc_time_text(page.first_seen_ms));
  line.text("last_seen", utc_time_text(page.last_seen_ms));
  line.text_or_null("fetched", row.fetched_s ? utc_time_text(*row.fetched_s * 1000) : "");
  add_count(line, "bytes", page.bytes);
  add_status(line, page.status);
  line.text_or_null("crawl", page.crawl);
  line.boolean("representative", page.cluster == page.number);
  line.number("cluster", page.cluster);
  line.number("rank", page.rank);
  line.number("copies", row.copies);
  line.number("units", row.units);
  line.number("shingles", row.shingles);
  line.text("digest", hexadecimal(row.digest[0]) + hexadecimal(row.digest[1]));
  line.text_or_null("fingerprint", row.fingerprint ? hexadecimal(*row.fingerprint) : "");
  return std::move(line).take();
}

std::string seen_pages_json(std::span<const SeenPage> pages) {
  return array_json(pages, seen_page_json);
}

}  // namespace facsim
