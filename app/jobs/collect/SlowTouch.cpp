// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/SlowTouch.h"

#include <algorithm>
#include <array>

namespace fabricscope::app {

namespace {

/// How touch.sh names the device that it is about to read, by section: "=BDF" or "BDF/begin:", and the prefix
/// of the name as an argument.
struct Naming {
    std::string_view section;
    std::string_view prefix;
};
constexpr std::array<Naming, 4> kNamings = {{
    {"pci-touch", ""},
    {"pci-config", ""},
    {"net-touch", "net/"},
    {"rdma-touch", "rdma/"},
}};

/// A folder name in sysfs; other text is never used as an argument.
bool isName(std::string_view text) {
    return !text.empty() && text.size() <= 64 && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == ':' || c == '.' || c == '_' || c == '-' || c == '@';
           });
}

std::string stuckDeviceIn(std::string_view section, std::string_view line) {
    const auto naming =
        std::find_if(kNamings.begin(), kNamings.end(), [&](const Naming &n) { return n.section == section; });
    if (naming == kNamings.end())
        return {};
    if (!line.empty() && line.front() == '=')
        line.remove_prefix(1);
    const std::string_view name = line.substr(0, line.find_first_of("/ "));
    return isName(name) ? std::string(naming->prefix) + std::string(name) : std::string();
}

} // namespace

std::optional<SlowTouch::Step> SlowTouch::next(std::string_view section, std::string_view lastLine) {
    Step step;
    if (m_slow) {
        step.stuckDevice = stuckDeviceIn(section, lastLine);
        const bool known =
            std::find(m_stuckDevices.begin(), m_stuckDevices.end(), step.stuckDevice) != m_stuckDevices.end();
        if (step.stuckDevice.empty() || known || m_stuckDevices.size() == kMaxStuckDevices)
            return std::nullopt;
        m_stuckDevices.push_back(step.stuckDevice);
    }
    m_slow = true;
    step.arguments = "slow";
    for (const std::string &stuckDevice : m_stuckDevices)
        step.arguments += " -" + stuckDevice;
    return step;
}

} // namespace fabricscope::app
