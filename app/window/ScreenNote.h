// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::app::window {

struct HostSession;
enum class Screen;

/// What the status line says about this screen and host, at its right; empty where there is nothing to say.
/// `host` is nullptr where none is open. `verdict` is what Compare says of its two sides.
[[nodiscard]] QString screenNote(Screen screen, const HostSession *host, const QString &verdict);

} // namespace fabricscope::app::window
