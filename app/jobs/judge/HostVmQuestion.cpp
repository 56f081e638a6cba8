// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/HostVmQuestion.h"

#include "app/jobs/judge/JudgeHost.h"
#include "core/affinity/Hypervisor.h"

namespace fabricscope::app {

hostvm::Question hostVmQuestion(const Snapshot *host, const Snapshot *guest,
                                std::vector<hostvm::Override> overrides) {
    hostvm::Question question;
    question.overrides = std::move(overrides);
    if (host != nullptr)
        question.host = host->topology;
    if (guest == nullptr || !guest->topology)
        return question;
    question.guest = guest->topology;
    if (auto file = capturedNcclFile(*guest, {}))
        question.file = hostvm::InstalledFile{std::move(file->path), std::move(file->text)};
    if (question.host)
        if (const auto running = affinity::runningVm(question.host->host(), question.guest->host()))
            question.vmName = running->vm->name;
    return question;
}

hostvm::Question hostVmQuestionOf(const Snapshot &source, const Snapshot *hypervisor) {
    if (hypervisor == nullptr && source.topology && !source.topology->host().vms.empty()) {
        hostvm::Question question = hostVmQuestion(&source, nullptr);
        question.vmName = source.topology->host().vms.front().name;
        return question;
    }
    return hostVmQuestion(hypervisor, &source);
}

} // namespace fabricscope::app
