// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/host/Fact.h"
#include "core/host/OptionalText.h"

#include <string>
#include <string_view>

namespace fabricscope::topology {

/// A text of the host as a node shows it.
[[nodiscard]] inline std::string shownText(std::string_view text, std::size_t maxBytes) {
    return HostText(text).plain(maxBytes);
}

/// A known fact's: nearly always the fact's own text, which they share then.
[[nodiscard]] inline host::OptionalText shownText(const host::Fact<std::string> &fact, std::size_t maxBytes) {
    if (fact->size() <= maxBytes && isPlainAscii(*fact))
        return fact.shared();
    return shownText(std::string_view(*fact), maxBytes);
}

} // namespace fabricscope::topology
