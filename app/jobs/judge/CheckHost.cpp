// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/CheckHost.h"

#include "app/jobs/judge/JudgeHost.h"
#include "core/checks/SameKind.h"
#include "core/workspace/ContainerTarget.h"

#include <memory>
#include <vector>

namespace fabricscope::app {

namespace {

checks::Subject subjectOf(const Snapshot &snapshot) {
    checks::Subject subject;
    subject.topology = snapshot.topology.get();
    subject.capture = snapshot.capture.get();
    subject.isContainer = snapshot.capture && workspace::namesContainer(snapshot.capture->target);
    return subject;
}

} // namespace

checks::HostReport checkHost(const Snapshot &snapshot, const affinity::Examination *examination,
                             std::string name) {
    checks::Subject subject = subjectOf(snapshot);
    subject.examination = examination;
    subject.host = std::move(name);
    return checks::check(subject);
}

void judgeAndCheck(Snapshot &snapshot) {
    judgeAlone(snapshot);
    snapshot.report.reset();
    if (snapshot.topology)
        snapshot.report =
            std::make_shared<const checks::HostReport>(checkHost(snapshot, snapshot.examination.get()));
}

void compareHosts(std::span<const Snapshot *const> snapshots, std::span<checks::HostReport> reports) {
    std::vector<checks::Subject> subjects;
    for (const Snapshot *snapshot : snapshots)
        subjects.push_back(subjectOf(*snapshot));
    checks::compareHosts(subjects, reports);
}

} // namespace fabricscope::app
