// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Result.h"

namespace fabricscope {

std::string Error::toString() const {
    std::string text;
    if (!where.empty())
        text += where + ": ";
    text += what;
    if (!hint.empty())
        text += " (" + hint + ")";
    return text;
}

} // namespace fabricscope
