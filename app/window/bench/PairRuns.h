// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/bench/BenchQueue.h"
#include "app/window/bench/PairDialog.h"

#include <QObject>
#include <QPointer>

#include <vector>

namespace fabricscope::app::bridge {
struct DeviceUsageRead;
}

namespace fabricscope::app::window {

class SessionController;
struct DeviceUsageRead;
struct HostSession;

/// perftest between two hosts of the window: its dialog, and its results on the Benchmarks screen, where the
/// heat map fills cell by cell. A run waits in the queue of all runs until both hosts have room.
class PairRuns : public QObject {
    Q_OBJECT
public:
    /// `parent` is also the parent of its dialog.
    PairRuns(SessionController &sessions, BenchQueue &queue, QWidget *parent);
    ~PairRuns() override;

    /// Opens the dialog with this host as the server, if it is connected.
    void open(const QString &target);
    /// nullptr: it is not open.
    [[nodiscard]] PairDialog *dialog() const { return m_dialog; }

Q_SIGNALS:
    void failed(const QString &why);

private:
    [[nodiscard]] const HostSession *hostOf(const QString &target) const;
    [[nodiscard]] QString partnerOf(const QString &target, const QStringList &hosts) const;
    /// RDMA devices that are up: NICs, or devices in software.
    [[nodiscard]] QStringList devicesOf(const QString &target, bool inSoftware) const;
    [[nodiscard]] PairPreview preview(const PairChoice &choice) const;
    void start(const PairChoice &choice, bool force);
    void looked(const DeviceUsageRead &found);
    void startNow();
    [[nodiscard]] BenchQueue::Own ownOf(const PairChoice &choice);

    QWidget *m_window;
    SessionController &m_sessions;
    BenchQueue &m_queue;
    QPointer<PairDialog> m_dialog;
    PairChoice m_choice;            ///< the last one requested
    std::vector<quint64> m_looking; ///< pending ToolRuns::queryDeviceUsage() requests
    QStringList m_users;            ///< found so far
};

} // namespace fabricscope::app::window
