// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <vector>

namespace fabricscope::app::window {

struct HostSession;
enum class Screen;

/// What the status line says about this screen and host, at its right; empty where there is nothing to say.
/// `host` is nullptr where none is open. `verdict` is what Compare says of its two sides.
[[nodiscard]] QString screenNote(Screen screen, const HostSession *host, const QString &verdict);

/// What the status line says of the hosts that could not be connected to or read.
struct FailedHosts {
    QString text;  ///< "2 unreachable", "1 wrong password", "3 not connected" of several kinds; empty: none
    QString names; ///< a line each: "gpu-07: wrong password"
};
[[nodiscard]] FailedHosts failedHosts(const std::vector<std::unique_ptr<HostSession>> &sessions);

} // namespace fabricscope::app::window
