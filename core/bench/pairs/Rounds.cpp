// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/Rounds.h"

#include <algorithm>

namespace fabricscope::bench {

std::vector<Round> roundsBetween(std::size_t servers, std::size_t clients) {
    const std::size_t most = std::max(servers, clients);
    std::vector<Round> rounds;
    for (std::size_t shift = 0; shift < most && servers > 0 && clients > 0; ++shift) {
        Round round;
        for (std::size_t server = 0; server < servers; ++server)
            if (const std::size_t client = (server + shift) % most; client < clients)
                round.push_back({server, client});
        rounds.push_back(std::move(round));
    }
    return rounds;
}

std::vector<Round> roundsAmong(std::size_t devices) {
    const std::size_t seats = devices + devices % 2; // the odd one out has no partner
    std::vector<Round> rounds;
    for (std::size_t turn = 0; devices > 1 && turn + 1 < seats; ++turn) {
        Round there, back;
        for (std::size_t i = 0; i < seats / 2; ++i) {
            const std::size_t ring = seats - 1; // the last seat stays, the others rotate
            const std::size_t a = i == 0 ? seats - 1 : (turn + i) % ring;
            const std::size_t b = (turn + ring - i) % ring;
            if (a >= devices || b >= devices)
                continue;
            there.push_back({std::min(a, b), std::max(a, b)});
            back.push_back({std::max(a, b), std::min(a, b)});
        }
        rounds.push_back(std::move(there));
        rounds.push_back(std::move(back));
    }
    return rounds;
}

} // namespace fabricscope::bench
