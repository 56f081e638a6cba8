// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/layout/Picture.h"

/// What must hold for the picture of any machine, whole or damaged. Failures are added to the running test.
namespace fabricscope::layout {

void expectBoxesNestedOrDisjoint(const Picture &picture);
/// Each PCI function can be hit, found and spoken of, also where it is folded.
void expectOneAreaForEachFunction(const Picture &picture);
void expectEverythingInside(const Picture &picture);
/// Texts fit their cells, and none stands on another one, at this zoom.
void expectReadableText(const Picture &picture, double zoom);
/// All of these.
void expectSoundPicture(const Picture &picture);

} // namespace fabricscope::layout
