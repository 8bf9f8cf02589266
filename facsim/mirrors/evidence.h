// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the pages that confirm or contradict each candidate.
//
// A rule merges several URLs into one. Each group of n such URLs (including the one that the rule
// leaves unchanged, if that is a page too) gives n - 1 pairs of neighbours in the order of their
// hashes: as good as a random sample, so that a group of a thousand does not count a million times.
// A pair is a copy if both have the same content. If a rule has more than its share of the memory,
// groups are selected as a whole by a hash. Pairs that are not copies are examined by what the rule
// removed (the value of a parameter) and by their place: one language of twenty, or one folder, may
// be few of all pairs and yet everything that the rule would lose. For a prefix the contents below
// it are stored, selected in the same way. Cost: 40 bytes a URL that a rule changes, 8 a page below
// a prefix, within the limits.

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

// The counts of one rule.
struct RuleCounts {
  std::uint64_t urls = 0;  // number of URLs that it changes
  CountedShare precision;  // the pairs that are copies, of all pairs
  // Pairs that are not copies: those with a value, or in a part of a site, with mostly such pairs.
  CountedShare gathered;
  CountedShare seen_targets;   // the changed URLs whose result is the URL of a page, too
  std::uint64_t contents = 0;  // different contents among the copies
  std::uint64_t sites = 0;     // number of sites with copies
  double worst_site = 1;       // precision of the worst site of at least `pairs_min` pairs
  double sample = 1;
};

class RuleEvidence {
 public:
  // Bytes of each of the `records_max` records, which all rules share.
  static constexpr std::size_t kRecordBytes = 40;

  RuleEvidence(std::vector<UrlRule> rules, std::size_t records_max);

  void add(const WebUrl& url, std::uint64_t hash, std::uint64_t content);
  // Returns the counts of the rule with this number. Sorts the stored records of it.
  [[nodiscard]] RuleCounts counts(std::size_t rule, const UrlTable& table, std::uint64_t pairs_min);

 private:
  struct Record {
    std::uint64_t key = 0;  // hash of the URL after the rule
    std::uint64_t url = 0;
    std::uint64_t content = 0;
    std::uint64_t site = 0;
    std::uint32_t value = 0;  // hash of what the rule removed, 0: nothing that has a value
    std::uint32_t part = 0;   // hash of the first segment after the part that the rule applies to
  };
  struct Kept {
    std::vector<Record> records;
    std::uint64_t urls = 0;
    int halvings = 0;
  };
  static_assert(sizeof(Record) == kRecordBytes);
  // Two URLs that the rule merges; the first may be the one that it leaves unchanged.
  struct RecordPair {
    const Record* before = nullptr;
    const Record* record = nullptr;
    std::uint64_t content = 0;  // of the record
    bool is_seen = false;       // the URL after the rule is that of a page, too
    bool is_pair = false;       // false: the record has no partner
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
  // Rules of one value, by their piece: there may be a thousand, and few of them apply to a URL.
  std::unordered_map<std::string, std::vector<std::size_t>> of_value_;
};

// The counts of what two prefixes share.
struct PrefixCounts {
  std::uint64_t contents = 0;
  CountedShare pages[2];
  CountedShare content[2];
};

class PrefixEvidence {
 public:
  PrefixEvidence(const std::vector<std::string>& prefixes, std::size_t contents_max);

  void add(const WebUrl& url, std::uint64_t content);
  // Sorts; nothing may be added afterwards.
  void finish();
  [[nodiscard]] std::uint64_t pages(std::string_view prefix) const;  // all pages below it
  // Call only after finish(), for prefixes that were given.
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
