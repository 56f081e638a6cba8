// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/ValuesBeforeNames.h"

#include "core/base/Text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fabricscope {

namespace {

constexpr std::size_t kMostOfPassed = 512; ///< of a line that is only looked at for a name

bool isBlankLine(std::string_view line) {
    return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

} // namespace

std::string ValuesBeforeNames::feed(std::string_view bytes) {
    std::string out;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
        addPart(bytes.substr(0, end), out);
        bytes.remove_prefix(end);
        if (bytes.empty())
            break;
        endLine(out);
        (m_isLineHeld ? m_held : out) += bytes.front();
        bytes.remove_prefix(1);
    }
    return out;
}

std::string ValuesBeforeNames::finish() {
    std::string out;
    endLine(out);
    release(out);
    return out;
}

/// Passes on what cannot be a part of the lines to hold.
void ValuesBeforeNames::addPart(std::string_view part, std::string &out) {
    if (m_isPassed) {
        out += part;
        m_line += part.substr(0, kMostOfPassed - std::min(m_line.size(), kMostOfPassed));
        return;
    }
    m_line += part;
    const bool isTooLong = m_held.size() + m_line.size() > kMaxHeld;
    if (!isTooLong && (!m_held.empty() || mayBeginWithValue(m_line)))
        return;
    if (isTooLong)
        release(out);
    out += m_line;
    m_isPassed = true;
    m_line.resize(std::min(m_line.size(), kMostOfPassed));
}

void ValuesBeforeNames::endLine(std::string &out) {
    if (!m_isPassed) {
        m_isLineHeld = holds(m_line, out);
        (m_isLineHeld ? m_held : out) += m_line;
    } else {
        m_isLineHeld = false;
        notePassed(m_line);
    }
    m_line.clear();
    m_isPassed = false;
}

/// Whether this whole line is to be held. May release the lines that are.
bool ValuesBeforeNames::holds(std::string_view line, std::string &out) {
    if (isBlankLine(line))
        return !m_held.empty();
    if (m_held.empty())
        return beginsHolding(line);
    const auto entries = nameValueEntries(line);
    const std::string_view before = entries.empty() ? line : line.substr(0, entries[0].text.begin);
    const bool isOther = leavesObject(before) || (m_column > 0 && columnOfKey(line) < m_column) ||
                         (!entries.empty() && !entries[0].isName);
    if (!isOther && entries.empty() && ++m_heldLines <= kMostLines)
        return true;
    if (!isOther && !entries.empty()) {
        const SecretSpan text = entries[0].text;
        const std::string_view name = trimmed(line.substr(text.begin, text.end - text.begin));
        const std::string value = m_held.substr(m_value.begin, m_value.end - m_value.begin);
        if (isOneWord(name) && m_isSecret(name) && !m_isHarmless(name, value))
            m_held.replace(m_value.begin, value.size(), m_placeholder);
        release(out);
        return false;
    }
    release(out);
    return beginsHolding(line);
}

/// Whether a value in this line may have its name in the next ones.
bool ValuesBeforeNames::beginsHolding(std::string_view line) {
    const auto entries = mayBeginWithValue(line) ? nameValueEntries(line) : std::vector<NameValueEntry>();
    if (entries.size() != 1 || entries[0].isName) {
        notePassed(line);
        return false;
    }
    const SecretSpan text = entries[0].text;
    const bool isOtherObject = leavesObject(line.substr(0, text.begin));
    const bool isNamed = std::exchange(m_isNamed, false) && !isOtherObject;
    if (isNamed || line.find('}', text.end) != std::string_view::npos ||
        isHidden(line.substr(text.begin, text.end - text.begin)))
        return false;
    m_value = text;
    m_column = columnOfKey(line);
    m_heldLines = 0;
    return true;
}

/// Of a line that is not held: whether it has the name of a value that follows.
void ValuesBeforeNames::notePassed(std::string_view line) {
    const std::size_t key = std::min(line.find_first_not_of(" \t-{,\"'<"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\"'>:=", key), line.size());
    if (isNameWord(line.substr(key, end - key)))
        m_isNamed = true;
    else if (leavesObject(line))
        m_isNamed = false;
}

void ValuesBeforeNames::release(std::string &out) {
    out += m_held;
    m_held.clear();
}

/// Nothing that a name could make a secret: a number, a value that is replaced already.
bool ValuesBeforeNames::isHidden(std::string_view value) const {
    return trimmed(value).empty() || value.starts_with(m_placeholder) ||
           (m_isHarmless("token", value) && m_isHarmless("password", value));
}

} // namespace fabricscope
