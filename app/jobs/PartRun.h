// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "core/capture/StreamSplitter.h"
#include "remote/Transport.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

namespace fabricscope::app {

/// One part of the collector on one channel: starts it, cuts its output into sections, says how it ended.
/// Everything happens on the job's strand; the io thread only copies bytes there.
class PartRun : public std::enable_shared_from_this<PartRun> {
public:
    struct Outcome {
        remote::Exit exit;
        bool begun = false;                   ///< the script's first line came
        bool done = false;                    ///< and its last
        bool stuck = false;                   ///< silent for longer than it may be
        std::chrono::milliseconds startUp{0}; ///< from the command's start to the script's first line
        std::string openSection;              ///< what was being read then
        std::string lastLine;                 ///< and the last line that came of it
        std::string errorText;                ///< standard error, sanitized and bounded; where nothing
                                              ///< began and it is empty, standard output
    };
    struct Events {
        std::function<void(capture::Section)> section;
        std::function<void(std::string)> note;
        std::function<void(const std::string &marker)> prompt; ///< sudo asks for a password
        std::function<void(const Outcome &)> finished;         ///< exactly once, last
    };

    PartRun(capture::Part part, std::string nonce, Strand &strand, Events events);
    void start(remote::Transport &transport, remote::Command command, std::string promptMarker = {});
    void write(std::string bytes, bool closeAfter);
    void cancel();

private:
    void received(remote::Stream stream, const std::string &bytes);
    void ended(const remote::Exit &exit);

    capture::Part m_part;
    Strand &m_strand;
    Events m_events;
    capture::StreamSplitter m_splitter;
    [[nodiscard]] std::shared_ptr<remote::Process> process();

    std::mutex m_processMutex; ///< the io thread reads m_process, the strand writes it
    std::shared_ptr<remote::Process> m_process;
    std::string m_promptMarker;
    std::string m_errorText;
    std::string m_frontText;               ///< of standard output, in front of the script's first line
    std::atomic<std::size_t> m_backlog{0}; ///< bytes copied and not yet cut
    std::atomic<bool> m_paused{false};
    bool m_finished = false;
    std::int64_t m_startedMs = 0;
    std::optional<std::int64_t> m_begunMs;
};

/// Unix time in milliseconds: core has no clock of its own.
[[nodiscard]] std::int64_t nowMs();

} // namespace fabricscope::app
