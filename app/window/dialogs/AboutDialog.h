// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace fabricscope::app::window {

/// Version and libraries, and the licence. Both return immediately.
void showAbout(QWidget *window);
void showLicence(QWidget *window);

} // namespace fabricscope::app::window
