// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/SessionController.h"
#include "widgets/hostvm/HostVmContent.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::present {
struct SeenByGuest;
}
namespace fabricscope::widgets {
struct HostVmCopyPlan;
class HostVmScreen;
class TopologyScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class Navigation;
class WorkspaceController;

/// Which guest is shown with which host on the Host <-> VM screen: finds the hypervisor of a guest and the
/// VMs of a hypervisor among the open hosts, requests their examination on a worker, and stores the user's
/// overrides in the workspace.
class HostVmController : public QObject {
    Q_OBJECT
public:
    HostVmController(SessionController &sessions, WorkspaceController &workspace, Navigation &navigation,
                     widgets::HostVmScreen &screen, QObject *parent = nullptr);

    /// Shares the selection with Topology, in both directions, and gives it the views of the guests.
    void connectTopology(widgets::TopologyScreen &topology);
    /// Implements the actions of this screen.
    void bindTo(ActionRegistry &actions);
    /// Generates the file on the screen, where it can be viewed, compared, saved and copied.
    void generateFile();
    /// Shows this host or guest, the current one of all screens; requests an examination only if an input
    /// changed.
    void show(quint64 id);
    /// "As seen by": the VMs of the host shown, the one whose view is used now (-1: none), and its names for
    /// the host's devices.
    [[nodiscard]] QStringList guestViewNames() const;
    [[nodiscard]] int guestViewIndex() const;
    [[nodiscard]] std::shared_ptr<const present::SeenByGuest> seenBy() const { return m_seenBy; }
    void setGuestViewIndex(int index);
    /// What the user must see before the expected file is written to the guest, as far as the snapshots tell:
    /// CopyToGuest queries the guest itself.
    [[nodiscard]] widgets::HostVmCopyPlan copyPlan() const;
    /// Whether no request is pending.
    [[nodiscard]] bool isSettled() const { return !m_isPending; }

Q_SIGNALS:
    void shown(); ///< the screen, guestViewNames() and seenBy() are of the host shown

private:
    struct HostAndGuest {
        const HostSession *host = nullptr, *guest = nullptr;
        std::string vmName; ///< of a VM that is not open
    };
    /// The last request: an equal one is not sent again.
    struct Request {
        std::shared_ptr<const topology::Topology> host, guest;
        std::string vmName;
        std::vector<std::pair<std::string, std::string>> overrides;
        friend bool operator==(const Request &, const Request &) = default;
    };
    [[nodiscard]] HostAndGuest sidesOf(const HostSession &shown) const;
    [[nodiscard]] const HostSession *hypervisorOf(const HostSession &guest) const;
    [[nodiscard]] const HostSession *guestNamed(const HostSession &host, const std::string &vmName) const;
    void ask(const HostAndGuest &sides);
    void fill(widgets::HostVmContent &content, const HostAndGuest &sides) const;
    [[nodiscard]] std::string vmOf(const HostSession &host, quint64 guest, const QString &name) const;
    void chooseHost(quint64 host);
    void chooseGuest(quint64 guest, const QString &name);
    void setOverride(quint32 guestNode, qint64 hostNode);
    void updateSeenBy();

    SessionController &m_sessions;
    WorkspaceController &m_workspace;
    Navigation &m_navigation;
    widgets::HostVmScreen &m_screen;
    quint64 m_shown = 0;
    QHash<quint64, quint64> m_hostOf;   ///< by guest: chosen by the user
    QSet<quint64> m_seen;               ///< hosts shown as their guest sees them
    QHash<quint64, std::string> m_vmOf; ///< by host: chosen by the user
    Request m_asked;
    quint64 m_question = 0;
    bool m_isPending = false;
    std::shared_ptr<const present::HostVmExamination> m_answer;
    /// The input of m_seenBy: an equal input is not rebuilt or drawn again.
    struct Seen {
        std::shared_ptr<const present::HostVmExamination> examination;
        std::shared_ptr<const affinity::Judgement> judgement; ///< of the guest
        friend bool operator==(const Seen &, const Seen &) = default;
    };
    Seen m_seenFrom;
    std::shared_ptr<const present::SeenByGuest> m_seenBy;
};

} // namespace fabricscope::app::window
