// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::widgets {

/// Makes the wheel change a box of the program only while that has the keyboard focus, without giving it the
/// focus; otherwise the view around it scrolls. May be called again.
void requireFocusForWheel();

} // namespace fabricscope::widgets
