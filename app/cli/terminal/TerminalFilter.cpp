// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/TerminalFilter.h"

#include "core/base/HostText.h"

#include <algorithm>
#include <limits>

namespace fabricscope::app::cli {

namespace {

/// Bytes at the end that start a UTF-8 character or an end of line but do not complete it.
std::size_t incompleteTail(std::string_view text) {
    if (text.ends_with('\r'))
        return 1;
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0) == 0x80)
            continue;
        const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return length > back ? back : 0;
    }
    return 0;
}

} // namespace

std::string TerminalFilter::feed(std::string_view bytes, bool isOwn) {
    std::string shown;
    if (isOwn && m_begun.empty() && bytes.starts_with(kClearLine)) {
        shown = kClearLine;
        bytes.remove_prefix(kClearLine.size());
    }
    m_begun += bytes;
    const std::size_t whole = m_begun.size() - incompleteTail(m_begun);
    std::string text = m_begun.substr(0, whole);
    for (std::size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;)
        text.erase(at, 1);
    shown += HostText(text).plain(std::numeric_limits<std::size_t>::max());
    m_begun.erase(0, whole);
    return shown;
}

} // namespace fabricscope::app::cli
