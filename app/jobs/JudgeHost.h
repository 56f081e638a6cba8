// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "core/affinity/Examine.h"

#include <memory>

namespace fabricscope::app {

/// Who should talk to whom on the host of this snapshot: what the window shows and `show --view affinity`
/// prints. The NCCL file comes out of the capture, where the caller gives none. Its `inputs.library` points
/// to its own `decisions`. nullptr where the snapshot has no topology. Pure; takes milliseconds: not on the
/// GUI thread.
[[nodiscard]] std::shared_ptr<const affinity::Examination> judgeHost(const Snapshot &snapshot,
                                                                     affinity::Question question = {});

/// The host on its own: fills `examination`, and `rails` and `meeting`, which is all that is asked of it when
/// others of its kind are judged with it. Once a host, however many others there are.
void judgeAlone(Snapshot &snapshot);

/// On what the host meets others of a job; nothing where no address of it is known.
[[nodiscard]] std::optional<nccl::BootstrapPeer> meetingOf(const affinity::Examination &examination);

/// An NCCL file is all that this snapshot holds: there is no machine to show a tree of.
[[nodiscard]] bool isNcclFileOnly(const Snapshot &snapshot);

/// The NCCL file that a library would open on this host, as it lies in the capture: the one that
/// NCCL_TOPO_FILE names (in `environment`, else in the host's own), else the one in the customary place, else
/// one that a person opened together with the host. std::nullopt where there is none.
struct CapturedFile {
    std::string path, text;
};
[[nodiscard]] std::optional<CapturedFile>
capturedNcclFile(const Snapshot &snapshot, const std::vector<host::EnvironmentEntry> &environment);

} // namespace fabricscope::app
