// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/BenchQueue.h"
#include "app/window/PairDialog.h"

#include <QObject>
#include <QPointer>

#include <vector>

namespace fabricscope::app::bridge {
struct DeviceUsageRead;
}

namespace fabricscope::app::window {

class SessionController;
struct HostSession;

/// perftest between two hosts of the window: its dialog, and what comes of it on the Benchmarks screen, where
/// the heat map fills cell by cell. It waits in the queue of all runs until both hosts have room.
class PairRuns : public QObject {
    Q_OBJECT
public:
    /// `parent` is the parent of its dialog, too.
    PairRuns(SessionController &sessions, BenchQueue &queue, QWidget *parent);
    ~PairRuns() override;

    /// With this host as the server, where it is one of those connected to.
    void open(const QString &target);
    /// nullptr: it is not open.
    [[nodiscard]] PairDialog *dialog() const { return m_dialog; }

Q_SIGNALS:
    void failed(const QString &why);

private:
    [[nodiscard]] const HostSession *hostOf(const QString &target) const;
    /// Those that are up: NICs, or devices in software.
    [[nodiscard]] QString partnerOf(const QString &target, const QStringList &hosts) const;
    [[nodiscard]] QStringList devicesOf(const QString &target, bool inSoftware) const;
    [[nodiscard]] PairPreview preview(const PairChoice &choice) const;
    void start(const PairChoice &choice, bool force);
    void looked(const bridge::DeviceUsageRead &found);
    void startNow();
    [[nodiscard]] BenchQueue::Own ownOf(const PairChoice &choice);

    QWidget *m_window;
    SessionController &m_sessions;
    BenchQueue &m_queue;
    QPointer<PairDialog> m_dialog;
    PairChoice m_choice;            ///< that was asked for last
    std::vector<quint64> m_looking; ///< SessionController::queryDeviceUsage(), without an answer yet
    QStringList m_users;            ///< that were found meanwhile
};

} // namespace fabricscope::app::window
