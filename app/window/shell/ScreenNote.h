// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <vector>

namespace fabricscope::app::window {

struct HostSession;
enum class Screen;

/// The status line's text about this screen and host, at its right; empty: none. `host` is nullptr if none is
/// open. `verdict` is Compare's result for its two sides; `hasMoves`: pairs were moved to try them.
[[nodiscard]] QString screenNote(Screen screen, const HostSession *host, const QString &verdict,
                                 bool hasMoves);

/// The status line's text about the hosts that could not be connected to or read.
struct FailedHosts {
    QString text;  ///< "2 unreachable", "1 wrong password", "3 not connected" of several kinds; empty: none
    QString names; ///< one per line: "gpu-07: wrong password"
};
[[nodiscard]] FailedHosts failedHosts(const std::vector<std::unique_ptr<HostSession>> &sessions);

} // namespace fabricscope::app::window
