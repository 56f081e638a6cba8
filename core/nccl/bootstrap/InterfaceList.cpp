// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/bootstrap/InterfaceList.h"

#include "core/base/Text.h"

#include <algorithm>
#include <cstdlib>

namespace fabricscope::nccl {

namespace {

/// Like atoi: the digits at the beginning, 0 if there are none.
int leadingNumber(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    return parseInteger<int>(text.substr(0, digits)).value_or(0);
}

} // namespace

InterfaceList::InterfaceList(std::string_view text, std::size_t most) {
    if (text.starts_with('^')) {
        m_inverse = true;
        text.remove_prefix(1);
    }
    if (text.starts_with('=')) {
        m_exact = true;
        text.remove_prefix(1);
    }
    while (!text.empty() && m_entries.size() < most) {
        std::string_view entry = takeUntil(text, ',');
        const std::size_t colon = entry.find(':');
        const std::string_view name = entry.substr(0, colon);
        if (!name.empty())
            m_entries.push_back(
                {name, colon == std::string_view::npos ? -1 : leadingNumber(entry.substr(colon + 1))});
    }
}

bool InterfaceList::names(std::string_view name, int port) const {
    if (m_entries.empty())
        return true;
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry &entry) {
        const bool named = m_exact ? name == entry.name : name.starts_with(entry.name);
        return named && (entry.port == -1 || port == -1 || entry.port == port);
    });
}

} // namespace fabricscope::nccl
