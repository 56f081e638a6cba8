// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/hostvm/HostVmController.h"

#include "app/jobs/judge/HostVmQuestion.h"
#include "app/window/session/CopyToGuest.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/affinity/Hypervisor.h"
#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyToolbar.h"

#include <QDateTime>
#include <QHash>
#include <QPushButton>

#include <algorithm>
#include <span>

namespace fabricscope::app::window {

namespace {

constexpr std::size_t kMaxChoices = 128;

constexpr struct {
    const char *vmm, *name;
} kVmms[] = {
    {"cloud-hypervisor", "Cloud Hypervisor"},
    {"qemu", "QEMU"},
    {"firecracker", "Firecracker"},
    {"crosvm", "crosvm"},
    {"lkvm", "kvmtool"},
};

QString vmmName(const std::string &vmm) {
    for (const auto &known : kVmms)
        if (vmm == known.vmm)
            return QLatin1String(known.name);
    return QString::fromStdString(vmm);
}

bool looksLikeGuest(const HostSession &session) {
    const auto &kind = session.snapshot.topology->host().virtualization;
    return kind && *kind != "none" && !kind->empty();
}

std::string nameOf(const host::VmProcess &vm) {
    return HostText(vm.name.empty() ? "process " + std::to_string(vm.pid) : vm.name).plain(64);
}

} // namespace

HostVmController::HostVmController(SessionController &sessions, WorkspaceController &workspace,
                                   Navigation &navigation, widgets::HostVmScreen &screen, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_workspace(workspace)
    , m_navigation(navigation)
    , m_screen(screen) {
    using widgets::HostVmScreen;
    connect(&sessions.queries(), &ScreenQueries::hostVmExamined, this,
            [this](quint64 question, const std::shared_ptr<const present::HostVmExamination> &answer) {
                if (question != m_question)
                    return; // a newer request was sent
                m_isPending = false;
                m_answer = answer;
                show(m_shown);
            });
    connect(&sessions, &SessionController::listChanged, this, [this] { show(m_shown); });
    connect(&workspace, &WorkspaceController::changed, this, [this] { show(m_shown); });
    connect(&screen, &HostVmScreen::hostRequested, this, &HostVmController::chooseHost);
    connect(&screen, &HostVmScreen::guestRequested, this, &HostVmController::chooseGuest);
    connect(&screen, &HostVmScreen::overrideRequested, this, &HostVmController::setOverride);
    connect(&screen, &HostVmScreen::topologyRequested, &navigation, &Navigation::showDevice);
    connect(&screen, &HostVmScreen::copyRequested, this,
            [this] { CopyToGuest::open(m_sessions, copyPlan(), m_screen.window()); });
}

void HostVmController::connectTopology(widgets::TopologyScreen &topology) {
    connect(&m_screen, &widgets::HostVmScreen::nodeChosen, this, [&topology](quint32 node) {
        if (topology.selected() != node)
            topology.select(node);
    });
    connect(&topology, &widgets::TopologyScreen::nodeSelected, this,
            [this, &topology] { m_screen.selectNode(topology.selected()); });
    connect(topology.toolbar(), &widgets::TopologyToolbar::guestViewRequested, this,
            &HostVmController::setGuestViewIndex);
    connect(this, &HostVmController::shown, &topology, [this, &topology] {
        topology.toolbar()->setGuestViews(guestViewNames(), guestViewIndex());
        topology.setSeenBy(m_seenBy);
    });
}

void HostVmController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::WriteTopologyFile, [this] { generateFile(); });
}

void HostVmController::generateFile() {
    m_navigation.showScreen(Screen::HostVm);
    m_screen.toolbar()->generateButton()->click();
}

// Which guest is shown with which host

const HostSession *HostVmController::hypervisorOf(const HostSession &guest) const {
    if (const HostSession *chosen = m_sessions.find(m_hostOf.value(guest.id));
        chosen && chosen->snapshot.topology)
        return chosen;
    std::vector<const HostSession *> among;
    std::vector<const host::Host *> hosts;
    for (const auto &session : m_sessions.sessions())
        if (session->snapshot.topology && session.get() != &guest &&
            session->isCapture() == guest.isCapture() && !session->snapshot.topology->host().vms.empty()) {
            among.push_back(session.get());
            hosts.push_back(&session->snapshot.topology->host());
        }
    const auto found = affinity::hypervisorAmong(hosts, guest.snapshot.topology->host());
    return found ? among[*found] : nullptr;
}

/// The open guest for this VM; nullptr if there is none.
const HostSession *HostVmController::guestNamed(const HostSession &host, const std::string &vmName) const {
    for (const auto &session : m_sessions.sessions()) {
        if (!session->snapshot.topology || session.get() == &host || session->isCapture() != host.isCapture())
            continue;
        const auto running =
            affinity::runningVm(host.snapshot.topology->host(), session->snapshot.topology->host());
        if (running && nameOf(*running->vm) == vmName)
            return session.get();
    }
    return nullptr;
}

HostVmController::HostAndGuest HostVmController::sidesOf(const HostSession &shown) const {
    if (!shown.snapshot.topology)
        return {};
    if (const HostSession *host = hypervisorOf(shown))
        return {host, &shown, {}};
    const auto &vms = shown.snapshot.topology->host().vms;
    if (vms.empty())
        return looksLikeGuest(shown) ? HostAndGuest{nullptr, &shown, {}} : HostAndGuest{&shown, nullptr, {}};
    const std::string chosen = m_vmOf.value(shown.id);
    if (!chosen.empty())
        return {&shown, guestNamed(shown, chosen), chosen};
    for (const host::VmProcess &vm :
         std::span(vms).first(std::min(vms.size(), kMaxChoices))) // the first that is open
        if (const HostSession *guest = guestNamed(shown, nameOf(vm)))
            return {&shown, guest, nameOf(vm)};
    return {&shown, nullptr, nameOf(vms.front())};
}

void HostVmController::chooseHost(quint64 host) {
    const HostSession *shown = m_sessions.find(m_shown);
    if (shown == nullptr || !shown->snapshot.topology)
        return;
    if (const HostAndGuest sides = sidesOf(*shown); sides.guest != nullptr)
        m_hostOf[sides.guest->id] = host;
    show(m_shown);
}

/// The name that the host's VMM uses: an open guest may have another name here.
std::string HostVmController::vmOf(const HostSession &host, quint64 guest, const QString &name) const {
    const HostSession *session = m_sessions.find(guest);
    if (session != nullptr && session->snapshot.topology)
        if (const auto running =
                affinity::runningVm(host.snapshot.topology->host(), session->snapshot.topology->host()))
            return nameOf(*running->vm);
    return name.toStdString();
}

void HostVmController::chooseGuest(quint64 guest, const QString &name) {
    const HostSession *shown = m_sessions.find(m_shown);
    if (shown == nullptr || !shown->snapshot.topology)
        return;
    const HostAndGuest sides = sidesOf(*shown);
    if (sides.host == shown) {
        m_vmOf[shown->id] = vmOf(*shown, guest, name);
        return show(m_shown);
    }
    if (sides.host != nullptr) // for the host of the shown guest; the sidebar's selection does not change
        m_vmOf[sides.host->id] = vmOf(*sides.host, guest, name);
    show(guest != 0 ? guest : sides.host != nullptr ? sides.host->id : m_shown);
}

// Requests

void HostVmController::show(quint64 id) {
    m_shown = id;
    const HostSession *shown = m_sessions.find(id);
    widgets::HostVmContent content;
    if (shown != nullptr)
        content.shown = contentOf(*shown, QDateTime::currentMSecsSinceEpoch());
    if (shown != nullptr && shown->snapshot.topology) {
        const HostAndGuest sides = sidesOf(*shown);
        ask(sides);
        fill(content, sides);
        content.examination = m_isPending ? nullptr : m_answer;
        // The previous examination stays until the result arrives if it is of the same two hosts.
        const auto &before = m_screen.content();
        if (m_isPending && before.host == content.host && before.guest == content.guest)
            content.examination = before.examination;
    }
    m_screen.setContent(content);
    updateSeenBy();
    Q_EMIT this->shown();
}

QStringList HostVmController::guestViewNames() const {
    QStringList names;
    if (m_screen.content().host.id == m_shown)
        for (const auto &guest : m_screen.content().guests)
            names << guest.name;
    return names;
}

int HostVmController::guestViewIndex() const {
    if (!m_seen.contains(m_shown))
        return -1;
    return static_cast<int>(guestViewNames().indexOf(m_screen.content().guest.name));
}

void HostVmController::updateSeenBy() {
    Seen from;
    if (guestViewIndex() >= 0) {
        const HostSession *guest = m_sessions.find(m_screen.content().guest.id);
        from = {m_screen.content().examination, guest != nullptr ? guest->judgement() : nullptr};
    }
    if (from == m_seenFrom)
        return;
    m_seenFrom = from;
    m_seenBy = from.examination ? present::seenByGuest(*from.examination, from.judgement.get()) : nullptr;
}

void HostVmController::setGuestViewIndex(int index) {
    const auto &guests = m_screen.content().guests;
    if (index < 0 || index >= static_cast<int>(guests.size())) {
        m_seen.remove(m_shown);
        return show(m_shown);
    }
    m_seen.insert(m_shown);
    const auto chosen = guests[static_cast<std::size_t>(index)];
    chooseGuest(chosen.id, chosen.name);
}

void HostVmController::ask(const HostAndGuest &sides) {
    std::vector<hostvm::Override> overrides;
    if (const workspace::Member *member =
            sides.guest != nullptr ? m_workspace.current().member(sides.guest->id) : nullptr)
        overrides = member->onHost;
    Request asked;
    if (sides.host != nullptr)
        asked.host = sides.host->snapshot.topology;
    if (sides.guest != nullptr)
        asked.guest = sides.guest->snapshot.topology;
    asked.vmName = sides.vmName;
    for (const hostvm::Override &own : overrides)
        asked.overrides.emplace_back(own.guest.toString(),
                                     own.onHost ? own.onHost->toString() : std::string());
    if (m_question != 0 && asked == m_asked)
        return;
    m_asked = std::move(asked);
    auto question =
        hostVmQuestion(sides.host != nullptr ? &sides.host->snapshot : nullptr,
                       sides.guest != nullptr ? &sides.guest->snapshot : nullptr, std::move(overrides));
    if (question.vmName.empty())
        question.vmName = sides.vmName;
    m_isPending = true;
    m_sessions.queries().examineHostVm(++m_question, question);
}

void HostVmController::fill(widgets::HostVmContent &content, const HostAndGuest &sides) const {
    using Choice = widgets::HostVmContent::Choice;
    for (const auto &session : m_sessions.sessions())
        if (session->snapshot.topology && content.hosts.size() < kMaxChoices &&
            (!session->snapshot.topology->host().vms.empty() || session.get() == sides.host))
            content.hosts.push_back({session->id, session->name()});
    if (sides.host != nullptr) {
        content.host = {sides.host->id, sides.host->name()};
        content.simulated = sides.host->simulated();
        for (const host::VmProcess &vm : sides.host->snapshot.topology->host().vms) {
            if (content.guests.size() >= kMaxChoices)
                break;
            const HostSession *guest = guestNamed(*sides.host, nameOf(vm));
            content.guests.push_back({guest != nullptr ? guest->id : 0, QString::fromStdString(nameOf(vm))});
            if (guest != nullptr)
                content.guests.back().name = guest->name();
        }
    }
    if (sides.guest != nullptr) {
        content.guest = {sides.guest->id, sides.guest->name()};
        content.simulated = sides.guest->simulated();
        content.canCopy = !sides.guest->isCapture() && sides.guest->transport != nullptr;
        if (std::find(content.guests.begin(), content.guests.end(), content.guest) == content.guests.end())
            content.guests.push_back(content.guest);
    } else {
        content.guest = Choice{0, QString::fromStdString(sides.vmName)};
    }
    if (m_answer && !m_isPending && !m_answer->guestMapping.vmm.empty()) {
        content.how = vmmName(m_answer->guestMapping.vmm);
        if (!m_answer->guestMapping.how.empty())
            content.how += tr(", found %1").arg(QString::fromStdString(m_answer->guestMapping.how));
    }
}

widgets::HostVmCopyPlan HostVmController::copyPlan() const {
    widgets::HostVmCopyPlan plan;
    const auto &examination = m_screen.content().examination;
    const HostSession *guest = m_sessions.find(m_screen.content().guest.id);
    if (!examination || guest == nullptr)
        return plan;
    plan.target = guest->isCapture() ? guest->name() : guest->target();
    plan.guest = guest->id;
    plan.exists = !examination->path.empty();
    plan.path =
        QString::fromStdString(plan.exists ? HostText(examination->path).plain() : "/etc/nccl-topo.xml");
    plan.before = examination->text;
    plan.text = examination->expected;
    plan.backup = plan.exists ? plan.path + QStringLiteral(".before") : QString();
    plan.commands = {widgets::copyCommand(plan.target, plan.path, plan.text.size())};
    const QString manualSteps =
        tr("To copy by hand, save the text as topo.xml and run the command below. In a terminal, fabricscope "
           "nccl-topo generate --copy-to asks, copies and verifies.");
    if (guest->link == widgets::HostLink::Connected)
        plan.state = widgets::HostVmCopyPlan::State::Checking;
    else if (guest->isCapture())
        plan.message = tr("This VM is open from a capture: nothing can be copied to it. %1").arg(manualSteps);
    else
        plan.message = tr("The VM is not connected. %1").arg(manualSteps);
    return plan;
}

/// An override by the user: stored with the guest, as a step that can be undone.
void HostVmController::setOverride(quint32 guestNode, qint64 hostNode) {
    const auto &content = m_screen.content();
    const auto &examination = content.examination;
    if (!examination || !examination->guest || !examination->host || content.guest.id == 0)
        return;
    const topology::Node &guest = examination->guest->node(guestNode);
    const workspace::Member *member = m_workspace.current().member(content.guest.id);
    if (!guest.bdf || member == nullptr)
        return;
    std::vector<hostvm::Override> onHost = member->onHost;
    std::erase_if(onHost, [&](const hostvm::Override &own) { return own.guest == guest.bdf; });
    const QString name = QString::fromStdString(guest.name);
    QString what = tr("Detect match for %1").arg(name);
    if (hostNode >= 0) {
        const topology::Node &host = examination->host->node(static_cast<topology::NodeId>(hostNode));
        if (!host.bdf)
            return;
        // A device of the host belongs to one device of the guest: an earlier override is removed.
        std::erase_if(onHost, [&](const hostvm::Override &own) { return own.onHost == host.bdf; });
        onHost.push_back({*guest.bdf, *host.bdf});
        what = tr("Mark %1 as %2").arg(name, QString::fromStdString(host.bdf->toString()));
    } else if (hostNode == widgets::HostVmScreen::kNoDevice) {
        onHost.push_back({*guest.bdf, std::nullopt});
        what = tr("Mark %1 as not on this host").arg(name);
    }
    std::sort(onHost.begin(), onHost.end(),
              [](const hostvm::Override &a, const hostvm::Override &b) { return a.guest < b.guest; });
    m_workspace.setOnHost(content.guest.id, onHost, what);
}

} // namespace fabricscope::app::window
