// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ModeBar.h"

#include <QWidget>

namespace fabricscope::app::window {

/// A screen that has no data yet: what will be there, and what fills it.
class LaterPage : public QWidget {
    Q_OBJECT
public:
    explicit LaterPage(Screen screen, QWidget *parent = nullptr);
};

} // namespace fabricscope::app::window
