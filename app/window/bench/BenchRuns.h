// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Sweep.h"
#include "core/bench/view/LogHost.h"
#include "widgets/bench/form/BenchProposal.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

class QWidget;

namespace fabricscope::app::bridge {
struct DeviceUsageRead;
}

namespace fabricscope::app::window {

class BenchController;
class BenchQueue;
class SessionController;
struct DeviceUsageRead;
struct HostSession;

/// Connects the Benchmarks screen with the hosts of the window: fills in proposals, starts and stops runs.
class BenchRuns : public QObject {
    Q_OBJECT
public:
    /// `parent` is also the parent of its dialogs.
    BenchRuns(SessionController &sessions, BenchController &controller, QWidget *parent);
    ~BenchRuns() override;

    /// Proposes a run from the data of the host, or from the catalogue alone if the host was not read yet.
    [[nodiscard]] widgets::BenchProposal propose(const widgets::BenchRequest &ask) const;
    /// First finds the processes that use the host's GPUs and NICs; if there are any, lists them and asks.
    /// Then the run starts, or the steps of a sweep one after another.
    void start(const bench::RunSpec &spec, const bench::Sweep &sweep);
    [[nodiscard]] BenchQueue *queue() const { return m_queue; }

Q_SIGNALS:
    void failed(const QString &why);

private:
    struct Request {
        quint64 question = 0; ///< of ToolRuns::queryDeviceUsage()
        bench::RunSpec spec;
        bench::Sweep sweep;
    };
    void looked(const DeviceUsageRead &found);
    void ask(const Request &asked, const QStringList &users, const QStringList &ends);
    void startNow(const Request &asked);
    [[nodiscard]] const HostSession *hostOf(const std::string &target) const;
    [[nodiscard]] bench::BenchHost factsOf(const std::string &target) const;
    [[nodiscard]] std::vector<bench::LogHost> logHosts() const;

    QWidget *m_window;
    SessionController &m_sessions;
    BenchQueue *m_queue;
    std::vector<Request> m_asked; ///< runs waiting for the device usage of their host
};

} // namespace fabricscope::app::window
