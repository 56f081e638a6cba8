// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/StatePage.h"

namespace fabricscope::widgets {

struct HostVmContent;

/// The page in place of the picture while there is none.
class HostVmStatePage : public StatePage {
    Q_OBJECT
public:
    using StatePage::StatePage;
    /// Of content without a picture.
    void setContent(const HostVmContent &content);
};

} // namespace fabricscope::widgets
