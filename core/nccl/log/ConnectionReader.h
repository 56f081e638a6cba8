// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fabricscope::nccl::log {

/// Reads between which ranks data travels and how, which most lines of a log state. Transports are kept once.
class ConnectionReader {
public:
    /// "9[1] -> 8[0] [send] via NET/IB/0/GDRDMA", behind "Channel 02/0 : ". False if it is no connection.
    bool take(int channel, std::string_view rest, DebugLog &log);
    /// "9[1a000] -> 2[6b000] [send] via NET/IB/0/GDRDMA", cut out of a line: its channel is not known, its
    /// transport is.
    bool takeBare(std::string_view text, DebugLog &log);
    /// Whether some connection goes over sockets.
    [[nodiscard]] bool usesSockets() const { return m_usesSockets; }

private:
    std::uint32_t transportOf(std::string_view via, DebugLog &log);

    /// Found by a view, without a copy.
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>
        m_transports; ///< by the text behind "via"
    bool m_usesSockets = false;
};

} // namespace fabricscope::nccl::log
