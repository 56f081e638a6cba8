// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/judge/JudgeHostOptions.h"
#include "core/draw/DisplayList.h"

#include <QSize>
#include <QStringList>

#include <optional>

namespace fabricscope::app::window {

/// The command line of fabricscope-window.
struct WindowOptions {
    QStringList captures; ///< --capture FILE and positional files
    QStringList targets;  ///< --connect TARGET
    QString sshConfig, knownHosts;
    QString notice;     ///< shown when the window opens; from the program that starts it
    QString tourFolder; ///< --screenshot-tour DIR
    QString renderSource, renderOutput;
    bool renderAffinity = false; ///< --view affinity
    bool renderHostVm = false;   ///< --view host-vm; else topology
    draw::ThemeKind renderTheme = draw::ThemeKind::Light;
    JudgeOptions judge; ///< for --render; its sources are files
    QSize renderSize;   ///< empty: the picture's own size
};

/// std::nullopt: the program must exit with `status`; messages were printed.
[[nodiscard]] std::optional<WindowOptions> parseOptions(const QStringList &arguments, int &status);

} // namespace fabricscope::app::window
