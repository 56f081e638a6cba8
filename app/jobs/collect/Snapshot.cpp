// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/collect/DeviceNames.h"
#include "core/formats/HostReader.h"

#include <algorithm>

namespace fabricscope::app {

Snapshot makeSnapshot(std::shared_ptr<const capture::Capture> capture) {
    Snapshot snapshot;
    auto host = std::make_shared<const host::Host>(formats::readHost(*capture));
    snapshot.topology = topology::build(std::move(host), &deviceNames());
    for (const capture::Section &section : capture->sections)
        if (std::find(snapshot.parts.begin(), snapshot.parts.end(), section.meta().part) ==
            snapshot.parts.end())
            snapshot.parts.push_back(section.meta().part);
    snapshot.capture = std::move(capture);
    return snapshot;
}

} // namespace fabricscope::app
