// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/DetachedRuns.h"

#include "app/jobs/run/RunUpkeep.h"
#include "app/jobs/run/ToolRun.h"
#include "app/window/bench/BenchController.h"
#include "app/window/session/SessionController.h"
#include "core/bench/command/Secrets.h"
#include "core/store/RunStore.h"

#include <QDateTime>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;

std::vector<bench::RunRecord> readDetached(const std::string &path, const std::vector<std::string> &hosts) {
    std::vector<bench::RunRecord> read;
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return read;
    const auto store = store::RunStore::open(path, {.readOnly = true});
    if (!store)
        return read; // the Benchmarks screen reports it
    const store::RunOwner self = currentOwner();
    for (const std::string &host : hosts) {
        store::RunStore::Filter filter;
        filter.host = host;
        filter.isUnfinished = filter.orInterrupted = true;
        for (bench::RunRecord &run : store->list(filter).value_or(std::vector<bench::RunRecord>()))
            if (run.spec.detached && run.damage.empty() &&
                !store::isOwnedByAnother(*store, run.state.id, self, ownerState).value_or(false))
                read.push_back(std::move(run));
    }
    return read;
}

struct UnknownSecret {
    QString what;     ///< empty: all are known
    QString variable; ///< gives it at the fetch; for an argument any name of a secret
};

/// Secret values are not stored, but they are needed to remove them from the output before it is stored:
/// takes those that are set in the environment here. Returns one that is unknown.
UnknownSecret completeSecrets(bench::Command &command) {
    const auto lacks = [](const std::string &text) {
        return text.find(bench::kSecretPlaceholder) != std::string::npos;
    };
    for (bench::EnvironmentValue &variable : command.environment) {
        if (!lacks(variable.value))
            continue;
        const char *own = std::getenv(variable.name.c_str()); // NOLINT(concurrency-mt-unsafe)
        if (own == nullptr)
            return {QString::fromStdString(variable.name), QString::fromStdString(variable.name)};
        variable.value = own;
    }
    if (std::any_of(command.words.begin(), command.words.end(), lacks))
        return {DetachedRuns::tr("a secret in its command"), QStringLiteral("SECRET1")};
    return {};
}

} // namespace

DetachedRuns::DetachedRuns(SessionController &sessions, BenchController &controller, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_controller(controller)
    , m_read(m_bridge.mailbox(), [this](const std::vector<bench::RunRecord> &runs) { take(runs); })
    , m_workers(std::make_unique<WorkerPool>(1)) {
    connect(&sessions, &SessionController::listChanged, this, &DetachedRuns::queryConnected);
    connect(&controller.live(), &LiveRuns::ended, this, &DetachedRuns::startWaiting);
    connect(&controller, &BenchController::stopRequested, this, &DetachedRuns::stop);
}

DetachedRuns::~DetachedRuns() {
    m_bridge.close();
}

/// Called each time a host has been read: another user may have started a run there meanwhile.
void DetachedRuns::queryConnected() {
    std::set<quint64> now;
    std::vector<std::string> fresh;
    for (const auto &session : m_sessions.sessions()) {
        if (session->isCapture() || session->link != HostLink::Connected)
            continue;
        now.insert(session->id);
        if (!m_connected.contains(session->id))
            fresh.push_back(session->target().toStdString());
    }
    m_connected = std::move(now);
    if (!fresh.empty())
        read(std::move(fresh));
}

void DetachedRuns::read(std::vector<std::string> hosts) {
    m_workers->post([to = m_read.sender(), path = m_sessions.tools().store(), hosts = std::move(hosts)] {
        to.post(readDetached(path, hosts));
    });
}

void DetachedRuns::take(const std::vector<bench::RunRecord> &runs) {
    for (bench::RunRecord run : runs) {
        const std::string &id = run.state.id;
        const bool isKnown = std::any_of(m_waiting.begin(), m_waiting.end(),
                                         [&](const auto &waiting) { return waiting.state.id == id; });
        if (isKnown || m_controller.live().isInProgress(id))
            continue;
        if (const auto spec = m_controller.live().specOf(id)) // with its secrets: it was started here
            run.spec = *spec;
        run.spec.telemetry = false;
        if (const auto secret = completeSecrets(run.spec.command); !secret.what.isEmpty()) {
            const QString host = QString::fromStdString(run.spec.host);
            const QString text =
                tr("Cannot follow a detached run: the value of %1 was not saved. To fetch its output in a "
                   "terminal: fabricscope bench run %2 --fetch %3 --set %4=VALUE")
                    .arg(secret.what, host, QString::fromStdString(id), secret.variable);
            m_sessions.log()->append(
                {{QDateTime::currentMSecsSinceEpoch(), QStringLiteral("run"), host, text}});
            Q_EMIT reported(text);
            continue;
        }
        m_waiting.push_back(std::move(run));
    }
    startWaiting();
}

void DetachedRuns::startWaiting() {
    for (auto run = m_waiting.begin(); run != m_waiting.end();) {
        const auto &hosts = m_sessions.sessions();
        const auto host = std::find_if(hosts.begin(), hosts.end(), [&](const auto &session) {
            return !session->isCapture() && session->target().toStdString() == run->spec.host &&
                   session->link == HostLink::Connected;
        });
        if (host != hosts.end() && !m_sessions.tools().hasRoomFor((*host)->id, run->spec)) {
            ++run;
            continue;
        }
        const bench::RunRecord record = std::move(*run);
        run = m_waiting.erase(run);
        if (host == hosts.end()) // looked up again when the host is connected
            continue;
        const auto benchSession = m_controller.live().follow(record, (*host)->simulated().toStdString());
        if (benchSession == nullptr)
            continue;
        m_followed[record.state.id] = {m_sessions.tools().followRun((*host)->id, record, benchSession),
                                       record.group};
        Q_EMIT reported(tr("Following a detached run on %1. See Benchmarks.").arg((*host)->name()));
    }
}

void DetachedRuns::stop(const QString &id) {
    if (const auto found = m_followed.find(id.toStdString()); found != m_followed.end())
        if (const auto run = found->second.run.lock())
            run->stop();
}

bool DetachedRuns::follows(const std::string &group) const {
    return std::any_of(m_followed.begin(), m_followed.end(), [&](const auto &each) {
        const auto run = each.second.run.lock();
        return run != nullptr && each.second.group == group && run->state().phase <= bench::Phase::Stopping;
    });
}

} // namespace fabricscope::app::window
