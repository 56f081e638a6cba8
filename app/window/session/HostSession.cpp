// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/HostSession.h"

#include "app/window/session/RelatedHostViews.h"
#include "core/affinity/Examine.h"
#include "core/fleet/Signature.h"
#include "core/topology/UnplacedDevices.h"
#include "core/workspace/ContainerTarget.h"
#include "widgets/common/text/QtText.h"
#include "widgets/models/LogModel.h"

#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QObject>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::FleetEntry;
using widgets::HostLink;
using widgets::LoadStep;

/// "AMD Instinct MI355X" becomes MI355X, "NVIDIA H100 80GB HBM3" becomes H100: the word of letters and a
/// number.
QString shortModel(const QString &model) {
    static const QRegularExpression word(QStringLiteral("\\b([A-Z]{1,3}\\d{2,4}[A-Z]{0,2})\\b"));
    const auto match = word.match(model);
    return match.hasMatch() ? match.captured(1) : model;
}

QString detailOf(const HostSession &session) {
    switch (session.link) {
    case HostLink::Waiting:
        return QObject::tr("waiting");
    case HostLink::Connecting:
        return QObject::tr("connecting");
    case HostLink::Collecting:
        return QStringLiteral("%1 %").arg(qRound(session.fraction * 100));
    case HostLink::Unreachable:
        return session.failure ? summaryText(*session.failure) : QObject::tr("offline");
    case HostLink::Disconnected:
    case HostLink::Connected:
    case HostLink::Capture:
        break;
    }
    return {};
}

const FleetFacts &fleetFactsOf(const HostSession &session) {
    FleetFacts &facts = session.fleetFacts;
    if (facts.topology == session.snapshot.topology && facts.examination == session.snapshot.examination &&
        facts.report == session.report())
        return facts;
    const bool isOther = facts.topology != session.snapshot.topology;
    facts.topology = session.snapshot.topology;
    facts.examination = session.snapshot.examination;
    facts.report = session.report();
    if (isOther) {
        facts.badge = gpuBadge(*facts.topology);
        facts.signature = widgets::toQString(fleet::signatureOf(*facts.topology));
    }
    facts.gpus = facts.errors = facts.warnings = 0;
    for (const topology::Node &node : facts.topology->nodes())
        facts.gpus += node.kind == topology::NodeKind::Gpu ? 1 : 0;
    for (const widgets::ListedFinding &listed : findingsOf(session))
        ++(listed.finding.severity == findings::Severity::Error ? facts.errors : facts.warnings);
    return facts;
}

/// The kind of host that Compare proposes first: its GPUs, and whether it is a VM; empty without GPUs.
QString kindOf(const HostSession &session) {
    const QString &badge = fleetFactsOf(session).badge;
    const auto &machine = session.snapshot.topology->host().virtualization;
    return badge.isEmpty() ? QString()
                           : badge + QLatin1Char(' ') + widgets::toQString(machine.valueOr("none"));
}

FleetEntry entryOf(const HostSession &session) {
    FleetEntry entry;
    entry.id = session.id;
    entry.name = session.name();
    entry.target = session.target();
    entry.link = session.link;
    entry.detail = detailOf(session);
    entry.group = session.group;
    entry.simulated = !session.simulated().isEmpty();
    entry.read = session.snapshot.topology != nullptr;
    if (!entry.read)
        return entry;
    const FleetFacts &facts = fleetFactsOf(session);
    entry.badge = facts.badge;
    entry.signature = facts.signature;
    entry.gpus = facts.gpus;
    entry.errors = facts.errors;
    entry.warnings = facts.warnings;
    return entry;
}

/// Hosts by the names that a hypervisor may use for them: built once for all, since there may be many VMs.
/// Live hosts are matched with live hosts, captures with captures.
class Named {
public:
    Named(const std::vector<FleetEntry> &entries, const std::vector<std::unique_ptr<HostSession>> &sessions) {
        for (std::size_t index = 0; index < sessions.size(); ++index) {
            const HostSession &session = *sessions[index];
            add(session, entries[index].name, index);
            if (session.snapshot.topology && session.snapshot.topology->host().hostname)
                add(session, widgets::toQString(*session.snapshot.topology->host().hostname), index);
        }
    }
    /// The first one of this name other than the hypervisor itself.
    [[nodiscard]] std::optional<std::size_t> guest(const HostSession &hypervisor, std::size_t own,
                                                   const QString &name) const {
        const auto known = m_hosts.find({hypervisor.isCapture(), name});
        if (known == m_hosts.end())
            return std::nullopt;
        const auto first = std::find_if(known->second.begin(), known->second.end(),
                                        [own](std::size_t index) { return index != own; });
        return first != known->second.end() ? std::optional(*first) : std::nullopt;
    }

private:
    void add(const HostSession &session, const QString &name, std::size_t index) {
        if (!name.isEmpty())
            m_hosts[{session.isCapture(), name}].push_back(index);
    }
    std::map<std::pair<bool, QString>, std::vector<std::size_t>> m_hosts;
};

/// The VMs of two captures of one hypervisor are listed below the first.
void addGuests(std::vector<FleetEntry> &entries, const std::vector<std::unique_ptr<HostSession>> &sessions,
               const Named &named, std::size_t hypervisor) {
    const topology::Topology &topology = *sessions[hypervisor]->snapshot.topology;
    for (const host::VmProcess &vm : topology.host().vms) {
        const QString name =
            vm.name.empty() ? QObject::tr("process %1").arg(vm.pid) : widgets::toQString(vm.name);
        if (const auto own = named.guest(*sessions[hypervisor], hypervisor, name)) {
            auto &above = entries[*own].hypervisor;
            above = above.value_or(sessions[hypervisor]->id);
            continue;
        }
        const auto isGpu = [&](const pci::Address &address) {
            const auto node = topology.find(address);
            return node && topology.node(*node).kind == topology::NodeKind::Gpu;
        };
        entries[hypervisor].guests.push_back(
            {name, static_cast<int>(std::count_if(vm.devices.begin(), vm.devices.end(), isGpu))});
    }
}

std::vector<LoadStep> stepsOf(const HostSession &session) {
    using State = LoadStep::State;
    const bool connected = session.link == HostLink::Collecting || session.stage >= remote::Stage::Command;
    const bool loggedIn = connected || session.stage > remote::Stage::Login;
    const auto state = [](bool done, bool running) {
        return done ? State::Done : running ? State::Running : State::Waiting;
    };
    if (session.isCapture())
        return {{QObject::tr("Read the file"), State::Running}};
    return {
        {QObject::tr("Resolve and connect"),
         state(session.stage > remote::Stage::Connect || connected, true)},
        {QObject::tr("Check host key"), state(session.stage > remote::Stage::HostKey || connected,
                                              session.stage >= remote::Stage::Handshake)},
        {QObject::tr("Log in"), state(loggedIn, session.stage == remote::Stage::Login)},
        {session.step.isEmpty() ? QObject::tr("Collect") : QObject::tr("Collect: %1").arg(session.step),
         state(false, connected)},
    };
}

} // namespace

QString HostSession::name() const {
    if (!label.isEmpty())
        return label;
    if (isCapture()) { // a folder's name may end with a slash
        const QFileInfo file(QDir::cleanPath(capturePath));
        const QString own =
            file.suffix() == QLatin1String("fscope") ? file.completeBaseName() : file.fileName();
        return joined.isEmpty() ? own : QStringLiteral("%1 +%2").arg(own).arg(joined.size());
    }
    QString name = widgets::toQString(endpoint.target);
    const auto parsed = workspace::parseCollectTarget(endpoint.target);
    const bool inContainer = parsed && parsed->container;
    const QString inside =
        inContainer ? QStringLiteral("/") + widgets::toQString(toString(*parsed->container)) : QString();
    if (inContainer)
        name = widgets::toQString(parsed->host);
    if (name == QLatin1String("local:"))
        return inContainer ? inside.mid(1) : QObject::tr("this machine");
    if (name.startsWith(QLatin1String("ssh://")))
        name.remove(0, 6);
    name.remove(0, name.lastIndexOf(QLatin1Char('@')) + 1);
    static const QRegularExpression port(QStringLiteral("^([^:\\[\\]]+):\\d+$"));
    const auto match = port.match(name);
    return (match.hasMatch() ? match.captured(1) : name) + inside;
}

QString HostSession::target() const {
    return isCapture() ? capturePath : widgets::toQString(endpoint.target);
}

QString HostSession::simulated() const {
    return snapshot.capture ? widgets::toQString(snapshot.capture->simulated) : QString();
}

std::shared_ptr<const affinity::Judgement> HostSession::judgement() const {
    if (!snapshot.examination)
        return nullptr;
    return {snapshot.examination, &snapshot.examination->judgement};
}

namespace {

/// One line per unit: the age below which it is used, and its length, both in s.
constexpr struct {
    qint64 below, unit;
    const char *text;
} kAges[] = {
    {60, 1, QT_TRANSLATE_NOOP("QObject", "%1 s ago")},
    {3600, 60, QT_TRANSLATE_NOOP("QObject", "%1 min ago")},
    {qint64{2} * 86400, 3600, QT_TRANSLATE_NOOP("QObject", "%1 h ago")},
    {std::numeric_limits<qint64>::max(), 86400, QT_TRANSLATE_NOOP("QObject", "%1 days ago")},
};

const auto &unitOf(qint64 seconds) {
    return *std::find_if(std::begin(kAges), std::prev(std::end(kAges)),
                         [seconds](const auto &row) { return seconds < row.below; });
}

} // namespace

QString ageText(qint64 ageMs) {
    const qint64 seconds = std::max<qint64>(0, ageMs / 1000);
    const auto &row = unitOf(seconds);
    return QObject::tr(row.text).arg(seconds / row.unit);
}

qint64 msToOlder(qint64 ageMs) {
    if (ageMs < 0)
        return 1000 - ageMs; // the host's clock is ahead
    const qint64 unit = unitOf(ageMs / 1000).unit * 1000;
    const qint64 next = unit - ageMs % unit;
    return ageMs <= kStaleMs ? std::min(next, kStaleMs + 1 - ageMs) : next;
}

namespace {

/// nullptr: none.
std::shared_ptr<const layout::MutedFindings> mutedFindings(const HostSession &session) {
    const auto report = session.report();
    if (!report || !session.snapshot.topology)
        return nullptr;
    auto muted = std::make_shared<layout::MutedFindings>();
    for (const checks::CheckResult &result : report->results)
        for (const checks::MutedFinding &each : result.muted)
            if (const auto node = nodeOf(session, each.finding))
                muted->emplace(*node, each.finding.rule);
    return muted->empty() ? nullptr : muted;
}

} // namespace

widgets::TopologyContent contentOf(const HostSession &session, qint64 nowMs) {
    widgets::TopologyContent content;
    content.host = session.id;
    content.name = session.name();
    content.simulated = session.simulated();
    content.loading = session.link == HostLink::Waiting || session.link == HostLink::Connecting ||
                      session.link == HostLink::Collecting;
    content.steps = stepsOf(session);
    content.canCollect = !session.isCapture() && !content.loading;
    const qint64 taken = session.snapshot.capture ? session.snapshot.capture->takenMs : 0;
    if (taken > 0) {
        content.age = ageText(nowMs - taken);
        // Only live data becomes stale, captures do not.
        content.stale = !session.isCapture() && nowMs - taken > kStaleMs;
    }
    if (session.failure) {
        content.error = unreachableInfo(session.name(), *session.failure, session.transcript,
                                        taken > 0 ? widgets::clockText(taken) : QString(), session.times);
        if (session.snapshot.topology)
            content.error->shape = widgets::skeletonShape(*session.snapshot.topology);
    }
    if (!session.failure || session.showSnapshot) {
        content.topology = session.snapshot.topology;
        content.capture = session.snapshot.capture;
        content.judgement = session.judgement();
        content.muted = mutedFindings(session);
    }
    return content;
}

std::vector<FleetEntry> fleetEntries(const std::vector<std::unique_ptr<HostSession>> &sessions) {
    std::vector<FleetEntry> entries;
    for (const auto &session : sessions)
        entries.push_back(entryOf(*session));
    const Named named(entries, sessions);
    for (std::size_t index = 0; index < sessions.size(); ++index)
        if (sessions[index]->snapshot.topology)
            addGuests(entries, sessions, named, index);
    return entries;
}

QString gpuBadge(const topology::Topology &topology) {
    QMap<QString, int> counts;
    for (const topology::Node &node : topology.nodes())
        if (node.kind == topology::NodeKind::Gpu)
            ++counts[node.model->empty() ? QString() : shortModel(widgets::toQString(*node.model))];
    QString model;
    int most = 0;
    for (auto at = counts.constBegin(); at != counts.constEnd(); ++at)
        if (at.value() > most) {
            most = at.value();
            model = at.key();
        }
    if (most == 0)
        return {};
    // Model names without a number are long: then only the count is shown, as for unknown models.
    return model.isEmpty() || model.size() > 10 ? QObject::tr("%1 GPU").arg(most)
                                                : QStringLiteral("%1 ×%2").arg(model).arg(most);
}

std::vector<widgets::CompareSide> compareSides(const std::vector<std::unique_ptr<HostSession>> &sessions) {
    std::vector<widgets::CompareSide> sides;
    for (const auto &session : sessions) {
        if (!session->snapshot.topology)
            continue;
        const Snapshot &snapshot = session->snapshot;
        sides.push_back({session->id, session->name(),
                         QString::fromStdString(snapshot.topology->node(0).name), session->simulated(),
                         snapshot.capture ? snapshot.capture->takenMs : 0, snapshot.topology,
                         snapshot.capture, kindOf(*session)});
    }
    return sides;
}

namespace {

QString counted(std::size_t count, const QString &one, const QString &many) {
    return count == 1 ? one : many.arg(count);
}

} // namespace

QString contentText(const Snapshot &snapshot, bool all) {
    if (!snapshot.topology)
        return QObject::tr("no device");
    const auto &nodes = snapshot.topology->nodes();
    const auto gpus =
        static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [](const topology::Node &node) {
            return node.kind == topology::NodeKind::Gpu;
        }));
    if (gpus == 0 && topology::hasNoTree(*snapshot.topology))
        return QObject::tr("tool output");
    QStringList words;
    if (gpus > 0)
        words << counted(gpus, QObject::tr("1 GPU"), QObject::tr("%1 GPUs"));
    if (all || words.isEmpty())
        words << counted(snapshot.topology->host().functions.size(), QObject::tr("1 function"),
                         QObject::tr("%1 functions"));
    return words.join(QLatin1String(", "));
}

std::shared_ptr<const checks::HostReport> HostSession::report() const {
    return withSite.report && withSite.base == snapshot.report ? withSite.report : snapshot.report;
}

void HostSession::dropSnapshot() {
    snapshot = {};
    siteRequested = {};
    withSite = {};
    fleetFacts = {};
    judgedIn = {};
}

} // namespace fabricscope::app::window
