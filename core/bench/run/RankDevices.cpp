// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/RankDevices.h"

#include "core/base/Text.h"

#include <charconv>

namespace fabricscope::bench {

namespace {

constexpr std::string_view kRank = "rank_", kOn = " on ", kDevice = " device ";

/// "0x0f", "0000:0f:00", "0f:00": its bus.
std::optional<unsigned> busOf(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X"))
        text.remove_prefix(2);
    const std::size_t first = text.find(':');
    if (first != std::string_view::npos) {
        const std::size_t second = text.find(':', first + 1);
        text = second == std::string_view::npos ? text.substr(0, first)
                                                : text.substr(first + 1, second - first - 1);
    }
    unsigned bus = 0;
    constexpr int kHex = 16;
    constexpr unsigned kMaxBus = 0xff;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bus, kHex);
    if (error != std::errc() || end != text.data() + text.size() || bus > kMaxBus)
        return std::nullopt;
    return bus;
}

} // namespace

std::optional<RankDevice> rankDeviceOf(std::string_view line) {
    const std::size_t on = line.find(kOn);
    const std::size_t device = on == std::string_view::npos ? on : line.find(kDevice, on + kOn.size());
    if (device == std::string_view::npos)
        return std::nullopt;
    RankDevice found;
    found.host = std::string(trimmed(line.substr(on + kOn.size(), device - on - kOn.size())));
    found.text = std::string(trimmed(line.substr(device)));
    std::string_view rest = trimmed(line.substr(device + kDevice.size()));
    found.device = parseInteger<int>(trimmed(rest.substr(0, rest.find_first_of(" ["))));
    const std::size_t open = rest.find('['), close = rest.find(']');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open)
        found.bus = busOf(rest.substr(open + 1, close - open - 1));
    return found;
}

std::optional<RankDevice> rankDevice(const Results &results, int rank) {
    const std::string key = std::string(kRank) + std::to_string(rank);
    for (const ContextFact &fact : results.context)
        if (fact.key == key)
            return rankDeviceOf(fact.value);
    return std::nullopt;
}

std::vector<RankDevice> rankDevices(const Results &results) {
    std::vector<RankDevice> all;
    for (const ContextFact &fact : results.context)
        if (fact.key.starts_with(kRank))
            if (auto device = rankDeviceOf(fact.value))
                all.push_back(std::move(*device));
    return all;
}

} // namespace fabricscope::bench
