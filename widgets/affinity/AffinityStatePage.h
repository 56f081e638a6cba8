// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/StatePage.h"

namespace fabricscope::widgets {

struct AffinityContent;
class AffinityPresentation;

/// The page in place of the matrices while there are none.
class AffinityStatePage : public StatePage {
    Q_OBJECT
public:
    using StatePage::StatePage;
    /// `shown`: the judgement of this content; nullptr: none. Returns whether the page is needed.
    bool setContent(const AffinityContent &content, const AffinityPresentation *shown);
};

} // namespace fabricscope::widgets
