// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs and state pages as the user sees them: no text is cut off, and their pictures are build artefacts
// for comparison with the mocks.
#include "app/window/session/FailureText.h"
#include "tests/Places.h"
#include "tests/widgets/Support.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/UnreachablePage.h"
#include "widgets/connect/WelcomePage.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/StatePage.h"

#include <QDateTime>
#include <QDir>
#include <QLabel>
#include <QLineEdit>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// The text of the first label that is too small for it; empty if none.
QString cutLabel(const QWidget &widget) {
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (!label->isVisibleTo(&widget) || label->text().isEmpty())
            continue;
        const bool cut = label->wordWrap() ? label->height() < label->heightForWidth(label->width())
                                           : label->width() < label->sizeHint().width();
        if (cut)
            return QStringLiteral("%1 (%2x%3)").arg(label->text()).arg(label->width()).arg(label->height());
    }
    return {};
}

class DialogPictures : public ::testing::TestWithParam<ThemeKind> {
protected:
    void SetUp() override { test::applyTheme(GetParam()); }

    /// Shows the widget, checks for cut texts, and saves the picture.
    void keep(QWidget &widget, const QString &name) {
        widget.show();
        test::settleLayout();
        QCoreApplication::processEvents();
        EXPECT_EQ(cutLabel(widget), QString()) << qPrintable(name);
        const QString folder = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/dialogs");
        ASSERT_TRUE(QDir().mkpath(folder));
        const QString theme =
            GetParam() == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
        EXPECT_TRUE(widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, theme)));
    }
    static HostKeyPrompt key() {
        HostKeyPrompt prompt;
        prompt.host = QStringLiteral("mi355x-05");
        prompt.address = QStringLiteral("10.0.12.25, port 22");
        prompt.keyType = QStringLiteral("ssh-ed25519");
        prompt.fingerprint = QStringLiteral("SHA256:uR4kQm0VtWw8Jp1fx2Hn7cZLb9GdEa5sKy3oTqXv0lE");
        return prompt;
    }
};

TEST_P(DialogPictures, OfAnUnknownHostKeyBeforeAndAfterItMatches) {
    HostKeyDialog dialog(key());
    keep(dialog, QStringLiteral("hostkey-unknown"));
    auto *field = dialog.findChild<QLineEdit *>();
    field->setText(key().fingerprint);
    keep(dialog, QStringLiteral("hostkey-matches"));
    field->setText(QStringLiteral("SHA256:somethingElse"));
    keep(dialog, QStringLiteral("hostkey-differs"));
}

TEST_P(DialogPictures, OfAChangedHostKey) {
    HostKeyPrompt prompt = key();
    prompt.changed = true;
    prompt.knownFingerprint = QStringLiteral("SHA256:p0Fh3VbNeJwKx7Yr2TqLm9Gd4sZc6Ua1iXo5Bn8EsYw");
    prompt.knownKeyType = QStringLiteral("ssh-ed25519");
    prompt.knownIn = QStringLiteral("~/.ssh/known_hosts, line 12");
    HostKeyDialog dialog(prompt);
    keep(dialog, QStringLiteral("hostkey-changed"));
}

TEST_P(DialogPictures, OfAHostThatCannotBeReached) {
    using remote::Stage;
    remote::Failure failure;
    failure.kind = remote::FailureKind::Unreachable;
    failure.stage = Stage::Connect;
    failure.what = "10.0.12.24, port 22: no route to host (EHOSTUNREACH)";
    const qint64 start = 1795250000000;
    const app::window::StageTimes times{
        {{Stage::Config, start}, {Stage::Resolve, start + 2}, {Stage::Connect, start + 12}}, start + 5012};
    std::vector<app::LogLine> transcript;
    for (const char *line : {"connect 10.0.12.24:22, timeout 5000 ms", "connect: no route to host (113)"})
        transcript.push_back({start, "mi355x-04", "ssh", line});
    UnreachablePage page;
    auto info = app::window::unreachableInfo(QStringLiteral("mi355x-04"), failure, transcript,
                                             QStringLiteral("13:56:04"), times);
    info.shape = skeletonShape(*samples::topologyOf(samples::mi355xServer()));
    page.setInfo(info);
    page.resize(1140, 740);
    keep(page, QStringLiteral("unreachable"));
    page.resize(860, 600);
    keep(page, QStringLiteral("unreachable-small"));
}

TEST_P(DialogPictures, OfTheFirstMinute) {
    WelcomePage page;
    page.setRecent(
        {{RecentEntry::Kind::Host, QStringLiteral("ops@ai1"), QStringLiteral("ai1"),
          QStringLiteral("Host, MI300X ×8"), QStringLiteral("12 Nov")},
         {RecentEntry::Kind::Workspace, QStringLiteral("/data/bring-up.fswork"),
          QStringLiteral("bring-up.fswork"), QStringLiteral("Workspace"), QStringLiteral("today 14:22")},
         {RecentEntry::Kind::Capture, QStringLiteral("/data/vm-rocm-7.0.1.fscope"),
          QStringLiteral("vm-rocm-7.0.1.fscope"), QStringLiteral("Capture"), QStringLiteral("yesterday")}});
    page.resize(1200, 812);
    keep(page, QStringLiteral("welcome"));
    page.resize(920, 612);
    keep(page, QStringLiteral("welcome-small"));
}

TEST_P(DialogPictures, OfWhatIsEmptyAndOfWhatIsBeingRead) {
    StatePage page;
    page.resize(900, 600);
    page.showEmpty(
        QStringLiteral("Compare two captures"),
        QStringLiteral("One capture is open. Open another, or connect to a second host, to compare them."),
        QStringLiteral("Open files…"));
    keep(page, QStringLiteral("state-empty"));
    page.showLoading(QStringLiteral("Reading mi355x-03"),
                     {{QStringLiteral("Resolve and connect"), LoadStep::State::Done},
                      {QStringLiteral("Log in"), LoadStep::State::Running},
                      {QStringLiteral("Collect"), LoadStep::State::Waiting}});
    keep(page, QStringLiteral("state-loading"));
}

TEST_P(DialogPictures, OfTheRawLinesBehindAFact) {
    const app::Snapshot snapshot = test::snapshotOf(samples::mi355xServer());
    const auto id = test::nodeAt(*snapshot.topology, "46:00.0");
    FactRow fact;
    for (const FactSection &section : deviceFacts(*snapshot.topology, id).sections)
        for (const FactRow &row : section.rows)
            if (row.label == QLatin1String("LnkSta"))
                fact = row;
    EvidenceViewer viewer;
    viewer.show(snapshot.capture, *rawPlace(*snapshot.capture, fact),
                QStringLiteral("LnkSta of GPU2 0000:46:00.0"));
    viewer.search()->setText(QStringLiteral("46:00.0/"));
    keep(viewer, QStringLiteral("evidence"));
}

TEST_P(DialogPictures, OfTheStripWithWhatRunsAndWhatIsWrong) {
    JobsModel jobs;
    LogModel log;
    JobsLogStrip strip(&jobs, &log);
    JobEntry done;
    done.id = 1;
    done.name = QStringLiteral("Collect snapshot");
    done.host = QStringLiteral("mi355x-03");
    done.state = JobEntry::State::Done;
    done.step = QStringLiteral("8 GPUs, 105 functions");
    done.startedMs = 1795250000000;
    done.endedMs = 1795250002100;
    jobs.put(done);
    JobEntry running = done;
    running.id = 2;
    running.host = QStringLiteral("mi355x-04");
    running.state = JobEntry::State::Running;
    running.fraction = 0.6;
    running.step = QStringLiteral("config space");
    running.endedMs.reset();
    running.startedMs = QDateTime::currentMSecsSinceEpoch() - 3000;
    jobs.put(running);
    for (const char *text : {"connected", "exec /bin/sh -s (part safe)", "part safe: 61 sections"})
        log.append(
            {{1795250001000, QStringLiteral("ssh"), QStringLiteral("mi355x-03"), QLatin1String(text)}});
    ListedFinding finding{findings::Finding("pair.mispaired"), {}, 0, {}};
    finding.finding.device = "GPU2";
    finding.finding.host = "vm-03a";
    finding.finding.set("words", "mispaired with ionic_3");
    finding.finding.set("reason", "RCCL 2.21 will use ionic_3 for GPU2, distance NODE.");
    ListedFinding warning{findings::Finding("link.narrow"), {}, 0, {}};
    warning.finding.device = "GPU2";
    warning.finding.host = "vm-03a";
    warning.finding.set("lanes", 8).set("possible_lanes", 16);
    strip.findings()->setFindings({warning, finding});
    strip.resize(866, 131);
    keep(strip, QStringLiteral("strip-jobs"));
    strip.setTab(JobsLogStrip::Log);
    keep(strip, QStringLiteral("strip-log"));
    strip.setTab(JobsLogStrip::Findings);
    keep(strip, QStringLiteral("strip-findings"));
    finding.hypervisor = QStringLiteral("mi355x-03");
    finding.hostId = 2;
    warning.finding.host = finding.hypervisor.toStdString();
    warning.hostId = 1;
    strip.findings()->setFindings({warning, finding});
    keep(strip, QStringLiteral("strip-findings-of-two"));
}

INSTANTIATE_TEST_SUITE_P(BothThemes, DialogPictures, ::testing::Values(ThemeKind::Dark, ThemeKind::Light),
                         [](const auto &theme) { return theme.param == ThemeKind::Dark ? "Dark" : "Light"; });

} // namespace
} // namespace fabricscope::widgets
