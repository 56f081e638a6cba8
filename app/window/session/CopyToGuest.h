// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/SessionController.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <optional>

namespace fabricscope::widgets {
class HostVmCopyDialog;
struct HostVmCopyPlan;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

/// Copies one file to one guest: reads the existing file, shows the changes in a dialog, and copies after
/// confirmation. Destroyed with its dialog, which cancels what still runs.
class CopyToGuest : public QObject {
    Q_OBJECT
public:
    /// `known`: the plan according to the snapshots; if its state is Looking, the guest itself is queried.
    static widgets::HostVmCopyDialog *open(SessionController &sessions, const widgets::HostVmCopyPlan &known,
                                           QWidget *window);
    ~CopyToGuest() override;

private:
    CopyToGuest(SessionController &sessions, widgets::HostVmCopyDialog &dialog);
    void look();
    void copy();
    void cancel();
    void looked(const CopyPlanReady &looked);
    void copied(const FileCopied &copied);
    void fail(const QString &what);

    QPointer<SessionController> m_sessions; ///< the window may outlive its sessions
    widgets::HostVmCopyDialog &m_dialog;
    std::optional<CopyPlan> m_plan; ///< the plan shown to the user; nothing is copied without it
    quint64 m_running = 0;          ///< 0: nothing runs
};

} // namespace fabricscope::app::window
