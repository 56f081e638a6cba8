// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/LinePrefix.h"
#include "core/nccl/log/DebugLog.h"
#include "core/nccl/log/LibraryLine.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricscope::nccl::log {

/// What the library's lines state of each host; the host is the one that "host:pid:tid" names. It counts
/// where its name begins the line, or stands behind the prefix of a launcher or log; elsewhere if it is known
/// already: lines that were written at once give names that no host has.
class HostTable {
public:
    void take(std::string_view whole, const LibraryLine &line, std::vector<LogHost> &hosts);

private:
    [[nodiscard]] LineStart startOf(std::string_view whole);
    [[nodiscard]] const std::size_t *find(std::string_view name) const;

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
    };
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>>
        m_places;                          ///< by the name in the lines
    std::optional<LearnedPrefix> m_prefix; ///< of the line before that has one
};

} // namespace fabricscope::nccl::log
