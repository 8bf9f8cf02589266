// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/crawl_book.h"

#include <algorithm>
#include <utility>

#include "facsim/store/row_bytes.h"

namespace facsim {

bool Crawl::has_row(std::uint64_t row) const noexcept {
  return !rows.empty() && row >= rows.front() && std::binary_search(rows.begin(), rows.end(), row);
}

std::string encode_crawl(const Crawl& crawl) {
  RowBytesWriter bytes;
  bytes.put(crawl.state);
  bytes.put(crawl.begun_ms);
  bytes.put(crawl.first_row);
  bytes.put(std::string_view(crawl.name));
  return bytes.take();
}

std::optional<Crawl> decode_crawl(std::uint32_t number, std::string_view bytes) {
  RowBytesReader from(bytes);
  Crawl crawl{.number = number};
  const auto state = from.take<std::uint8_t>();
  crawl.state = static_cast<Crawl::State>(state);
  crawl.begun_ms = from.take<std::int64_t>();
  crawl.first_row = from.take<std::uint64_t>();
  crawl.name = from.take_text();
  const bool is_known = state >= static_cast<std::uint8_t>(Crawl::State::open) &&
                        state <= static_cast<std::uint8_t>(Crawl::State::cancelling);
  if (!from.is_at_end() || !is_known || number == 0) return std::nullopt;
  return crawl;
}

Crawl& CrawlBook::add(Crawl crawl) {
  const std::uint32_t number = crawl.number;
  next_ = std::max(next_, number + 1);
  auto& where = crawl.state == Crawl::State::committed ? done_ : untidied_;
  return where.insert_or_assign(number, std::move(crawl)).first->second;
}

void CrawlBook::forget(std::uint32_t number) {
  untidied_.erase(number);
  done_.erase(number);
}

Crawl* CrawlBook::find(std::uint32_t number) noexcept {
  const auto found = untidied_.find(number);
  return found == untidied_.end() ? nullptr : &found->second;
}

const Crawl* CrawlBook::find(std::uint32_t number) const noexcept {
  const auto found = untidied_.find(number);
  return found == untidied_.end() ? nullptr : &found->second;
}

const Crawl* CrawlBook::open(std::string_view name) const noexcept {
  for (const auto& [number, crawl] : untidied_) {
    if (crawl.state == Crawl::State::open && crawl.name == name) return &crawl;
  }
  return nullptr;
}

void CrawlBook::tidied(std::uint32_t number) {
  const auto found = untidied_.find(number);
  if (found == untidied_.end()) return;
  Crawl crawl = std::move(found->second);
  untidied_.erase(found);
  crawl.state = Crawl::State::committed;
  crawl.rows = {};
  crawl.replaced = {};
  crawl.joined = {};
  done_.insert_or_assign(number, std::move(crawl));
}

std::string CrawlBook::name_of(std::uint32_t number) const {
  for (const auto* crawls : {&untidied_, &done_}) {
    if (const auto found = crawls->find(number); found != crawls->end()) return found->second.name;
  }
  return {};
}

bool CrawlBook::hides(std::uint64_t row, std::uint32_t asker) const noexcept {
  for (const auto& [number, crawl] : untidied_) {
    switch (crawl.state) {
      case Crawl::State::open:
        if (number == asker ? crawl.replaced.count(row) != 0 : crawl.has_row(row)) return true;
        break;
      case Crawl::State::committing:
        if (crawl.replaced.count(row) != 0) return true;
        break;
      case Crawl::State::cancelling:
        if (crawl.has_row(row)) return true;
        break;
      case Crawl::State::committed:
        break;
    }
  }
  return false;
}

std::uint64_t CrawlBook::joined(std::uint64_t representative, std::uint32_t asker) const noexcept {
  std::uint64_t pages = 0;
  for (const auto& [number, crawl] : untidied_) {
    const bool is_seen =
        crawl.is_seen_by_all() || (crawl.state == Crawl::State::open && number == asker);
    if (!is_seen) continue;
    const auto found = crawl.joined.find(representative);
    if (found != crawl.joined.end()) pages += found->second;
  }
  return pages;
}

bool CrawlBook::has_joined(std::uint64_t representative) const noexcept {
  return std::any_of(untidied_.begin(), untidied_.end(), [&](const auto& each) {
    return each.second.joined.count(representative) != 0;
  });
}

}  // namespace facsim
