// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Context.h"
#include "core/checks/versions/Components.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Versions that do not go together, as vendors, maintainers and users report them: a table, judged by three
/// checks.
namespace fabricscope::checks::versions {

/// Versions of a component from `from` on and below `below`; an empty bound is none.
struct Range {
    Component component = Component::Kernel;
    std::string_view from = {}, below = {};
};

/// One version, or two, and the state of them that is known to fail.
struct Pair {
    enum class Fails : std::uint8_t {
        InRange,    ///< where each component has a version in its range
        Unequal,    ///< where the two have different versions
        NewerMinor, ///< where the first is newer than the second, of the same major version
    };
    std::string_view check, variant = {}; ///< Rule::id and Rule::variant of its finding
    Fails fails = Fails::InRange;
    Range first;
    std::optional<Range> second = {};
    std::string_view expected = {};           ///< what goes together: {expected} of the texts
    bool (*where)(const Context &) = nullptr; ///< hosts that it concerns; nullptr: all
};

[[nodiscard]] std::span<const Pair> allPairs();

[[nodiscard]] Answer gpuVersions(const Context &context);     ///< gpu.versions
[[nodiscard]] Answer rdmaVersions(const Context &context);    ///< rdma.versions
[[nodiscard]] Answer libraryVersions(const Context &context); ///< library.versions

} // namespace fabricscope::checks::versions
