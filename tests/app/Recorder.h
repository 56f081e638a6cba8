// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"

#include <condition_variable>
#include <mutex>

namespace fabricscope::test {

/// Collects one target, waits for the end and records all events.
class Recorder {
public:
    /// Returns false if the job did not end within the limit.
    bool run(remote::Endpoint endpoint, app::CollectOptions options = {},
             bool cancelAtFirstSnapshot = false) {
        remote::Client client;
        auto pool = std::make_unique<app::WorkerPool>();
        std::shared_ptr<app::CollectJob> job;
        app::CollectJob::Events events;
        events.state = [this](app::JobState state) {
            states.push_back(state);
        };
        events.log = [this](const app::LogLine &line) {
            log.push_back(line);
        };
        events.snapshot = [&](const app::Snapshot &snapshot) {
            snapshots.push_back(snapshot);
            if (cancelAtFirstSnapshot) {
                const std::scoped_lock lock(m_mutex);
                if (job)
                    job->cancel();
            }
        };
        events.finished = [this](const std::optional<remote::Failure> &how) {
            const std::scoped_lock lock(m_mutex);
            failure = how;
            ++finishedCalls;
            m_wake.notify_all();
        };
        {
            std::unique_lock lock(m_mutex);
            job = app::CollectJob::start(client, std::move(endpoint), {}, {}, std::move(options),
                                         std::move(events), pool.get());
            m_wake.wait_for(lock, std::chrono::seconds(60), [this] { return finishedCalls > 0; });
        }
        pool.reset();
        return finishedCalls == 1;
    }

    [[nodiscard]] std::string logText() const {
        std::string text;
        for (const app::LogLine &line : log)
            text += line.channel + ": " + line.text + "\n";
        return text;
    }
    [[nodiscard]] const app::Snapshot &last() const { return snapshots.back(); }

    std::vector<app::JobState> states;
    std::vector<app::LogLine> log;
    std::vector<app::Snapshot> snapshots;
    std::optional<remote::Failure> failure;
    int finishedCalls = 0;

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
};

} // namespace fabricscope::test
