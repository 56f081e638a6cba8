// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/JournalFields.h"

#include "core/base/Text.h"
#include "core/formats/PastedLines.h"

#include <cstdint>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMostLines = 64; ///< of one message

/// The end of a field's name in "_SOURCE_MONOTONIC_TIMESTAMP=1"; npos for other lines.
std::size_t nameEnd(std::string_view line) {
    constexpr std::size_t kLongestName = 64;
    const auto end =
        line.substr(0, kLongestName + 1).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return end != std::string_view::npos && end > 0 && line[end] == '=' ? end : std::string_view::npos;
}

/// "Thu 2026-01-22 20:50:11.345678 UTC [s=5ad;i=1;b=88;m=2a;t=64;x=9]"
bool isVerboseBegin(std::string_view line) {
    constexpr std::size_t kFarthest = 64;
    return line.ends_with(']') && line.substr(0, kFarthest).find(" [s=") != std::string_view::npos;
}

} // namespace

bool JournalFields::feed(const PastedLine &line) {
    if (m_isBinary) { // eight bytes of length precede it, of which most are no text
        constexpr std::size_t kLength = 8;
        m_isBinary = false;
        m_isInMessage = true;
        if (line.source.size() > kLength)
            addMessage(line.source.substr(kLength), line.source.substr(kLength));
        return false;
    }
    if (line.text.empty() || isVerboseBegin(line.text)) {
        const bool isWhole = !m_entry.messages.empty();
        if (line.text.empty() && m_isInMessage && line.indent > 0)
            return false; // of a message of several lines
        finish();
        return isWhole;
    }
    if (line.text == "MESSAGE") {
        m_isBinary = true;
    } else if (const auto end = nameEnd(line.text); end != std::string_view::npos) {
        m_isInMessage = line.text.substr(0, end) == "MESSAGE";
        readField(line.text.substr(0, end), line.text.substr(end + 1), line.source);
    } else if (m_isInMessage) {
        addMessage(line.text, line.source);
    }
    return false;
}

void JournalFields::finish() {
    m_done = std::exchange(m_entry, {});
    m_isInMessage = m_isBinary = false;
}

void JournalFields::readField(std::string_view name, std::string_view value, std::string_view source) {
    constexpr double kMicroseconds = 1e6;
    if (name == "MESSAGE")
        addMessage(value, source);
    else if (name == "_HOSTNAME")
        m_entry.host = value.substr(0, 256);
    else if (name == "_TRANSPORT" || name == "SYSLOG_IDENTIFIER")
        m_entry.isKernel = m_entry.isKernel && value == "kernel";
    else if (name == "_SOURCE_MONOTONIC_TIMESTAMP")
        if (const auto time = parseInteger<std::uint64_t>(value))
            m_entry.seconds = static_cast<double>(*time) / kMicroseconds;
}

void JournalFields::addMessage(std::string_view text, std::string_view source) {
    if (m_entry.messages.size() < kMostLines && !text.empty())
        m_entry.messages.push_back({std::string(text), source});
}

bool isJournalFields(std::string_view head) {
    bool hasMessage = false, isJournal = false;
    for (PastedLines lines(head); lines.next();) {
        const std::string_view line = lines.line().text;
        hasMessage = hasMessage || line == "MESSAGE" || line.starts_with("MESSAGE=");
        isJournal = isJournal || line.starts_with("_TRANSPORT=") || line.starts_with("__CURSOR=") ||
                    line.starts_with("_BOOT_ID=");
    }
    return hasMessage && isJournal;
}

} // namespace fabricscope::formats
