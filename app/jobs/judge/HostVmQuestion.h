// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "core/hostvm/examine/Examination.h"

#include <vector>

namespace fabricscope::app {

/// Input of hostvm::examine() for a guest and its host: the NCCL file comes from the guest's capture.
/// Either may be nullptr, or without a topology. Reads no text, so that any thread may call it.
[[nodiscard]] hostvm::Question hostVmQuestion(const Snapshot *host, const Snapshot *guest,
                                              std::vector<hostvm::Override> overrides = {});

/// The same for one source: a VM with its hypervisor, or without one a hypervisor alone.
[[nodiscard]] hostvm::Question hostVmQuestionOf(const Snapshot &source, const Snapshot *hypervisor);

} // namespace fabricscope::app
