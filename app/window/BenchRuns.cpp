// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/BenchRuns.h"

#include "app/jobs/ForeignLoad.h"
#include "app/jobs/ToolRun.h"
#include "app/window/BenchController.h"
#include "app/window/SessionController.h"
#include "core/bench/Binding.h"

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

bench::BindingRequest requestOf(const widgets::BenchAsk &ask) {
    bench::BindingRequest request;
    request.tool = ask.tool;
    request.test = ask.test;
    request.host = ask.host;
    for (const auto &[flag, value] : ask.options)
        request.options.push_back({flag, value});
    request.environment = ask.environment;
    return request;
}

} // namespace

BenchRuns::BenchRuns(SessionController &sessions, BenchController &controller, QWidget *parent)
    : QObject(parent), m_window(parent), m_sessions(sessions), m_controller(controller) {
    controller.setProposer([this](const widgets::BenchAsk &ask) { return propose(ask); });
    controller.setFacts([this](const std::string &host) { return factsOf(host); });
    connect(&controller, &BenchController::runRequested, this, &BenchRuns::start);
    connect(&sessions, &SessionController::loadFound, this, &BenchRuns::looked);
    connect(&controller, &BenchController::stopRequested, this, &BenchRuns::stop);
}

BenchRuns::~BenchRuns() = default;

const HostSession *BenchRuns::hostOf(const std::string &target) const {
    const QString name = QString::fromStdString(target);
    const auto &sessions = m_sessions.sessions();
    const auto found = std::find_if(sessions.begin(), sessions.end(), [&](const auto &session) {
        return !session->isCapture() && session->target() == name;
    });
    return found == sessions.end() ? nullptr : found->get();
}

layout::BenchHost BenchRuns::factsOf(const std::string &target) const {
    const HostSession *host = hostOf(target);
    if (host == nullptr || !host->snapshot.topology || !host->snapshot.examination)
        return {};
    return {host->snapshot.topology, host->snapshot.examination};
}

widgets::BenchProposal BenchRuns::propose(const widgets::BenchAsk &ask) const {
    const layout::BenchHost host = factsOf(ask.host);
    if (!host.topology || !host.examination)
        return widgets::plainProposal(ask);
    const auto bound = bench::bindRun(requestOf(ask), {*host.topology, *host.examination});
    widgets::BenchProposal proposal;
    if (!bound) {
        proposal.failure = bound.error().toString();
        return proposal;
    }
    proposal.spec = bound->spec;
    for (const bench::Filled &filled : bound->filled)
        proposal.filled.push_back(filled.what + ": " + filled.why);
    for (const bench::Finding &finding : bound->findings)
        proposal.findings.push_back({finding.weight, finding.title, finding.text, std::nullopt});
    return proposal;
}

void BenchRuns::start(const bench::RunSpec &spec) {
    const HostSession *host = hostOf(spec.host);
    if (host == nullptr) {
        Q_EMIT failed(tr("%1 is no host of this window.").arg(QString::fromStdString(spec.host)));
        return;
    }
    if (const quint64 question = m_sessions.lookForLoad(host->id); question != 0)
        m_asked.push_back({question, spec});
}

void BenchRuns::looked(const bridge::LoadFound &found) {
    const auto asked = std::find_if(m_asked.begin(), m_asked.end(),
                                    [&](const Asked &each) { return each.question == found.question; });
    if (asked == m_asked.end())
        return;
    const bench::RunSpec spec = std::move(asked->spec);
    m_asked.erase(asked);
    if (!found.uses) {
        Q_EMIT failed(tr("Not started: %1").arg(QString::fromStdString(found.uses.error().what)));
        return;
    }
    QStringList users;
    for (const ForeignUse &use : *found.uses)
        users << QString::fromStdString(describe(use));
    users.isEmpty() ? startNow(spec) : ask(spec, users);
}

void BenchRuns::ask(const bench::RunSpec &spec, const QStringList &users) {
    constexpr int kMostShown = 8;
    auto *box =
        new QMessageBox(QMessageBox::Warning, tr("GPUs or NICs are in use"),
                        tr("Somebody uses GPUs or NICs of %1 now. A run beside them measures both, and "
                           "disturbs theirs.")
                            .arg(QString::fromStdString(spec.host)),
                        QMessageBox::Cancel, m_window);
    QString text = users.mid(0, kMostShown).join(QLatin1Char('\n'));
    if (users.size() > kMostShown)
        text += QLatin1Char('\n') + tr("and %1 more").arg(users.size() - kMostShown);
    box->setInformativeText(text);
    box->setTextFormat(Qt::PlainText);
    box->setObjectName(QStringLiteral("foreignLoad"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *start = box->addButton(tr("Start all the same"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(start, &QPushButton::clicked, this, [this, spec] { startNow(spec); });
    box->open();
}

void BenchRuns::startNow(const bench::RunSpec &spec) {
    const HostSession *host = hostOf(spec.host);
    if (host == nullptr)
        return;
    const auto feed = m_controller.begin(spec, host->simulated().toStdString());
    m_runs.erase(std::remove_if(m_runs.begin(), m_runs.end(), [](const auto &run) { return run.expired(); }),
                 m_runs.end());
    m_runs.push_back(m_sessions.runTool(host->id, spec, feed));
}

void BenchRuns::stop(const QString &id) {
    for (const auto &each : m_runs)
        if (const auto run = each.lock(); run && run->state().id == id.toStdString())
            run->stop();
}

} // namespace fabricscope::app::window
