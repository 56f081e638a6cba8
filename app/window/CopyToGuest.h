// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/SessionController.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <optional>

namespace fabricscope::widgets {
class HostVmCopyDialog;
struct HostVmCopyPlan;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

/// One file to one guest: reads what is there, shows it in a dialog, and copies after confirmation in
/// it. It goes with its dialog, and cancels what still runs.
class CopyToGuest : public QObject {
    Q_OBJECT
public:
    /// `known` is what the pictures show; where its state is Looking, the guest itself is asked.
    static widgets::HostVmCopyDialog *open(SessionController &sessions, const widgets::HostVmCopyPlan &known,
                                           QWidget *window);
    ~CopyToGuest() override;

private:
    CopyToGuest(SessionController &sessions, widgets::HostVmCopyDialog &dialog);
    void look();
    void copy();
    void cancel();
    void looked(const bridge::CopyPlanReady &looked);
    void copied(const bridge::FileCopied &copied);
    void fail(const QString &what);

    QPointer<SessionController> m_sessions; ///< a window may close later than its sessions
    widgets::HostVmCopyDialog &m_dialog;
    std::optional<CopyPlan> m_plan; ///< what the person sees; nothing is copied without it
    quint64 m_running = 0;          ///< 0: nothing runs
};

/// For people, in one line: "... : nothing was changed; copy it with sudo".
[[nodiscard]] QString copyFailureText(const remote::Failure &failure);
[[nodiscard]] QString copyReceiptText(const CopyReceipt &receipt);

} // namespace fabricscope::app::window
