// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/JsonWalk.h"

namespace fabricscope::formats {

JsonWalk::Event JsonWalk::next() {
    switch (m_scanner.next(m_text, m_at)) {
    case JsonScanner::Event::Value:
        return Event::Value;
    case JsonScanner::Event::OpenObject:
        return Event::OpenObject;
    case JsonScanner::Event::CloseObject:
        return Event::CloseObject;
    case JsonScanner::Event::OpenArray:
        return Event::OpenArray;
    case JsonScanner::Event::CloseArray:
        return Event::CloseArray;
    default:
        return Event::End;
    }
}

} // namespace fabricscope::formats
