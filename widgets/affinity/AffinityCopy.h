// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/AffinityText.h"

#include <QString>

class QWidget;

namespace fabricscope::widgets {

class AffinityPresentation;

/// The matrices as they are shown, with the moves that were tried.
[[nodiscard]] QString matricesText(const AffinityPresentation &shown, report::AffinityFormat format);
/// Asks for a file and its format, and writes the matrices there. Returns the message about it; empty: the
/// user cancelled.
[[nodiscard]] QString saveMatrices(QWidget *parent, const AffinityPresentation &shown);

} // namespace fabricscope::widgets
