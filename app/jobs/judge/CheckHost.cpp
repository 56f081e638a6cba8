// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/CheckHost.h"

#include "app/jobs/judge/JudgeHost.h"
#include "core/checks/SameKind.h"
#include "core/site/SiteChecks.h"
#include "core/workspace/ContainerTarget.h"

#include <ctime>
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

site::Applied applySite(const Snapshot &snapshot, const affinity::Examination *examination,
                        const site::Site &site, checks::Date today, checks::HostReport &report) {
    checks::Subject subject = subjectOf(snapshot);
    subject.examination = examination;
    return site::applySite(site, subject, today, report);
}

std::vector<std::string> namesOf(const Snapshot &snapshot, const checks::HostReport &report) {
    return site::namesOf(subjectOf(snapshot), report);
}

checks::Date today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    constexpr int kFirstYear = 1900;
    return {std::chrono::year(local.tm_year + kFirstYear),
            std::chrono::month(static_cast<unsigned>(local.tm_mon + 1)),
            std::chrono::day(static_cast<unsigned>(local.tm_mday))};
}

} // namespace fabricscope::app
