// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/LogHosts.h"

#include "core/base/Text.h"
#include "core/formats/kernel/KernelLine.h"

#include <algorithm>
#include <utility>

namespace fabricscope::formats {

namespace {

/// Names that images of distributions come with.
constexpr std::string_view kImageNames[] = {"localhost", "ubuntu", "debian",    "fedora",
                                            "rocky",     "centos", "almalinux", "linux"};

bool isImageName(std::string_view name) {
    return std::find(std::begin(kImageNames), std::end(kImageNames), name) != std::end(kImageNames);
}

} // namespace

std::string LogHosts::shortName(std::string_view name) {
    std::string out(name.substr(0, std::min<std::size_t>(name.find('.'), 256)));
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

void LogHosts::learn(std::string_view log) {
    if (log.size() > kFirstBytes)
        log = log.substr(0, log.rfind('\n', kFirstBytes) + 1);
    std::vector<std::pair<std::string, std::size_t>> counts;
    while (!log.empty()) {
        const std::string name = shortName(kernelLine(trimmed(takeUntil(log, '\n'))).host);
        if (name.empty() || isImageName(name))
            continue;
        if (name == m_known) {
            m_host = name;
            return;
        }
        const auto known =
            std::find_if(counts.begin(), counts.end(), [&](const auto &each) { return each.first == name; });
        if (known != counts.end())
            ++known->second;
        else if (counts.size() < kMost)
            counts.emplace_back(name, 1);
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    if (most != counts.end())
        m_host = most->first;
}

bool LogHosts::reads(std::string_view host) {
    if (host.empty() || host == m_last)
        return host.empty() || m_readsLast;
    m_last = host;
    const std::string name = shortName(host);
    if (m_host.empty() && !isImageName(name))
        m_host = name;
    m_readsLast = name == m_host || isImageName(name);
    if (!m_readsLast && m_others.size() < kMost &&
        std::find(m_others.begin(), m_others.end(), name) == m_others.end())
        m_others.push_back(name);
    return m_readsLast;
}

} // namespace fabricscope::formats
