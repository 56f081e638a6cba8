// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {

/// Finds which of many short texts a line contains, in one pass: the first two bytes of each are looked up.
/// If it contains several, the one that was given first counts.
class Needles {
public:
    /// The texts must outlive this and have two bytes or more.
    explicit Needles(std::vector<std::string_view> needles) : m_needles(std::move(needles)) {
        for (const std::string_view needle : m_needles)
            m_begins.set(pair(needle.data()));
    }

    [[nodiscard]] std::optional<std::size_t> firstIn(std::string_view line) const {
        std::size_t best = m_needles.size();
        for (std::size_t at = 0; at + 1 < line.size(); ++at) {
            if (!m_begins[pair(line.data() + at)])
                continue;
            const std::string_view rest = line.substr(at);
            for (std::size_t i = 0; i < best; ++i)
                if (rest.starts_with(m_needles[i]))
                    best = i;
        }
        return best < m_needles.size() ? std::optional(best) : std::nullopt;
    }

private:
    static std::size_t pair(const char *two) {
        return static_cast<std::size_t>(static_cast<unsigned char>(two[0])) << 8U |
               static_cast<unsigned char>(two[1]);
    }

    std::vector<std::string_view> m_needles;
    std::bitset<65536> m_begins;
};

} // namespace fabricscope::nccl::log
