// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QString>

namespace fabricscope::widgets {

/// The program's one stylesheet, with the colours of this theme. Widgets are selected by class, by object
/// name and by the property "role" ("primary", "danger", "link", "quiet", "title", "caption", "mono").
[[nodiscard]] QString styleSheet(draw::ThemeKind theme);

} // namespace fabricscope::widgets
