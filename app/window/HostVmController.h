// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/SessionController.h"
#include "widgets/hostvm/HostVmContent.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::layout {
struct SeenByGuest;
}
namespace fabricscope::widgets {
struct HostVmCopyPlan;
class HostVmScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class WorkspaceController;

/// Which guest is shown with which host on the Host <-> VM screen: finds the hypervisor of a guest and the
/// VMs of a hypervisor among what is open, has them laid upon each other on a worker, and keeps the person's
/// word about it in the workspace.
class HostVmController : public QObject {
    Q_OBJECT
public:
    HostVmController(SessionController &sessions, WorkspaceController &workspace,
                     widgets::HostVmScreen &screen, QObject *parent = nullptr);

    /// This host or guest is the one of all screens; asks again only where something of it changed.
    void show(quint64 id);
    /// "As seen by": the VMs of the host that is shown, the one whose eyes are lent now (-1: none), and what
    /// it calls the host's devices.
    [[nodiscard]] QStringList guestViewNames() const;
    [[nodiscard]] int guestViewIndex() const;
    [[nodiscard]] std::shared_ptr<const layout::SeenByGuest> seenBy() const { return m_seenBy; }
    void setGuestViewIndex(int index);
    /// What a person has to see before the expected file is written to the guest, as far as the pictures
    /// tell: CopyToGuest looks at the guest itself.
    [[nodiscard]] widgets::HostVmCopyPlan copyPlan() const;
    /// Nothing is being asked.
    [[nodiscard]] bool isSettled() const { return !m_isPending; }

Q_SIGNALS:
    void shown(); ///< the screen, and what seers() and seenBy() return, are of the host that is shown

private:
    struct HostAndGuest {
        const HostSession *host = nullptr, *guest = nullptr;
        std::string vmName; ///< of a VM that is not open
    };
    /// What was last asked: the same again needs no answer.
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
    widgets::HostVmScreen &m_screen;
    quint64 m_shown = 0;
    QHash<quint64, quint64> m_hostOf;   ///< by guest: chosen by the person
    QSet<quint64> m_seen;               ///< hosts that are shown as their guest sees them
    QHash<quint64, std::string> m_vmOf; ///< by host: likewise
    Request m_asked;
    quint64 m_question = 0;
    bool m_isPending = false;
    std::shared_ptr<const layout::HostVmExamination> m_answer;
    /// What m_seenBy was made of: the same input is not rebuilt or drawn again.
    struct Seen {
        std::shared_ptr<const layout::HostVmExamination> examination;
        std::shared_ptr<const affinity::Judgement> judgement; ///< of the guest
        friend bool operator==(const Seen &, const Seen &) = default;
    };
    Seen m_seenFrom;
    std::shared_ptr<const layout::SeenByGuest> m_seenBy;
};

} // namespace fabricscope::app::window
