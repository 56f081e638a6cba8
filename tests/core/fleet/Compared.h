// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace fabricscope::fleet {

inline Comparison compared(const host::Host &before, const host::Host &after) {
    const auto left = samples::topologyOf(before);
    const auto right = samples::topologyOf(after);
    return compare({*left}, {*right});
}

/// One line per difference: "error link.width GPU0 0000:41:00.0: the link is x8 wide (was x16)".
inline std::vector<std::string> summary(const Comparison &comparison) {
    static constexpr const char *kSeverities[] = {"note", "warning", "error"};
    std::vector<std::string> lines;
    for (const Difference &difference : comparison.differences)
        lines.push_back(std::string(kSeverities[static_cast<std::size_t>(difference.severity)]) + " " +
                        difference.rule + " " + difference.text());
    return lines;
}

inline std::vector<std::string> rules(const Comparison &comparison) {
    std::vector<std::string> all;
    for (const Difference &difference : comparison.differences)
        all.push_back(difference.rule);
    return all;
}

/// The part of a difference that must be mirrored when the sides are exchanged.
using Essence = std::tuple<std::string, std::optional<std::string>, std::optional<std::string>,
                           std::optional<Address>, std::optional<Address>, std::vector<DevicePair>>;

inline std::vector<Essence> essence(const Comparison &comparison, bool mirrored) {
    std::vector<Essence> all;
    for (const Difference &difference : comparison.differences) {
        std::string rule = difference.rule;
        const auto replace = [&rule](const char *from, const char *to) {
            const auto at = rule.find(from);
            if (at != std::string::npos)
                rule.replace(at, std::string(from).size(), to);
            return at != std::string::npos;
        };
        if (mirrored && !replace(".removed", ".added") && !replace("_removed", "_added"))
            replace(".added", ".removed") || replace("_added", "_removed");
        End before = difference.before;
        End after = difference.after;
        std::vector<DevicePair> devices = difference.devices;
        if (mirrored) {
            std::swap(before, after);
            for (DevicePair &pair : devices)
                std::swap(pair.before, pair.after);
        }
        std::sort(devices.begin(), devices.end());
        // With several devices, each side chooses its own representative.
        const bool several = devices.size() > 1;
        all.emplace_back(rule, several ? std::nullopt : before.value, several ? std::nullopt : after.value,
                         several ? std::nullopt : before.address, several ? std::nullopt : after.address,
                         devices);
    }
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace fabricscope::fleet
