// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Result.h"

#include "core/base/HostText.h"

namespace fabricscope {

std::string Error::toString() const {
    std::string text;
    if (!where.empty())
        text += HostText(where).line() + ": "; // a file or a host may have any name
    text += what;
    if (!hint.empty())
        text += " (" + hint + ")";
    return text;
}

} // namespace fabricscope
