// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/Keywords.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace fabricscope::search {

/// How well an item matches a whole query.
struct Rank {
    Quality worst = Quality::Exact;
    unsigned sum = 0;
};

/// std::nullopt: no match. Text matches the item's name, and for devices and findings also their
/// host's name, but not that alone: else a host's name would find all its devices.
[[nodiscard]] std::optional<Rank> rankOf(const Query &query, const Subject &subject);

/// The same for items without a host: `texts` are its names, the first before all others.
[[nodiscard]] std::optional<Rank> rankOf(const Query &query, std::initializer_list<std::string_view> texts);

} // namespace fabricscope::search
