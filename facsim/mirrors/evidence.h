// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all pages say of the candidates: for and against.
//
// A rule makes several URLs one. Each group of n such URLs, the one that the rule leaves as it is
// among them where that is a page too, is n - 1 pairs of neighbours in the order of their hashes:
// as good as drawn at random, and so a group of a thousand does not count a million times. A pair
// is a copy where both have the same content. Groups are chosen whole by a hash where a rule has
// more than its share of the room. Pairs that are none are looked at by what the rule took away
// (the value of a parameter) and by where they stand: one language of twenty, or one folder, may
// be few of all pairs and yet all that the rule would lose. Of a prefix it keeps the contents below
// it, chosen in the same way. Cost: 40 bytes a URL that a rule changes, 8 a page below a prefix,
// within the limits.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facsim/mirrors/share.h"
#include "facsim/mirrors/url_rule.h"
#include "facsim/mirrors/url_table.h"
#include "facsim/mirrors/web_url.h"

namespace facsim {

// What was counted of one rule.
struct RuleCounts {
  std::uint64_t urls = 0;  // that it changes
  CountedShare precision;  // pairs that are copies, of all
  // Pairs that are none: those of a value, or in a part of a site, of which most pairs are none.
  CountedShare gathered;
  CountedShare seen_targets;   // of what it changes: what becomes a URL that was seen, too
  std::uint64_t contents = 0;  // different ones among the copies
  std::uint64_t sites = 0;     // with copies
  double worst_site = 1;       // the precision of the worst site of `pairs_min` pairs or more
  double sample = 1;
};

class RuleEvidence {
 public:
  // Of records_max, for all rules together.
  static constexpr std::size_t kRecordBytes = 40;

  RuleEvidence(std::vector<UrlRule> rules, std::size_t records_max);

  void add(const WebUrl& url, std::uint64_t hash, std::uint64_t content);
  // Of the rule of this number. Sorts what was kept of it.
  [[nodiscard]] RuleCounts counts(std::size_t rule, const UrlTable& table, std::uint64_t pairs_min);

 private:
  struct Record {
    std::uint64_t key = 0;  // hash of the URL as the rule makes it
    std::uint64_t url = 0;
    std::uint64_t content = 0;
    std::uint64_t site = 0;
    std::uint32_t value = 0;  // hash of what the rule took away, 0: nothing that has a value
    std::uint32_t part = 0;   // hash of the first segment behind what the rule decides by
  };
  struct Kept {
    std::vector<Record> records;
    std::uint64_t urls = 0;
    int halvings = 0;
  };
  static_assert(sizeof(Record) == kRecordBytes);
  // Two URLs that the rule makes one; the first may be the one that it leaves as it is.
  struct RecordPair {
    const Record* before = nullptr;
    const Record* record = nullptr;
    std::uint64_t content = 0;  // of the record
    bool is_seen = false;       // what the rule makes of the record is the URL of a page, too
    bool is_pair = false;       // false: the record stands alone
    bool is_copy = false;
  };
  class Contradictions;
  template <class Visit>
  static void for_pairs(const std::vector<Record>& records, const UrlTable& table, Visit visit);
  void keep(Kept& kept, const Record& record) const;
  void add(std::size_t rule, const WebUrl& url, const Record& record);

  std::vector<UrlRule> rules_;
  std::vector<Kept> kept_;
  std::size_t kept_max_;
  std::unordered_map<std::string, std::vector<std::size_t>> of_site_;
  // Rules of one value by their piece: there may be a thousand, and few of them are of a URL.
  std::unordered_map<std::string, std::vector<std::size_t>> of_value_;
};

// What two prefixes share.
struct PrefixCounts {
  std::uint64_t contents = 0;
  CountedShare pages[2];
  CountedShare content[2];
};

class PrefixEvidence {
 public:
  PrefixEvidence(const std::vector<std::string>& prefixes, std::size_t contents_max);

  void add(const WebUrl& url, std::uint64_t content);
  // Sorts; nothing may be added behind it.
  void finish();
  [[nodiscard]] std::uint64_t pages(std::string_view prefix) const;  // below it, all
  // After finish(). Of prefixes that were given.
  [[nodiscard]] PrefixCounts counts(std::string_view a, std::string_view b) const;

 private:
  struct Kept {
    std::vector<std::uint64_t> contents;
    std::uint64_t pages = 0;
    int halvings = 0;
  };
  std::unordered_map<std::uint64_t, Kept> kept_;  // by the hash of the prefix
  std::size_t kept_max_;
};

}  // namespace facsim
