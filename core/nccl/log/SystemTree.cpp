// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/SystemTree.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <algorithm>
#include <charconv>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kLongestText = 400, kDeepest = 256;

std::string shown(std::string_view text) {
    return HostText(trimmed(text)).plain(kLongestText);
}

/// "12.0"; std::nullopt for anything that is not a plain decimal number.
std::optional<double> numberIn(std::string_view text) {
    double value = 0;
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    return read.ec == std::errc() && read.ptr == end && value >= 0 ? std::optional(value) : std::nullopt;
}

/// "CPU/0 (1/2/-1)"; with 2.23 and later "CPU/0-0 (1/1/2)".
bool isCpu(std::string_view text) {
    return text.starts_with("CPU/") && text.size() > 4 && text[4] >= '0' && text[4] <= '9';
}

} // namespace

bool SystemTree::take(std::string_view text, std::vector<SystemNode> &nodes) {
    if (text.starts_with("=== System : ")) {
        m_closed = !nodes.empty();
        m_open = !m_closed;
        return true;
    }
    if (text.starts_with("=====")) {
        m_open = false;
        return true;
    }
    return takeCpu(text, nodes) || takeNode(text, nodes);
}

/// A root, in logs without the title, too.
bool SystemTree::takeCpu(std::string_view text, std::vector<SystemNode> &nodes) {
    if (!isCpu(text))
        return false;
    m_open = false;
    if (m_closed)
        return true;
    const std::string_view name = text.substr(0, text.find(' '));
    const bool again = std::any_of(nodes.begin(), nodes.end(),
                                   [&](const SystemNode &one) { return one.depth == 0 && one.name == name; });
    m_closed = again || nodes.size() >= kMaxEntries;
    m_open = !m_closed;
    m_columns.clear();
    if (m_open)
        nodes.push_back({0, {}, std::nullopt, shown(name), shown(text.substr(name.size()))});
    return true;
}

/// "              + PCI[12.0] - GPU/E000 (0)": the depth follows from the column of "+".
bool SystemTree::takeNode(std::string_view text, std::vector<SystemNode> &nodes) {
    const std::size_t plus = text.find_first_not_of(" *"); // a page's marks of bold text
    if (plus == std::string_view::npos || plus > kDeepest || !text.substr(plus).starts_with("+ "))
        return false;
    const std::string_view rest = text.substr(plus + 2);
    const std::size_t open = rest.find('['), close = rest.find("] - ");
    if (open == 0 || open > 8 || close == std::string_view::npos || close < open || close > open + 16)
        return false;
    if (!m_open || nodes.size() >= kMaxEntries)
        return true;
    while (!m_columns.empty() && m_columns.back() >= plus)
        m_columns.pop_back();
    m_columns.push_back(plus);
    std::string_view detail = trimmed(rest.substr(close + 4));
    while (detail.ends_with('*'))
        detail.remove_suffix(1);
    const std::string_view name = takeUntil(detail, ' ');
    nodes.push_back({m_columns.size(), shown(rest.substr(0, open)),
                     numberIn(rest.substr(open + 1, close - open - 1)), shown(name), shown(detail)});
    return true;
}

} // namespace fabricscope::nccl::log
