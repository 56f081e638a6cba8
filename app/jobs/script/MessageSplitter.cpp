// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/MessageSplitter.h"

#include <algorithm>

namespace fabricscope::app {

void MessageSplitter::feed(std::string_view bytes, const Output &output, const MessageHandler &onMessage) {
    std::string joined;
    if (!m_held.empty()) {
        joined = std::exchange(m_held, {});
        joined += bytes;
        bytes = joined;
    }
    while (!bytes.empty()) {
        const std::size_t at = bytes.find('@');
        if (at != 0) {
            output(bytes.substr(0, at));
            if (at == std::string_view::npos)
                return;
            bytes.remove_prefix(at);
        }
        const std::string_view front = bytes.substr(0, m_mark.size());
        if (std::string_view(m_mark).substr(0, front.size()) != front) {
            output(bytes.substr(0, 1));
            bytes.remove_prefix(1);
            continue;
        }
        const std::size_t end = bytes.find('\n', front.size());
        if (end == std::string_view::npos && bytes.size() < kMaxMessage) {
            m_held = bytes;
            return;
        }
        onMessage(bytes.substr(m_mark.size(), std::min(end, kMaxMessage) - m_mark.size()));
        bytes.remove_prefix(std::min(bytes.size(), end == std::string_view::npos ? kMaxMessage : end + 1));
    }
}

void MessageSplitter::finish(const Output &output) {
    if (!m_held.empty() && m_held.compare(0, m_mark.size(), m_mark) != 0)
        output(std::exchange(m_held, {}));
}

} // namespace fabricscope::app
