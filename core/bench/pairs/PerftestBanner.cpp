// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PerftestBanner.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kMaxBanner = std::size_t{64} << 10;

/// Words of print_report's header (perftest_parameters.c, ctx_print_test_info) that both sides print.
constexpr std::string_view kMemory = "Use ROCm memory";
constexpr std::array<std::string_view, 4> kSame = {"Number of qps", "Connection type", "Mtu", kMemory};

/// "                    RDMA_Write BW Test"
std::string titleOf(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = trimmed(takeUntil(text, '\n'));
        if (line.ends_with(" Test") && line.find(':') == std::string_view::npos)
            return std::string(line);
    }
    return {};
}

/// Behind "KEY   : " up to two blanks or the line's end.
std::optional<std::string> valueOf(std::string_view text, std::string_view key) {
    const auto at = text.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + key.size());
    std::string_view line = takeUntil(rest, '\n');
    line.remove_prefix(std::min(line.find(':'), line.size() - 1) + 1);
    line = trimmed(line);
    const std::string_view value = line.substr(0, line.find_first_of(" \t"));
    if (value == "OFF") // a build without support omits it
        return std::nullopt;
    return std::string(value);
}

} // namespace

std::vector<std::string> bannerDifferences(std::string_view server, std::string_view client,
                                           bool sameMemory) {
    server = server.substr(0, kMaxBanner);
    client = client.substr(0, kMaxBanner);
    std::vector<std::string> found;
    const std::string serverTitle = titleOf(server), clientTitle = titleOf(client);
    if (serverTitle.empty() || clientTitle.empty()) {
        found.push_back(fmt::format("the {} printed no banner", serverTitle.empty() ? "server" : "client"));
        return found;
    }
    if (serverTitle != clientTitle)
        found.push_back(fmt::format("the server ran '{}', the client '{}'", HostText(serverTitle).plain(100),
                                    HostText(clientTitle).plain(100)));
    for (const std::string_view key : kSame) {
        const auto one = valueOf(server, key), other = valueOf(client, key);
        if (one != other && (sameMemory || key != kMemory))
            found.push_back(fmt::format("{}: {} on the server, {} on the client", key,
                                        HostText(one.value_or("unknown")).plain(100),
                                        HostText(other.value_or("unknown")).plain(100)));
    }
    return found;
}

} // namespace fabricscope::bench
