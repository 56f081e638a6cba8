// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/layout/Picture.h"

/// Properties of the picture of any machine, complete or damaged. Failures are added to the running test.
namespace fabricscope::layout {

void expectBoxesNestedOrDisjoint(const Picture &picture);
/// Each PCI function can be hit, found and read out, even in a fold.
void expectOneAreaForEachFunction(const Picture &picture);
void expectEverythingInside(const Picture &picture);
/// Texts fit into their cells and do not overlap, at this zoom.
void expectReadableText(const Picture &picture, double zoom);
/// All of the above.
void expectSoundPicture(const Picture &picture);

} // namespace fabricscope::layout
