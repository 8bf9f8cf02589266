// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words for the choices of a run: the same in flags, summaries and errors.

#include <optional>
#include <string_view>

#include "facsim/engine/dedup.h"

namespace facsim {

[[nodiscard]] std::string_view name_of(Keep keep) noexcept;
[[nodiscard]] std::string_view name_of(Scope scope) noexcept;
[[nodiscard]] std::string_view name_of(Mode mode) noexcept;
[[nodiscard]] std::string_view name_of(Clustering clustering) noexcept;
[[nodiscard]] std::string_view name_of(Matches matches) noexcept;
// "field" alone: the caller splits off the name in field:NAME.
[[nodiscard]] std::optional<Keep> keep_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Scope> scope_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Mode> mode_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Clustering> clustering_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Matches> matches_named(std::string_view name) noexcept;

}  // namespace facsim
