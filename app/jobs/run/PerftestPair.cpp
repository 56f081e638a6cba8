// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PerftestPair.h"

#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/SupervisorScript.h"
#include "app/jobs/script/RemoteScript.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/pairs/PerftestBanner.h"

#include <fmt/format.h>

#include <random>

namespace fabricscope::app {

namespace {

using bench::Phase;
using remote::Failure;
using std::chrono::seconds;

constexpr int kMaxTries = 3;      ///< another process may take the port before the server
constexpr seconds kServerEnds{3}; ///< on its own, after its client
/// Messages of perftest if it does not reach the server: over a loaded link another try may succeed.
constexpr std::string_view kNotConnected = "Couldn't connect to";
constexpr std::size_t kMaxOutput = std::size_t{1} << 20;
/// Below the ports that kernels assign to connections (ip_local_port_range), above those of services.
constexpr unsigned kFirstPort = 20000, kLastPort = 32000, kCandidates = 16;

std::vector<std::uint16_t> candidates() {
    std::random_device device;
    std::uniform_int_distribution<unsigned> any(kFirstPort, kLastPort);
    std::vector<std::uint16_t> ports;
    for (unsigned i = 0; i < kCandidates; ++i)
        ports.push_back(static_cast<std::uint16_t>(any(device)));
    return ports;
}

/// Why a tool failed: what it printed if it ended by itself, else what is known of its run.
std::string reasonOf(const bench::RunState &state, const std::string &output) {
    const bool hasPrinted = state.why.empty() || state.phase == Phase::Ended;
    return hasPrinted ? HostText(trimmed(output)).plain(300) : state.why;
}

class Pair final : public PerftestPair, public std::enable_shared_from_this<Pair> {
public:
    Pair(remote::Client &client, PerftestSpec spec, Events events)
        : m_client(client), m_spec(std::move(spec)), m_events(std::move(events)) {}

    void begin() {
        m_client.post([self = shared_from_this()] { self->choosePort(); });
    }
    void stop() override {
        m_client.post([self = shared_from_this()] {
            if (self->m_isOver)
                return;
            self->giveUp("stopped");
            if (self->m_look)
                self->m_look->cancel();
        });
    }

private:
    // All of it runs on the io thread.

    /// Runs a short script on the server; `heard` gets its message, without the mark.
    void look(const std::string &script, const std::string &mark,
              std::function<void(const std::string &)> onMessage) {
        m_look = RemoteScript::run(
            m_client, m_spec.server.hostEndpoint, {}, script, mark + "begin",
            [self = shared_from_this(), mark,
             onMessage = std::move(onMessage)](tl::expected<ScriptResult, Failure> result) {
                self->m_look.reset();
                if (!self->m_result.why.empty())
                    return self->finishWhenIdle();
                if (std::exchange(self->m_isGoneEarly, false))
                    return self->serverIsGone();
                if (!result) {
                    self->m_result.server.phase = Phase::Failed;
                    self->giveUp("server host: " + whyOf(result.error()));
                    return self->finishWhenIdle();
                }
                const auto at = result->out.find(mark, result->out.find(mark) + 1);
                std::string_view rest =
                    std::string_view(result->out).substr(std::min(at, result->out.size()));
                onMessage(at == std::string::npos ? std::string()
                                                  : std::string(takeUntil(rest, '\n').substr(mark.size())));
            });
    }

    void choosePort() {
        if (!m_result.why.empty())
            return finishWhenIdle();
        const SupervisorScript script(SupervisorScript::makeRunId());
        look(script.freePort(candidates()), script.mark(), [this](const std::string &message) {
            const auto port = message.starts_with("port ")
                                  ? parseInteger<std::uint16_t>(std::string_view(message).substr(5), 16)
                                  : std::nullopt;
            if (!port || *port == 0) {
                giveUp("no free TCP port on the server host");
                return finishWhenIdle();
            }
            m_result.port = *port;
            startServer();
        });
    }

    bench::RunSpec specOf(const PerftestSpec::Side &side) const {
        bench::RunSpec spec;
        spec.tool = "perftest";
        spec.host = side.hostEndpoint.endpoint.target;
        spec.command = side.command;
        spec.command.words.insert(spec.command.words.end(), {"-p", std::to_string(m_result.port)});
        spec.longest = m_spec.longest;
        return spec;
    }

    [[nodiscard]] ToolRunOptions optionsOf() const {
        ToolRunOptions options;
        options.lease = m_spec.lease;
        return options;
    }

    void startServer() {
        ToolRun::Events events;
        events.output = [self = shared_from_this()](remote::Stream, std::string_view bytes) {
            keep(self->m_result.serverOutput, bytes);
        };
        events.finished = [self = shared_from_this()](const bench::RunState &state) {
            self->serverEnded(state);
        };
        m_result.serverOutput.clear();
        events.state = [self = shared_from_this()](const bench::RunState &state) {
            if (state.phase == Phase::Running && self->m_isAwaited && !self->m_look)
                self->awaitServer();
        };
        bench::RunSpec spec = specOf(m_spec.server);
        spec.longest += m_spec.look * m_spec.maxLooks + kServerEnds; // its client's time counts
        m_isAwaited = true;
        m_silentLooks = 0;
        m_server = ToolRun::start(m_client, m_spec.server.hostEndpoint, std::move(spec), optionsOf(),
                                  std::move(events));
    }

    /// The limit starts when the server runs, however long its host needs to start it. It is given up if it
    /// repeatedly neither listens nor prints anything between two checks.
    void awaitServer() {
        const SupervisorScript script(SupervisorScript::makeRunId());
        look(script.awaitPort(m_result.port, m_spec.look), script.mark(),
             [this, printed = m_result.serverOutput.size()](const std::string &message) {
                 if (message == "listening") {
                     m_isAwaited = false;
                     return startClient();
                 }
                 m_silentLooks = m_result.serverOutput.size() > printed ? 0 : m_silentLooks + 1;
                 if (m_silentLooks < m_spec.maxLooks)
                     return awaitServer();
                 if (!restart())
                     giveUp(fmt::format(
                         "the perftest server did not listen on port {} within {} s ({} attempts)",
                         m_result.port, (m_spec.look * m_spec.maxLooks).count(), m_tries + 1));
             });
    }

    /// Retries on another port once the server has ended; returns false if it was tried often enough.
    bool restart() {
        if (m_tries + 1 >= kMaxTries || !m_result.why.empty())
            return false;
        ++m_tries;
        m_isAwaited = false;
        m_result.clientOutput.clear();
        m_isRestarting = m_server != nullptr;
        if (m_server)
            m_server->stop();
        else
            choosePort();
        return true;
    }

    void startClient() {
        bench::RunSpec spec = specOf(m_spec.client);
        spec.command.words.push_back(m_spec.serverAddress);
        ToolRun::Events events;
        events.output = [self = shared_from_this()](remote::Stream, std::string_view bytes) {
            keep(self->m_result.clientOutput, bytes);
            if (self->m_events.output)
                self->m_events.output(bytes);
        };
        events.finished = [self = shared_from_this()](const bench::RunState &state) {
            self->clientEnded(state);
        };
        m_clientRun = ToolRun::start(m_client, m_spec.client.hostEndpoint, std::move(spec), optionsOf(),
                                     std::move(events));
    }

    static void keep(std::string &text, std::string_view bytes) {
        text += bytes.substr(0, kMaxOutput - std::min(kMaxOutput, text.size()));
    }

    void serverEnded(const bench::RunState &state) {
        m_result.server = state;
        m_server.reset();
        if (std::exchange(m_isRestarting, false))
            return choosePort();
        if (m_clientRun && m_result.why.empty() && state.exitStatus != 0)
            giveUp("the server exited before the client: " +
                   HostText(trimmed(m_result.serverOutput)).plain(300));
        if (m_look && m_result.why.empty()) {
            m_isGoneEarly = true; // it will not listen any more
            m_look->cancel();
        } else if (m_isAwaited && m_result.why.empty()) {
            serverIsGone();
        } else if (!m_look && !m_clientRun) {
            finishWhenIdle();
        }
    }

    /// The server ended before it listened; if the port was taken meanwhile, another one may work.
    void serverIsGone() {
        m_isAwaited = false;
        const bool isTaken = m_result.server.phase == Phase::Ended && m_result.server.exitStatus != 0;
        if (isTaken && ++m_tries < kMaxTries)
            return choosePort();
        giveUp("the perftest server did not start: " + reasonOf(m_result.server, m_result.serverOutput));
        finishWhenIdle();
    }

    void clientEnded(const bench::RunState &state) {
        m_result.client = state;
        m_clientRun.reset();
        const bool notConnected = state.exitStatus.value_or(0) != 0 &&
                                  m_result.clientOutput.find(kNotConnected) != std::string::npos;
        if (notConnected && m_server && restart())
            return;
        if (m_result.why.empty() && (state.phase != Phase::Ended || state.exitStatus != 0))
            m_result.why = "the client did not finish: " + reasonOf(state, m_result.clientOutput);
        if (!m_server)
            return finishWhenIdle();
        if (!m_result.why.empty())
            return m_server->stop();
        m_late = m_client.after(kServerEnds, [self = shared_from_this()] {
            if (self->m_server)
                self->m_server->stop();
        });
    }

    void giveUp(std::string why) {
        if (m_result.why.empty())
            m_result.why = std::move(why);
        for (const auto &run : {m_clientRun, m_server})
            if (run)
                run->stop();
    }

    void finishWhenIdle() {
        if (m_server || m_clientRun || m_look || m_isOver)
            return;
        m_isOver = true;
        if (auto cancel = std::exchange(m_late, {}))
            cancel();
        if (m_result.why.empty())
            m_result.mismatches =
                bench::bannerDifferences(m_result.serverOutput, m_result.clientOutput, m_spec.sameMemory);
        const Events events = std::exchange(m_events, {});
        if (events.finished)
            events.finished(m_result);
    }

    remote::Client &m_client;
    PerftestSpec m_spec;
    Events m_events;
    PerftestResult m_result;
    std::shared_ptr<RemoteScript> m_look;
    std::shared_ptr<ToolRun> m_server, m_clientRun;
    std::function<void()> m_late;
    int m_tries = 0;
    int m_silentLooks = 0;       ///< consecutive checks of the port without output of the server
    bool m_isAwaited = false;    ///< the server, until it listens
    bool m_isRestarting = false; ///< on another port, after the end of the server
    bool m_isGoneEarly = false;  ///< the server, before it listened
    bool m_isOver = false;
};

} // namespace

std::shared_ptr<PerftestPair> PerftestPair::start(remote::Client &client, PerftestSpec spec, Events events) {
    auto pair = std::make_shared<Pair>(client, std::move(spec), std::move(events));
    pair->begin();
    return pair;
}

} // namespace fabricscope::app
