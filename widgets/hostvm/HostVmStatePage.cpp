// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmStatePage.h"

#include "core/capture/Capture.h"
#include "widgets/hostvm/HostVmContent.h"

namespace fabricscope::widgets {

void HostVmStatePage::setContent(const HostVmContent &content) {
    const TopologyContent &shown = content.shown;
    if (!shown.topology && shown.error)
        showEmpty(shown.error->title, tr("Topology shows the failed step and what to do."));
    else if (!shown.topology && shown.loading)
        showLoading(tr("Reading %1").arg(shown.name), shown.steps);
    else if (!shown.topology)
        showEmpty(tr("No host yet"),
                  tr("Connect to a hypervisor and its VM, or open captures of both, to match their devices."),
                  tr("Connect…"));
    else if (!content.examination)
        showLoading(tr("Checking %1").arg(shown.name), {{tr("Device matching"), LoadStep::State::Running}});
    else if (!capture::isFromCollector(shown.capture.get()))
        showEmpty(
            tr("VMs were not read"),
            tr("%1 has no list of processes. Connect to the host, or open a capture of it, to match its "
               "devices with those of its VMs.")
                .arg(shown.name));
    else
        showEmpty(tr("No VMs on %1").arg(shown.name),
                  tr("No VM process was found, and this host is not a VM. Other users' processes may "
                     "be hidden; collect with sudo to see them."));
}

} // namespace fabricscope::widgets
