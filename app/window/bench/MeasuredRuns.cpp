// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/MeasuredRuns.h"

#include "app/window/bench/BenchController.h"
#include "app/window/session/HostSession.h"
#include "core/store/RunStore.h"

#include <QTimer>

#include <filesystem>
#include <utility>

namespace fabricscope::app::window {

namespace {

constexpr const char *kTool = "perftest";
/// The end of a run is committed by then; until then the record of this session is used.
constexpr int kSoonMs = 1500;

Result<std::vector<bench::RunRecord>> readRuns(const std::string &path, const std::string &host) {
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return std::vector<bench::RunRecord>();
    return store::RunStore::open(path, {.readOnly = true}).and_then([&](const store::RunStore &store) {
        return store.list({host, kTool, {}, MeasuredRuns::kMaxRead});
    });
}

} // namespace

MeasuredRuns::MeasuredRuns(BenchController &controller, std::function<std::string()> store, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_store(std::move(store))
    , m_soon(new QTimer(this))
    , m_read(m_bridge.mailbox(),
             [this](bridge::Origin from, Result<std::vector<bench::RunRecord>> read) {
                 take(from.generation, std::move(read));
             })
    , m_workers(std::make_unique<WorkerPool>(1)) {
    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &MeasuredRuns::read);
    connect(&controller.live(), &LiveRuns::ended, this, [this] {
        ++m_stamp;
        m_soon->start();
        Q_EMIT changed();
    });
}

MeasuredRuns::~MeasuredRuns() {
    m_bridge.close();
}

std::shared_ptr<const MeasuredRuns::Pairs> MeasuredRuns::pairs(const HostSession &host) {
    const Snapshot &snapshot = host.snapshot;
    if (host.isCapture() || !snapshot.topology || !snapshot.examination)
        return nullptr;
    if (std::string target = host.target().toStdString(); target != m_host) {
        m_host = std::move(target);
        m_storedRuns.clear();
        ++m_stamp;
        read();
    }
    if (m_made.pairs && m_made.stamp == m_stamp && m_made.examination == snapshot.examination)
        return m_made.pairs;
    std::vector<bench::RunRecord> runs = m_controller.live().endedRuns(m_host);
    runs.insert(runs.end(), m_storedRuns.begin(), m_storedRuns.end());
    auto made =
        std::make_shared<const Pairs>(bench::measuredPairs(runs, *snapshot.topology, *snapshot.examination));
    // Views redraw if the object differs.
    if (m_made.pairs == nullptr || m_made.examination != snapshot.examination || *m_made.pairs != *made)
        m_made.pairs = std::move(made);
    m_made.stamp = m_stamp;
    m_made.examination = snapshot.examination;
    return m_made.pairs;
}

void MeasuredRuns::read() {
    if (!m_host.empty())
        m_workers->post([to = m_read.sender(), stamp = m_stamp, path = m_store(), host = m_host] {
            to.post({0, stamp}, readRuns(path, host));
        });
}

/// A database that cannot be read is reported on the Benchmarks screen.
void MeasuredRuns::take(std::uint64_t stamp, Result<std::vector<bench::RunRecord>> read) {
    if (stamp != m_stamp || !read)
        return;
    m_storedRuns = std::move(*read);
    ++m_stamp;
    Q_EMIT changed();
}

} // namespace fabricscope::app::window
