// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::widgets {

/// From now on the wheel changes a box of the program only while that has the keyboard, and does not give it
/// the keyboard; else what is below scrolls. May be called again.
void requireFocusForWheel();

} // namespace fabricscope::widgets
