// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "core/affinity/Examine.h"

#include <memory>

namespace fabricscope::app {

/// The GPU-NIC pairing of the host of this snapshot, as shown by the window and `show --view affinity`. The
/// NCCL file is taken from the capture if the caller passes none. Its `inputs.library` points to its own
/// `decisions`. nullptr if the snapshot has no topology. Pure; takes milliseconds: do not call on the GUI
/// thread.
[[nodiscard]] std::shared_ptr<const affinity::Examination> judgeHost(const Snapshot &snapshot,
                                                                     affinity::Question question = {});

/// Judges the host alone: fills `examination`, `rails` and `meeting`, which is all that is needed
/// of it when others of its kind are judged with it. Once per host, however many others there are.
void judgeAlone(Snapshot &snapshot);

/// The addresses at which the host is contacted by others of a job; empty if none is known.
[[nodiscard]] std::optional<nccl::BootstrapPeer> meetingOf(const affinity::Examination &examination);

/// Whether the snapshot contains only an NCCL file: there is no machine whose tree could be shown.
[[nodiscard]] bool isNcclFileOnly(const Snapshot &snapshot);

/// The NCCL file that a library would open on this host, from the capture: the one that NCCL_TOPO_FILE names
/// (in `environment`, else in the host's own), else the one at the default path, else one that the user
/// opened together with the host. std::nullopt if there is none.
struct CapturedFile {
    std::string path, text;
};
[[nodiscard]] std::optional<CapturedFile>
capturedNcclFile(const Snapshot &snapshot, const std::vector<host::EnvironmentEntry> &environment);

} // namespace fabricscope::app
