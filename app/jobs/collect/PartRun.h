// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/script/ScriptChannel.h"
#include "core/capture/StreamSplitter.h"

#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>

namespace fabricscope::app {

/// Parts of the collector in one shell on one channel, so that a host starts one login shell for all of them.
/// Parts arrive one after another on standard output, and others at the same time on standard error. It
/// starts the script, splits the output into sections, and reports how each part ended. Everything happens on
/// the job's strand; the io thread only copies bytes there.
class PartRun : public std::enable_shared_from_this<PartRun> {
public:
    struct Outcome {
        remote::Exit exit;                    ///< empty if the part is complete and the shell continues
        bool begun = false;                   ///< the part's first line was received
        bool done = false;                    ///< and its last one
        bool stuck = false;                   ///< silent for longer than allowed
        bool isShared = false;                ///< other parts were expected from the same shell
        std::chrono::milliseconds startUp{0}; ///< from the channel's start until the shell was ready
        std::string openSection;              ///< the section being read then
        std::string lastLine;                 ///< and its last line
        std::string errorText; ///< standard error, sanitized and bounded; if nothing began and it is
                               ///< empty, standard output
    };
    struct Events {
        std::function<void(capture::Part)> begun;
        std::function<void(capture::Section)> section; ///< names its part
        std::function<void(capture::Part, std::string)> note;
        /// sudo refused the password: call answer().
        std::function<void()> passwordRefused;
        /// Once for each part of the plan, and for the one that only some hosts deliver if it began.
        std::function<void(capture::Part, const Outcome &)> ended;
        std::function<void()> finished; ///< exactly once, last
    };
    struct Plan {
        std::vector<capture::Part> out; ///< on standard output, in this order; not empty
        std::vector<capture::Part>
            err; ///< on standard error, once the first of `out` has come; empty: that is text
        /// May precede those on standard error: what only root can read, if the login is root's.
        std::optional<capture::Part> maybe;
        std::string script;
        std::string rest; ///< of the script, for sendRest()
        /// How long a part may stay silent.
        std::function<std::chrono::milliseconds(capture::Part)> silence;
    };

    PartRun(remote::Client &client, Plan plan, ScriptShell shell, std::string nonce, Strand strand,
            Events events);
    void start(const std::shared_ptr<remote::Transport> &transport, std::shared_ptr<KeptShell> kept,
               remote::Secret password = {});
    void sendRest();
    /// The next password; an empty one gives up.
    void answer(const remote::Secret &password);
    void cancel();

private:
    /// One of the two streams.
    struct Lane {
        remote::Stream stream = remote::Stream::Out;
        std::deque<capture::Part> left; ///< expected; the first is the one being read
        std::unique_ptr<capture::StreamSplitter> splitter;
        bool isBegun = false; ///< the part being read
        bool isOpen = false;  ///< data is expected now
        bool isEnded = false; ///< further data is discarded
        std::function<void()> stopTimer;
    };

    void received(remote::Stream stream, const std::string &bytes);
    void feed(Lane &lane, std::string_view bytes);
    void renew(Lane &lane);
    void open(Lane &lane);
    void watch(Lane &lane, std::chrono::milliseconds after);
    void checkSilence(Lane &lane);
    void partDone(Lane &lane);
    void endLane(Lane &lane, const remote::Exit &exit, bool stuck);
    void closeWhenIdle();
    void ended(const remote::Exit &exit);
    [[nodiscard]] capture::Part partOf(const Lane &lane) const;
    [[nodiscard]] std::chrono::milliseconds silenceOf(const Lane &lane) const;
    [[nodiscard]] Outcome outcomeOf(const Lane &lane) const;

    remote::Client &m_client;
    Plan m_plan;
    std::string m_nonce;
    Strand m_strand; ///< a copy: late posts may arrive after the job is gone
    Events m_events;
    std::shared_ptr<ScriptChannel> m_channel;
    std::array<Lane, 2> m_lanes;
    std::string m_errorText;
    std::string m_frontText; ///< of standard output, before the script's first line
    std::array<std::atomic<std::int64_t>, 2> m_lastByteMs{}; ///< of each lane; of a monotonic clock
    std::atomic<std::int64_t> m_startUpMs{0};
    std::atomic<std::size_t> m_backlog{0}; ///< bytes copied but not yet split
    std::atomic<bool> m_paused{false};
    std::int64_t m_startedMs = 0;
    bool m_isAsking = false; ///< for the next password
    bool m_finished = false;
};

/// Unix time in milliseconds: core has no clock.
[[nodiscard]] std::int64_t nowMs();

} // namespace fabricscope::app
