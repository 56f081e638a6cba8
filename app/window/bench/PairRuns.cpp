// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/PairRuns.h"

#include "app/jobs/run/DeviceUsage.h"
#include "app/jobs/run/PairMatrix.h"
#include "app/jobs/run/ToolRun.h"
#include "app/window/session/SessionController.h"
#include "core/base/HostText.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/pairs/PairPlan.h"
#include "core/topology/Topology.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fabricscope::app::window {

namespace {

/// Seconds around each pair: ports are chosen and servers awaited; logins exist already.
constexpr int kAroundPair = 3;
/// Seconds above the requested time, for each concurrent pair; then a pair is stopped.
constexpr int kPairOverhead = 60;
constexpr std::size_t kMaxListed = 64; ///< pairs whose commands are shown

QString text(const std::string &bytes) {
    return QString::fromStdString(HostText(bytes).plain());
}

std::vector<std::string> namesOf(const QStringList &names) {
    std::vector<std::string> all;
    for (const QString &name : names)
        all.push_back(name.toStdString());
    return all;
}

bench::PairRequest requestOf(const PairChoice &choice) {
    bench::PairRequest request;
    request.test = choice.test.toStdString();
    request.options = {{"-D", std::to_string(choice.seconds)}};
    request.servers = namesOf(choice.serverDevices);
    request.clients = namesOf(choice.clientDevices);
    request.gpuMemory = choice.what == PairChoice::What::GpuMemory;
    request.gpus = choice.what == PairChoice::What::GpusByNics;
    return request;
}

QStringList namesOf(const std::vector<std::string> &names) {
    QStringList all;
    for (const std::string &name : names)
        all << QString::fromStdString(name);
    return all;
}

bench::WaitingPairs waitingOf(const PairChoice &choice) {
    bench::WaitingPairs pairs;
    pairs.server = choice.server.toStdString();
    pairs.client = choice.client.toStdString();
    pairs.test = choice.test.toStdString();
    pairs.serverDevices = namesOf(choice.serverDevices);
    pairs.clientDevices = namesOf(choice.clientDevices);
    pairs.gpuMemory = choice.what == PairChoice::What::GpuMemory;
    pairs.gpus = choice.what == PairChoice::What::GpusByNics;
    pairs.seconds = static_cast<unsigned>(choice.seconds);
    pairs.concurrent = static_cast<unsigned>(choice.concurrent);
    return pairs;
}

PairChoice choiceOf(const bench::WaitingPairs &pairs) {
    using What = PairChoice::What;
    PairChoice choice;
    choice.server = QString::fromStdString(pairs.server);
    choice.client = QString::fromStdString(pairs.client);
    choice.test = QString::fromStdString(pairs.test);
    choice.serverDevices = namesOf(pairs.serverDevices);
    choice.clientDevices = namesOf(pairs.clientDevices);
    choice.what = pairs.gpus ? What::GpusByNics : pairs.gpuMemory ? What::GpuMemory : What::HostMemory;
    choice.seconds = static_cast<int>(pairs.seconds);
    choice.concurrent = static_cast<int>(pairs.concurrent);
    return choice;
}

bench::PairHost sideOf(const HostSession &host) {
    return {host.target().toStdString(), {*host.snapshot.topology, *host.snapshot.examination}};
}

Result<bench::PairPlan> planOf(const PairChoice &choice, const HostSession *server,
                               const HostSession *client) {
    for (const auto &[name, host] : {std::pair(choice.server, server), std::pair(choice.client, client)})
        if (host == nullptr || !host->snapshot.topology || !host->snapshot.examination)
            return failure("not read yet", name.toStdString());
    const bench::PairHost one = sideOf(*server);
    return server == client ? bench::planPairs(requestOf(choice), one)
                            : bench::planPairs(requestOf(choice), one, sideOf(*client));
}

QString commandsOf(const bench::PairPlan &plan) {
    QStringList lines;
    for (const std::string &note : plan.notes)
        lines << text(note);
    std::size_t shown = 0;
    for (const auto &round : plan.rounds)
        for (const bench::PairCell &cell : round) {
            if (++shown > kMaxListed)
                continue;
            lines
                << PairRuns::tr("%1 to %2:").arg(text(plan.rows[cell.row]), text(plan.columns[cell.column]));
            if (!cell.whyNot.empty())
                lines << PairRuns::tr("  not run: %1").arg(text(cell.whyNot));
            lines << QStringLiteral("  %1: %2 -p PORT")
                         .arg(text(plan.serverHost), text(shellLine(bench::withoutSecrets(cell.server))));
            lines << QStringLiteral("  %1: %2 -p PORT %3")
                         .arg(text(plan.clientHost), text(shellLine(bench::withoutSecrets(cell.client))),
                              text(cell.address));
        }
    if (shown > kMaxListed)
        lines << PairRuns::tr("and %1 more pairs").arg(shown - kMaxListed);
    return lines.join(QLatin1Char('\n'));
}

QString durationText(std::size_t seconds) {
    constexpr std::size_t kMinute = 60;
    return seconds < 2 * kMinute ? PairRuns::tr("about %1 s").arg(seconds)
                                 : PairRuns::tr("about %1 min").arg((seconds + kMinute - 1) / kMinute);
}

/// The vendors and devices of the host's GPUs and NICs, each kind once; empty if it was not read.
std::set<std::pair<int, int>> fabricOf(const HostSession *host) {
    std::set<std::pair<int, int>> kinds;
    if (host == nullptr || !host->snapshot.topology)
        return kinds;
    const topology::Topology &topology = *host->snapshot.topology;
    for (const topology::Node &node : topology.nodes())
        if ((node.kind == topology::NodeKind::Gpu || node.kind == topology::NodeKind::Nic) && node.bdf)
            if (const host::PciFunction *function = topology.host().function(*node.bdf))
                kinds.emplace(function->vendor.valueOr(0), function->device.valueOr(0));
    return kinds;
}

} // namespace

PairRuns::PairRuns(SessionController &sessions, BenchQueue &queue, QWidget *parent)
    : QObject(parent), m_window(parent), m_sessions(sessions), m_queue(queue) {
    connect(&sessions.tools(), &ToolRuns::deviceUsageRead, this, &PairRuns::looked);
    queue.setPairs([this](const bench::WaitingPairs &pairs) { return ownOf(choiceOf(pairs)); });
}

PairRuns::~PairRuns() = default;

const HostSession *PairRuns::hostOf(const QString &target) const {
    for (const auto &session : m_sessions.sessions())
        if (!session->isCapture() && session->target() == target)
            return session.get();
    return nullptr;
}

/// A host with the same kinds of GPUs and NICs: results between different kinds characterise neither.
QString PairRuns::partnerOf(const QString &target, const QStringList &hosts) const {
    const auto kinds = fabricOf(hostOf(target));
    for (const QString &other : hosts)
        if (other != target && fabricOf(hostOf(other)) == kinds)
            return other;
    return target;
}

QStringList PairRuns::devicesOf(const QString &target, bool inSoftware) const {
    const HostSession *host = hostOf(target);
    if (host == nullptr || !host->snapshot.topology || !host->snapshot.examination)
        return {};
    const bench::PairDevices devices = bench::pairDevices(sideOf(*host));
    QStringList names;
    for (const std::string &name : inSoftware ? devices.software : devices.hardware)
        names << text(name);
    return names;
}

void PairRuns::open(const QString &target) {
    if (m_dialog) {
        m_dialog->raise();
        return;
    }
    PairDialog::Sources sources;
    for (const auto &session : m_sessions.sessions())
        if (!session->isCapture() &&
            !(devicesOf(session->target(), false).isEmpty() && devicesOf(session->target(), true).isEmpty()))
            sources.hosts << session->target();
    if (sources.hosts.isEmpty()) {
        Q_EMIT failed(tr("No connected host has an RDMA device with an active port."));
        return;
    }
    for (const bench::Test &test : bench::toolOf("perftest")->tests)
        sources.tests << QString::fromUtf8(test.name.data(), static_cast<qsizetype>(test.name.size()));
    sources.devices = [this](const QString &host) {
        return devicesOf(host, false);
    };
    sources.software = [this](const QString &host) {
        return devicesOf(host, true);
    };
    sources.partner = [this, hosts = sources.hosts](const QString &host) {
        return partnerOf(host, hosts);
    };
    sources.preview = [this](const PairChoice &choice) {
        return preview(choice);
    };
    m_looking.clear(); // left by a cancelled dialog
    m_users.clear();
    m_dialog = new PairDialog(std::move(sources), target, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &PairDialog::startRequested, this, &PairRuns::start);
    m_dialog->open();
}

PairPreview PairRuns::preview(const PairChoice &choice) const {
    const auto plan = planOf(choice, hostOf(choice.server), hostOf(choice.client));
    PairPreview preview;
    if (!plan) {
        preview.failure = text(plan.error().toString());
        return preview;
    }
    const std::size_t cells = plan->cells();
    std::size_t turns = 0;
    for (const auto &round : plan->rounds)
        turns += (round.size() + static_cast<std::size_t>(choice.concurrent) - 1) /
                 static_cast<std::size_t>(choice.concurrent);
    preview.summary = tr("%1 pairs in %2 rounds, %3")
                          .arg(cells)
                          .arg(plan->rounds.size())
                          .arg(durationText(turns * static_cast<std::size_t>(choice.seconds + kAroundPair)));
    preview.commands = commandsOf(*plan);
    return preview;
}

void PairRuns::start(const PairChoice &choice, bool force) {
    m_choice = choice;
    if (force)
        return startNow();
    m_users.clear();
    m_looking.clear();
    QStringList targets = {choice.server};
    if (choice.client != choice.server)
        targets << choice.client;
    for (const QString &target : targets)
        if (const HostSession *host = hostOf(target); host != nullptr)
            if (const quint64 question = m_sessions.tools().queryDeviceUsage(host->id); question != 0)
                m_looking.push_back(question);
    m_dialog->setLooking(true);
}

void PairRuns::looked(const DeviceUsageRead &found) {
    const auto asked = std::find(m_looking.begin(), m_looking.end(), found.question);
    if (asked == m_looking.end())
        return;
    m_looking.erase(asked);
    if (!m_dialog || m_dialog->choice() != m_choice) { // cancelled or changed: then checked again
        m_looking.clear();
        return;
    }
    if (!found.load) {
        m_looking.clear();
        m_dialog->showFailure(tr("Not started: %1").arg(text(found.load.error().what)));
        return;
    }
    for (const DeviceUser &use : found.load->uses)
        m_users << QString::fromStdString(describe(use));
    if (!m_looking.empty())
        return;
    if (m_users.isEmpty())
        startNow();
    else
        m_dialog->showUsers(m_users);
}

void PairRuns::startNow() {
    const HostSession *server = hostOf(m_choice.server), *client = hostOf(m_choice.client);
    auto plan = planOf(m_choice, server, client);
    if (!plan) {
        m_dialog->showFailure(text(plan.error().toString()));
        return;
    }
    const bench::RunSpec spec = runSpecOf(*plan, requestOf(m_choice).options);
    m_queue.add(std::vector<bench::SweepStep>{{spec, {}, 0}}, std::string(),
                server->simulated().toStdString(), ownOf(m_choice));
    m_dialog->accept();
}

/// Finds hosts by name: the queue may outlive the window.
BenchQueue::Own PairRuns::ownOf(const PairChoice &choice) {
    BenchQueue::Own own;
    own.pairs = waitingOf(choice);
    own.whyNot = [this, choice](const bench::RunSpec &asked) {
        const HostSession *server = hostOf(choice.server), *client = hostOf(choice.client);
        if (server == nullptr || client == nullptr)
            return QString(); // the start reports that they are gone
        if (const auto plan = planOf(choice, server, client); !plan)
            return text(plan.error().toString());
        return m_sessions.tools().hasRoomForPairs(server->id, client->id, asked,
                                                  static_cast<std::size_t>(choice.concurrent))
                   ? QString()
                   : tr("%1 cannot take another run now").arg(text(asked.host));
    };
    own.start = [this,
                 choice](const bench::SweepStep &step, const std::string &,
                         const std::shared_ptr<BenchSession> &benchSession) -> std::shared_ptr<ToolRun> {
        const HostSession *server = hostOf(choice.server), *client = hostOf(choice.client);
        auto plan = planOf(choice, server, client);
        if (!plan)
            return nullptr;
        PairMatrixSpec pairs;
        pairs.plan = std::move(*plan);
        pairs.concurrent = static_cast<std::size_t>(choice.concurrent);
        pairs.longestPair = std::chrono::seconds(choice.seconds + kPairOverhead * choice.concurrent);
        return m_sessions.tools().runPairs(server->id, client->id, step.spec, std::move(pairs), benchSession);
    };
    return own;
}

} // namespace fabricscope::app::window
