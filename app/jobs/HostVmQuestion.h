// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "core/layout/HostVmExamination.h"

#include <vector>

namespace fabricscope::app {

/// What is asked of a guest and its host (layout::examineHostVm()): the NCCL file comes out of the guest's
/// capture. Either may be nullptr, or without a topology. Reads no text, so that any thread may ask.
[[nodiscard]] layout::HostVmQuestion hostVmQuestion(const Snapshot *host, const Snapshot *guest,
                                                    std::vector<hostvm::Override> overrides = {});

/// The same of one source: a VM with its hypervisor, or without one a hypervisor on its own.
[[nodiscard]] layout::HostVmQuestion hostVmQuestionOf(const Snapshot &source, const Snapshot *hypervisor);

} // namespace fabricscope::app
