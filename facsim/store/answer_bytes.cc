// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/answer_bytes.h"

#include "facsim/store/row_bytes.h"

namespace facsim {
namespace {

// The parts of an answer. The numbers belong to the format: docs/formats/store.md.
enum Part : std::uint8_t {
  was_added = 1U << 0,
  has_page = 1U << 1,
  has_match = 1U << 2,
  has_layout = 1U << 3,
  has_cluster = 1U << 4,
  is_truncated = 1U << 5,
  is_same_text = 1U << 6,
};
constexpr unsigned kPartsKnown = (1U << 7) - 1;
constexpr std::uint8_t kKindMax = kKindCount - 1;
constexpr auto kByMax = static_cast<std::uint8_t>(By::link);

void put(RowBytesWriter& to, const SeenPage& page) {
  to.put(page.number);
  to.put(std::string_view(page.id));
  to.put(std::string_view(page.url));
  to.put(page.first_seen_ms);
  to.put(page.cluster);
  to.put(page.rank);
  to.put(std::string_view(page.crawl));
}

SeenPage take_page(RowBytesReader& from) {
  SeenPage page;
  page.number = from.take<std::uint64_t>();
  page.id = from.take_text();
  page.url = from.take_text();
  page.first_seen_ms = from.take<std::int64_t>();
  page.cluster = from.take<std::uint64_t>();
  page.rank = from.take<std::uint32_t>();
  page.crawl = from.take_text();
  return page;
}

void put(RowBytesWriter& to, const Match& match) {
  to.put(match.kind);
  to.put(match.by);
  to.put(match.distance);
  for (const double share :
       {match.resemblance, match.containment, match.containment_reverse, match.error}) {
    to.put(share);
  }
}

std::optional<Match> take_match(RowBytesReader& from, bool same_text) {
  Match match;
  match.same_text = same_text;
  const auto kind = from.take<std::uint8_t>();
  const auto by = from.take<std::uint8_t>();
  if (kind > kKindMax || by > kByMax) return std::nullopt;
  match.kind = static_cast<Kind>(kind);
  match.by = static_cast<By>(by);
  match.distance = from.take<std::int8_t>();
  match.resemblance = from.take<double>();
  match.containment = from.take<double>();
  match.containment_reverse = from.take<double>();
  match.error = from.take<double>();
  return match;
}

unsigned parts_of(const SeenAnswer& answer) {
  unsigned parts = 0;
  const auto note = [&parts](bool is_there, Part part) {
    if (is_there) parts |= part;
  };
  note(answer.added, was_added);
  note(answer.page.has_value(), has_page);
  note(answer.match.has_value(), has_match);
  note(answer.layout.has_value(), has_layout);
  note(answer.cluster.has_value(), has_cluster);
  note(answer.truncated, is_truncated);
  note(answer.match && answer.match->same_text, is_same_text);
  return parts;
}

void put(RowBytesWriter& to, const SeenAnswer& answer) {
  to.put(static_cast<std::uint8_t>(parts_of(answer)));
  to.put(answer.seen);
  to.put(answer.action);
  to.put(answer.number);
  if (answer.page) put(to, *answer.page);
  if (answer.match) put(to, *answer.match);
  if (answer.layout) to.put(*answer.layout);
  if (answer.cluster) {
    to.put(std::string_view(answer.cluster->id));
    to.put(answer.cluster->size);
    to.put(answer.cluster->rank);
  }
}

std::optional<SeenAnswer> take_answer(RowBytesReader& from) {
  const unsigned parts = from.take<std::uint8_t>();
  const auto seen = from.take<std::uint8_t>();
  const auto action = from.take<std::uint8_t>();
  const bool is_known = (parts & ~kPartsKnown) == 0 &&
                        seen <= static_cast<std::uint8_t>(SeenVerdict::too_short) &&
                        action <= static_cast<std::uint8_t>(SeenAction::skip);
  const bool is_text_of_none = (parts & is_same_text) != 0 && (parts & has_match) == 0;
  if (!is_known || is_text_of_none) return std::nullopt;
  SeenAnswer answer{.seen = static_cast<SeenVerdict>(seen), .added = (parts & was_added) != 0};
  answer.action = static_cast<SeenAction>(action);
  answer.truncated = (parts & is_truncated) != 0;
  answer.number = from.take<std::uint64_t>();
  if ((parts & has_page) != 0) answer.page = take_page(from);
  if ((parts & has_match) != 0) {
    answer.match = take_match(from, (parts & is_same_text) != 0);
    if (!answer.match) return std::nullopt;
  }
  if ((parts & has_layout) != 0) answer.layout = from.take<double>();
  if ((parts & has_cluster) != 0) {
    SeenCluster cluster{.id = from.take_text()};
    cluster.size = from.take<std::uint64_t>();
    cluster.rank = from.take<std::uint32_t>();
    answer.cluster = std::move(cluster);
  }
  return answer;
}

}  // namespace

std::string encode_answers(const KeptAnswers& kept) {
  RowBytesWriter to;
  to.put(kept.given_ms);
  to.put(kept.question);
  for (const SeenAnswer& answer : kept.answers) put(to, answer);
  return to.take();
}

std::optional<KeptAnswers> decode_answers(std::string_view bytes) {
  RowBytesReader from(bytes);
  KeptAnswers kept{.given_ms = from.take<std::int64_t>(), .question = from.take<std::uint64_t>()};
  while (from.is_sound() && !from.is_at_end()) {
    std::optional<SeenAnswer> answer = take_answer(from);
    if (!answer) return std::nullopt;
    kept.answers.push_back(std::move(*answer));
  }
  return from.is_sound() ? std::optional(std::move(kept)) : std::nullopt;
}

}  // namespace facsim
