// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::widgets {

/// Makes Enter press the focused button in each dialog and window of the program. Qt gives the key to the
/// default button of a dialog: Enter on a focused Cancel would accept, and in a window it would have no
/// effect. Check boxes leave Enter to the dialog. May be called again.
void makeEnterPressFocusedButton();

} // namespace fabricscope::widgets
