// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchRuns.h"

#include "app/jobs/run/DeviceUsage.h"
#include "app/jobs/run/ToolRun.h"
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchQueue.h"
#include "app/window/session/SessionController.h"
#include "core/bench/plan/Binding.h"
#include "core/bench/plan/DeviceChoice.h"
#include "widgets/common/dialog/MessageBoxText.h"

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

constexpr std::string_view kWithDevices = "perftest"; ///< the tool for which a GPU and a NIC are chosen

/// Errors: the host has no such GPU, or no such NIC with RDMA.
Result<> choosePair(const widgets::BenchRequest &ask, const affinity::Fabric &fabric,
                    bench::BindingRequest &request) {
    const widgets::BenchPair &pair = ask.pair;
    request.loopback = pair.loopback;
    if (!pair.gpu.empty()) {
        const auto gpu = bench::chosenGpu(fabric, pair.gpu);
        if (!gpu)
            return failure("no such GPU: " + pair.gpu, ask.host);
        request.gpus = {*gpu};
        request.hostMemoryFallback = true;
    }
    if (!pair.nic.empty()) {
        request.nic = bench::chosenNic(fabric, pair.nic);
        if (!request.nic)
            return failure(pair.nic + " is not an RDMA device of this host", ask.host,
                           "perftest measures RDMA only");
    }
    return {};
}

Result<bench::BindingRequest> requestOf(const widgets::BenchRequest &ask, const affinity::Fabric &fabric) {
    bench::BindingRequest request;
    request.tool = ask.tool;
    request.test = ask.test;
    request.host = ask.host;
    for (const auto &[flag, value] : ask.options)
        request.options.push_back({flag, value});
    request.environment = ask.environment;
    if (ask.tool == kWithDevices)
        if (auto done = choosePair(ask, fabric, request); !done)
            return tl::unexpected(done.error());
    return request;
}

} // namespace

BenchRuns::BenchRuns(SessionController &sessions, BenchController &controller, QWidget *parent)
    : QObject(parent)
    , m_window(parent)
    , m_sessions(sessions)
    , m_queue(new BenchQueue(
          controller,
          [this](const bench::SweepStep &step, const std::string &group,
                 const std::shared_ptr<BenchSession> &benchSession) {
              const HostSession *host = hostOf(step.spec.host);
              return host != nullptr ? m_sessions.tools().runTool(host->id, step, group, benchSession)
                                     : nullptr;
          },
          [this](const bench::RunSpec &spec) {
              const HostSession *host = hostOf(spec.host);
              return host == nullptr || m_sessions.tools().hasRoomFor(host->id, spec)
                         ? QString()
                         : tr("%1 cannot take another run now (running: %2)")
                               .arg(QString::fromStdString(spec.host))
                               .arg(m_sessions.tools().runsOn(host->id));
          },
          this)) {
    controller.setProposer([this](const widgets::BenchRequest &ask) { return propose(ask); });
    controller.setLogHosts([this] { return logHosts(); });
    controller.setFacts([this](const std::string &host) { return factsOf(host); });
    connect(&controller, &BenchController::runRequested, this, &BenchRuns::start);
    connect(&sessions.tools(), &ToolRuns::deviceUsageRead, this, &BenchRuns::looked);
    connect(&controller, &BenchController::stopRequested, m_queue, &BenchQueue::stop);
    connect(&controller.live(), &LiveRuns::endRequested, m_queue, &BenchQueue::end);
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

/// For two hosts, the data of the first.
bench::BenchHost BenchRuns::factsOf(const std::string &target) const {
    const HostSession *host = hostOf(bench::hostsOf(target).front());
    if (host == nullptr || !host->snapshot.topology || !host->snapshot.examination)
        return {};
    return {host->snapshot.topology, host->snapshot.examination};
}

std::vector<bench::LogHost> BenchRuns::logHosts() const {
    std::vector<bench::LogHost> hosts;
    for (const auto &session : m_sessions.sessions()) {
        const Snapshot &snapshot = session->snapshot;
        if (!snapshot.topology || !snapshot.examination)
            continue;
        bench::LogHost &host = hosts.emplace_back();
        host.key = std::to_string(session->id);
        host.words = session->name().toStdString();
        host.names = {host.words, session->target().toStdString(),
                      snapshot.topology->host().hostname.valueOr({})};
        host.facts = {snapshot.topology, snapshot.examination};
    }
    return hosts;
}

widgets::BenchProposal BenchRuns::propose(const widgets::BenchRequest &ask) const {
    const bench::BenchHost host = factsOf(ask.host);
    if (!host.topology || !host.examination)
        return widgets::plainProposal(ask);
    const affinity::Fabric &fabric = host.examination->judgement.fabric;
    widgets::BenchProposal proposal;
    if (ask.tool == kWithDevices)
        proposal.devices = {bench::gpuChoices(fabric), bench::nicChoices(fabric)};
    const auto request = requestOf(ask, fabric);
    const auto bound = request ? bench::bindRun(*request, {*host.topology, *host.examination})
                               : tl::unexpected(request.error());
    if (!bound) {
        proposal.failure = bound.error().toString();
        return proposal;
    }
    proposal.spec = bound->spec;
    proposal.filled = bench::filledText(*bound);
    proposal.findings = bound->findings;
    return proposal;
}

void BenchRuns::start(const bench::RunSpec &spec, const bench::Sweep &sweep) {
    const HostSession *host = hostOf(spec.host);
    if (host == nullptr) {
        Q_EMIT failed(tr("%1 is not open in this window.").arg(QString::fromStdString(spec.host)));
        return;
    }
    if (const quint64 question = m_sessions.tools().queryDeviceUsage(host->id); question != 0)
        m_asked.push_back({question, spec, sweep});
}

void BenchRuns::looked(const DeviceUsageRead &found) {
    const auto at = std::find_if(m_asked.begin(), m_asked.end(),
                                 [&](const Request &each) { return each.question == found.question; });
    if (at == m_asked.end())
        return;
    const Request asked = std::move(*at);
    m_asked.erase(at);
    if (!found.load) {
        Q_EMIT failed(tr("Not started: %1").arg(QString::fromStdString(found.load.error().what)));
        return;
    }
    QStringList users;
    for (const DeviceUser &use : conflictingUsers(*found.load, asked.spec))
        users << QString::fromStdString(describe(use));
    QStringList ends;
    if (asked.spec.detached)
        for (const Error &end : found.load->detachedEndCauses)
            ends << QString::fromStdString(end.what + ' ' + end.hint);
    users.isEmpty() && ends.isEmpty() ? startNow(asked) : ask(asked, users, ends);
}

void BenchRuns::ask(const Request &asked, const QStringList &users, const QStringList &ends) {
    constexpr int kMaxShown = 8;
    const QString host = QString::fromStdString(asked.spec.host);
    auto *box = new QMessageBox(
        QMessageBox::Warning, users.isEmpty() ? tr("Host ends detached runs") : tr("GPUs or NICs are in use"),
        users.isEmpty() ? tr("%1 would end the run early.").arg(host)
                        : tr("GPUs or NICs of %1 are in use. A run now would slow down that workload, and "
                             "its own results would be too low.")
                              .arg(host),
        QMessageBox::Cancel, m_window);
    QString text = users.mid(0, kMaxShown).join(QLatin1Char('\n'));
    if (users.size() > kMaxShown)
        text += QLatin1Char('\n') + tr("and %1 more").arg(users.size() - kMaxShown);
    text = (QStringList(ends) << text).join(QLatin1Char('\n')).trimmed();
    widgets::prepareMessageBox(box, text);
    box->setObjectName(QStringLiteral("foreignLoad"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *start = box->addButton(tr("Start anyway"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(start, &QPushButton::clicked, this, [this, asked] { startNow(asked); });
    box->open();
}

void BenchRuns::startNow(const Request &asked) {
    const HostSession *host = hostOf(asked.spec.host);
    if (host == nullptr)
        return;
    Result<std::vector<bench::SweepStep>> steps = std::vector<bench::SweepStep>{{asked.spec, {}, 0}};
    if (!asked.sweep.flag.empty() || asked.sweep.repeats > 1)
        steps = bench::stepsOf(asked.spec, asked.sweep);
    if (!steps) {
        Q_EMIT failed(tr("Not started: %1").arg(QString::fromStdString(steps.error().toString())));
        return;
    }
    m_queue->add(std::move(*steps), asked.sweep.flag, host->simulated().toStdString());
}

} // namespace fabricscope::app::window
