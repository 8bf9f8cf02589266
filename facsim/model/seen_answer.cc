// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/seen_answer.h"

#include <array>

#include "facsim/model/durability.h"

namespace facsim {
namespace {

constexpr std::array kActions{SeenAction::store, SeenAction::skip_links, SeenAction::skip};
constexpr std::array kDurabilities{Durability::sync, Durability::second, Durability::none};

template <class Values>
std::optional<typename Values::value_type> named(const Values& values, std::string_view name) {
  for (const auto value : values) {
    if (name_of(value) == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(SeenVerdict verdict) noexcept {
  switch (verdict) {
    case SeenVerdict::no:
      return "no";
    case SeenVerdict::yes:
      return "yes";
    case SeenVerdict::too_short:
      return "too_short";
  }
  return "no";
}

std::string_view name_of(SeenAction action) noexcept {
  switch (action) {
    case SeenAction::store:
      return "store";
    case SeenAction::skip_links:
      return "skip_links";
    case SeenAction::skip:
      return "skip";
  }
  return "store";
}

std::optional<SeenAction> seen_action_named(std::string_view name) noexcept {
  return named(kActions, name);
}

std::string_view name_of(Durability durability) noexcept {
  switch (durability) {
    case Durability::sync:
      return "sync";
    case Durability::second:
      return "second";
    case Durability::none:
      return "none";
  }
  return "sync";
}

std::optional<Durability> durability_named(std::string_view name) noexcept {
  return named(kDurabilities, name);
}

SeenAction action_of(const SeenAnswer& answer, const SeenPolicy& policy) noexcept {
  if (answer.seen != SeenVerdict::yes) return SeenAction::store;
  if (answer.match && answer.match->kind == Kind::exact) return policy.exact;
  const std::uint32_t copy = answer.cluster ? answer.cluster->rank - 1 : 0;  // 1 is the first
  return copy > 0 && copy <= policy.follow_first ? SeenAction::store : policy.content;
}

}  // namespace facsim
