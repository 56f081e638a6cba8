// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelLogJson.h"

#include "core/base/Text.h"

#include <charconv>
#include <cstdint>

namespace fabricscope::formats {

namespace {

constexpr std::string_view kRecordSeparators = " \t\r\n\x1e"; ///< json-seq begins each object with one

std::string_view begun(std::string_view text) {
    const auto at = text.find_first_not_of(kRecordSeparators);
    return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

std::optional<double> secondsOf(std::string_view text, double perSecond) {
    double value = 0;
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    return error == std::errc{} && rest == end && value >= 0 ? std::optional(value / perSecond)
                                                             : std::nullopt;
}

} // namespace

KernelLogJson::KernelLogJson(std::string_view text) : m_walk(begun(text)) {}

bool KernelLogJson::next() {
    m_entry = {};
    for (auto event = m_walk.next(); event != JsonWalk::Event::End; event = m_walk.next()) {
        if (event == JsonWalk::Event::OpenObject)
            m_entry = {};
        else if (event == JsonWalk::Event::Value)
            take();
        else if (event == JsonWalk::Event::CloseObject && !m_entry.message.empty())
            return true;
    }
    return false;
}

void KernelLogJson::take() {
    constexpr double kMicroseconds = 1e6;
    const std::string &key = m_walk.key();
    const std::string &value = m_walk.value();
    if (key == "MESSAGE" || key == "msg") {
        m_entry.message = value;
        m_entry.source = m_walk.source();
    } else if (key == "_HOSTNAME") {
        m_entry.host = value;
    } else if (key == "time") {
        m_entry.seconds = secondsOf(trimmed(value), 1);
    } else if (key == "_SOURCE_MONOTONIC_TIMESTAMP") {
        m_entry.seconds = secondsOf(value, kMicroseconds);
    } else if (key == "_TRANSPORT" || key == "SYSLOG_IDENTIFIER") {
        m_entry.isKernel = m_entry.isKernel && value == "kernel";
    } else if (key.empty() && !m_walk.path().empty() && m_walk.path().back() == "MESSAGE" &&
               m_entry.message.size() < JsonWalk::kLongest) {
        // A message that is not UTF-8 is an array of its bytes.
        if (const auto byte = parseInteger<std::uint8_t>(value))
            m_entry.message += static_cast<char>(*byte);
        m_entry.source = m_walk.source();
    }
}

bool isKernelLogJson(std::string_view head) {
    head = begun(head);
    const auto has = [&](std::string_view words) {
        return head.find(words) != std::string_view::npos;
    };
    if (!head.starts_with('{'))
        return false;
    return (has("\"dmesg\"") && has("\"msg\"")) ||
           (has("\"MESSAGE\"") && (has("\"_TRANSPORT\"") || has("\"__CURSOR\"") || has("\"_BOOT_ID\"") ||
                                   has("\"SYSLOG_IDENTIFIER\"")));
}

} // namespace fabricscope::formats
