// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PairPlan.h"

#include "core/base/HostText.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/pairs/PairAddress.h"
#include "core/bench/pairs/PairSide.h"
#include "core/bench/pairs/Rounds.h"
#include "core/bench/plan/Transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace fabricscope::bench {

namespace {

bool hasOption(const std::vector<OptionValue> &options, std::string_view flag) {
    return std::any_of(options.begin(), options.end(),
                       [&](const OptionValue &option) { return option.flag == flag; });
}

bool isLatency(const std::string &test) {
    return test.ends_with("_lat");
}

/// Whether both are the same device of one host.
bool isSame(const PairEnd &one, const PairEnd &other) {
    return one.index == other.index && one.nic.name == other.nic.name;
}

/// Splits rounds in which a device occurs twice: as server and client of one host, or as the server of
/// two.
std::vector<std::vector<PairCell>> disjoint(const std::vector<std::vector<PairCell>> &rounds, bool oneHost) {
    std::vector<std::vector<PairCell>> all;
    for (const std::vector<PairCell> &round : rounds) {
        std::vector<std::vector<PairCell>> parts;
        std::vector<std::set<std::string>> used;
        for (const PairCell &cell : round) {
            const std::string server = cell.serverDevice,
                              client = (oneHost ? "" : "client ") + cell.clientDevice;
            std::size_t part = 0;
            while (part < parts.size() && (used[part].contains(server) || used[part].contains(client)))
                ++part;
            if (part == parts.size()) {
                parts.emplace_back();
                used.emplace_back();
            }
            parts[part].push_back(cell);
            used[part].insert({server, client});
        }
        std::move(parts.begin(), parts.end(), std::back_inserter(all));
    }
    return all;
}

class Planner {
public:
    Planner(const PairRequest &request, const PairHost &server, const PairHost &client)
        : m_request(request)
        , m_oneHost(&server == &client)
        , m_server(request, server)
        , m_client(request, client) {}

    Result<PairPlan> run() {
        const auto &clients = m_oneHost && m_request.clients.empty() ? m_request.servers : m_request.clients;
        if (auto done = m_server.choose(m_request.servers, m_plan.notes); !done)
            return tl::unexpected(done.error());
        std::vector<std::string> again; // on one host: reported once
        if (auto done = m_client.choose(clients, m_oneHost ? again : m_plan.notes); !done)
            return tl::unexpected(done.error());
        describe();
        auto rounds = m_request.gpus ? gpuRounds() : nicRounds();
        if (!rounds)
            return tl::unexpected(rounds.error());
        m_plan.rounds = disjoint(*rounds, m_oneHost);
        if (m_plan.cells() == 0)
            return failure("no pair to measure", m_server.host().name,
                           "one host needs two RDMA devices that are up");
        return std::move(m_plan);
    }

private:
    void describe() {
        const std::string server = HostText(m_server.host().name).plain(64),
                          client = HostText(m_client.host().name).plain(64);
        const std::string both = hasOption(m_request.options, "-b") ? " Bidirectional" : "";
        m_plan.test = m_request.test + both;
        m_plan.serverHost = m_server.host().name;
        m_plan.clientHost = m_client.host().name;
        m_plan.unit = isLatency(m_request.test) ? "usec" : "Gb/sec";
        if (m_request.gpus)
            m_plan.title = fmt::format("{}: GPUs of {} (rows) by its NICs (columns), to {}", m_plan.test,
                                       client, m_oneHost ? "another of its NICs" : server);
        else if (m_oneHost)
            m_plan.title = fmt::format("{} on {}: clients (rows), servers (columns)", m_plan.test, server);
        else
            m_plan.title =
                fmt::format("{}: clients on {} (rows), servers on {} (columns)", m_plan.test, client, server);
        if (m_request.gpuMemory && !m_request.gpus)
            m_plan.title += ", GPU memory";
    }

    /// Rows name their host if the columns belong to another host: equal names are different devices.
    [[nodiscard]] std::string rowLabel(const std::string &device) const {
        return (m_oneHost || m_request.gpus ? "" : HostText(m_client.host().name).plain(64) + ' ') +
               HostText(device).plain(64);
    }

    Result<std::vector<std::vector<PairCell>>> nicRounds() {
        for (std::size_t i = 0; i < m_client.ends().size(); ++i)
            m_plan.rows.push_back(rowLabel(m_client.ends()[i].nic.name));
        for (std::size_t i = 0; i < m_server.ends().size(); ++i)
            m_plan.columns.push_back(HostText(m_server.ends()[i].nic.name).plain(64));
        const bool among = m_oneHost && std::equal(m_server.ends().begin(), m_server.ends().end(),
                                                   m_client.ends().begin(), m_client.ends().end(), isSame);
        std::vector<std::vector<PairCell>> rounds;
        for (const Round &round : among ? roundsAmong(m_server.ends().size())
                                        : roundsBetween(m_server.ends().size(), m_client.ends().size())) {
            auto &cells = rounds.emplace_back();
            for (const Cell &each : round) {
                if (m_oneHost && isSame(m_server.ends()[each.server], m_client.ends()[each.client]))
                    continue; // a device with itself
                std::optional<std::size_t> gpu;
                if (m_request.gpuMemory)
                    gpu = m_client.nearestGpu(m_client.ends()[each.client]);
                auto made = cell({each.client, each.server}, each.server, each.client, gpu);
                if (!made)
                    return tl::unexpected(made.error());
                cells.push_back(std::move(*made));
            }
        }
        return rounds;
    }

    Result<std::vector<std::vector<PairCell>>> gpuRounds() {
        const auto &gpus = m_client.host().facts.examination.judgement.fabric.gpus;
        if (gpus.empty() || gpus.size() > kMaxPairDevices)
            return failure(gpus.empty() ? "has no GPU" : "has too many GPUs", m_client.host().name);
        for (const affinity::Gpu &gpu : gpus)
            m_plan.rows.push_back(rowLabel(gpu.name));
        for (std::size_t i = 0; i < m_client.ends().size(); ++i)
            m_plan.columns.push_back(HostText(m_client.ends()[i].nic.name).plain(64));
        std::vector<std::vector<PairCell>> rounds;
        for (const Round &round : roundsBetween(gpus.size(), m_client.ends().size())) {
            auto &cells = rounds.emplace_back();
            for (const Cell &each : round) {
                const auto server = partner(each.client);
                if (!server)
                    return failure(
                        "a GPU matrix on one host needs two RDMA devices that are up and can connect",
                        m_client.host().name);
                auto made = cell({each.server, each.client}, *server, each.client, each.server);
                if (!made)
                    return tl::unexpected(made.error());
                cells.push_back(std::move(*made));
            }
        }
        return rounds;
    }

    /// The server's NIC for one of the client's: of the same rail, else with the same number; on one host the
    /// next one.
    [[nodiscard]] std::optional<std::size_t> partner(std::size_t client) const {
        const std::size_t count = m_server.ends().size();
        if (m_oneHost) {
            for (std::size_t step = 0; step < count; ++step)
                if (const std::size_t at = (client + 1 + step) % count;
                    !isSame(m_server.ends()[at], m_client.ends()[client]) &&
                    whyNotReached(m_server.ends()[at], m_client.ends()[client]).empty())
                    return at;
            return std::nullopt;
        }
        const auto &rails = m_client.ends()[client].nic.rails;
        for (std::size_t at = 0; at < count; ++at)
            for (const std::string &rail : m_server.ends()[at].nic.rails)
                if (std::find(rails.begin(), rails.end(), rail) != rails.end())
                    return at;
        return client % count;
    }

    struct Place {
        std::size_t row = 0, column = 0;
    };
    Result<PairCell> cell(Place place, std::size_t server, std::size_t client,
                          std::optional<std::size_t> clientGpu) {
        const PairEnd &serverEnd = m_server.ends()[server], &clientEnd = m_client.ends()[client];
        PairCell made;
        made.row = place.row;
        made.column = place.column;
        made.serverDevice = serverEnd.nic.name;
        made.clientDevice = clientEnd.nic.name;
        // If a GPU is measured with each NIC, the other end uses host memory: otherwise its path to a GPU
        // would affect the result, too.
        made.sameMemory = !m_request.gpus;
        std::optional<std::size_t> serverGpu;
        if (m_request.gpuMemory && !m_request.gpus)
            serverGpu = m_server.nearestGpu(serverEnd);
        made.whyNot = whyNotReached(serverEnd, clientEnd);
        if (made.whyNot.empty())
            made.whyNot = whyNoGpu(serverEnd, serverGpu, clientEnd, clientGpu);
        if (auto done = fill(made, made.server, m_server, serverEnd, serverGpu); !done)
            return tl::unexpected(done.error());
        if (auto done = fill(made, made.client, m_client, clientEnd, clientGpu); !done)
            return tl::unexpected(done.error());
        made.address = m_request.address.empty()
                           ? pairAddress(m_server.host().facts, serverEnd.nic, clientEnd.nic, m_oneHost)
                           : m_request.address;
        if (made.address.empty() && made.whyNot.empty())
            made.whyNot = fmt::format("the IPv4 address of {} is unknown", m_plan.serverHost);
        return made;
    }

    [[nodiscard]] std::string_view transport(const PairSide &side, const PairEnd &end) const {
        return transportOf(side.host().facts.topology.host(), end.nic.name);
    }

    /// Why they cannot communicate; empty if they can, or if that is unknown.
    [[nodiscard]] std::string whyNotReached(const PairEnd &server, const PairEnd &client) const {
        const std::string_view one = transport(m_client, client), other = transport(m_server, server);
        if (one.empty() || other.empty() || one == other)
            return {};
        return fmt::format("{} uses {} and {} uses {}: they cannot connect",
                           HostText(client.nic.name).plain(64), one, HostText(server.nic.name).plain(64),
                           other);
    }

    /// Why GPU memory cannot be measured between them; empty if it can be, or is not requested.
    [[nodiscard]] std::string whyNoGpu(const PairEnd &server, std::optional<std::size_t> serverGpu,
                                       const PairEnd &client, std::optional<std::size_t> clientGpu) const {
        if (!m_request.gpuMemory && !m_request.gpus)
            return {};
        for (const PairEnd *end : {&client, &server})
            if (!end->index && (end == &client || !m_request.gpus))
                return fmt::format("{} is {} (software) and cannot access GPU memory", end->nic.name,
                                   end->software);
        if (m_request.gpus || (serverGpu && clientGpu))
            return {};
        return fmt::format("the GPU of {} nearest to {} is unknown",
                           serverGpu ? m_plan.clientHost : m_plan.serverHost,
                           serverGpu ? client.nic.name : server.nic.name);
    }

    /// The command of this end; each NIC with each GPU is bound once.
    Result<> fill(PairCell &made, Command &command, const PairSide &side, const PairEnd &end,
                  std::optional<std::size_t> gpu) {
        const auto key = std::tuple(&side == &m_server, end.nic.name, gpu);
        auto found = m_bound.find(key);
        if (found == m_bound.end()) {
            auto bound = side.bind(end, gpu);
            if (!bound)
                return tl::unexpected(bound.error());
            for (const Filled &filled : bound->filled)
                if (!filled.isSet && filled.what == "-x")
                    note(fmt::format("{} {}: no GID index: {}", side.host().name, end.nic.name, filled.why));
            found = m_bound.emplace(key, std::move(*bound)).first;
        }
        command = found->second.spec.command;
        for (const Finding &finding : found->second.findings)
            if (finding.severity == findings::Severity::Error && made.whyNot.empty())
                made.whyNot = fmt::format("{}: {}", side.host().name, findings::title(finding));
        return {};
    }

    void note(std::string text) {
        text = HostText(text).plain(400);
        if (std::find(m_plan.notes.begin(), m_plan.notes.end(), text) == m_plan.notes.end())
            m_plan.notes.push_back(std::move(text));
    }

    const PairRequest &m_request;
    bool m_oneHost;
    PairSide m_server, m_client;
    PairPlan m_plan;
    std::map<std::tuple<bool, std::string, std::optional<std::size_t>>, BoundRun> m_bound;
};

} // namespace

std::size_t PairPlan::cells() const {
    std::size_t count = 0;
    for (const auto &round : rounds)
        count += round.size();
    return count;
}

Result<PairPlan> planPairs(const PairRequest &request, const PairHost &server, const PairHost &client) {
    const Tool *tool = toolOf("perftest");
    if (tool == nullptr || tool->test(request.test) == nullptr)
        return failure(fmt::format("perftest has no test '{}'", HostText(request.test).plain(64)), {},
                       "fabricscope bench list perftest shows all");
    if (request.address.starts_with('-'))
        return failure(fmt::format("'{}' is not an address", HostText(request.address).plain(64)),
                       server.name);
    return Planner(request, server, client).run();
}

Result<PairPlan> planPairs(const PairRequest &request, const PairHost &host) {
    return planPairs(request, host, host);
}

} // namespace fabricscope::bench
