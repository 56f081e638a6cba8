// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityStatePage.h"

#include "widgets/affinity/AffinityPresentation.h"

namespace fabricscope::widgets {

bool AffinityStatePage::setContent(const AffinityContent &content, const AffinityPresentation *shown) {
    const TopologyContent &host = content.host;
    const bool nothing = !host.topology && !content.examination;
    const bool noGpu = shown != nullptr && shown->table().rows().empty();
    if (nothing && host.error)
        showEmpty(host.error->title, tr("Topology shows the failed step and what to do."));
    else if ((nothing || noGpu) && host.loading)
        showLoading(tr("Reading %1").arg(host.name), host.steps);
    else if (nothing)
        showEmpty(tr("No host yet"),
                  tr("Connect to a host, or open a capture, to see which NIC each GPU should use "
                     "and which it uses."),
                  tr("Connect…"));
    else if (shown == nullptr)
        showLoading(tr("Checking %1").arg(host.name),
                    {{tr("Paths between GPUs and NICs"), LoadStep::State::Running}});
    else if (noGpu && !shown->judgement().fabric.gpusListed)
        showEmpty(tr("GPUs were not read"), tr("%1 does not list PCI devices.").arg(host.name));
    else if (noGpu)
        showEmpty(tr("No GPU"), tr("No GPUs were read from %1.").arg(host.name));
    else
        return false;
    return true;
}

} // namespace fabricscope::widgets
