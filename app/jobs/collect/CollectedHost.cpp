// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectedHost.h"

#include "app/jobs/collect/PartRun.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <utility>

namespace fabricscope::app {

namespace {

/// A simulated host's description of itself; empty for real ones.
std::string simulatedBy(std::string_view identity) {
    constexpr std::string_view kMark = "etc/fabricscope-simulated:";
    while (!identity.empty()) {
        const std::string_view line = takeUntil(identity, '\n');
        if (line.substr(0, kMark.size()) == kMark)
            return HostText(trimmed(line.substr(kMark.size()))).plain(200);
    }
    return {};
}

} // namespace

CollectedHost::CollectedHost(const std::string &target) {
    m_capture.target = target;
    m_capture.takenMs = nowMs();
    m_capture.takenBy = "fabricscope " FABRICSCOPE_VERSION;
}

void CollectedHost::add(capture::Section section) {
    const std::string &name = section.meta().name;
    if (name == "identity") {
        m_capture.simulated = simulatedBy(section.bytes());
        m_isLogReadable = section.bytes().find("/dmesg_restrict:0\n") != std::string::npos;
    }
    if (name == "user")
        m_isRoot = section.bytes().rfind("uid=0(", 0) == 0;
    m_capture.sections.push_back(std::move(section));
}

void CollectedHost::dropDamaged(capture::Part part) {
    std::erase_if(m_capture.sections, [part](const capture::Section &section) {
        return section.meta().part == part && section.meta().damage != capture::Damage::None;
    });
}

void CollectedHost::rootSkipped(const std::string &why) {
    m_isRootPartMissing = true;
    note(why);
}

const Snapshot &CollectedHost::snapshot() {
    m_last = makeSnapshot(std::make_shared<const capture::Capture>(m_capture));
    for (capture::Section &section : m_capture.sections) // once parsed, they are only stored
        section.pack();
    m_last.capture = std::make_shared<const capture::Capture>(m_capture);
    m_last.parts = m_arrived;
    m_last.isRootPartMissing = m_isRootPartMissing;
    return m_last;
}

} // namespace fabricscope::app
