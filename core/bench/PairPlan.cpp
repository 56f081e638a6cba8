// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/PairPlan.h"

#include "core/base/Text.h"
#include "core/bench/PairAddress.h"
#include "core/bench/Rounds.h"
#include "core/bench/Tools.h"

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

using affinity::Fabric;
using affinity::Nic;

const Fabric &fabricOf(const PairHost &host) {
    return host.facts.examination.judgement.fabric;
}

bool isUp(const Nic &nic) {
    return nic.state == host::NicEntry::State::Active;
}

bool hasOption(const std::vector<OptionValue> &options, std::string_view flag) {
    return std::any_of(options.begin(), options.end(),
                       [&](const OptionValue &option) { return option.flag == flag; });
}

bool isLatency(const std::string &test) {
    return test.ends_with("_lat");
}

/// One side's devices, and what each of them runs.
class Side {
public:
    Side(const PairRequest &request, const PairHost &host) : m_request(request), m_host(host) {}

    /// Those named, else those of the GPU fabric that are up.
    Result<> choose(const std::vector<std::string> &names, std::vector<std::string> &notes) {
        const Fabric &fabric = fabricOf(m_host);
        for (const std::string &name : names) {
            const auto nic = fabric.nicNamed(name);
            if (!nic || !fabric.nics[*nic].rdma)
                return failure(fmt::format("has no RDMA device '{}'", sanitized(name, 64)), m_host.name,
                               "`rdma link` there names them");
            if (std::find(nics.begin(), nics.end(), *nic) == nics.end())
                nics.push_back(*nic);
        }
        for (std::size_t nic = 0; names.empty() && nic < fabric.nics.size(); ++nic)
            take(nic, notes);
        if (nics.empty())
            return failure("no RDMA device is up there", m_host.name,
                           "`rdma link` tells their states; the port must be ACTIVE");
        if (nics.size() > kMostPairDevices)
            return failure(
                fmt::format("has {} RDMA devices: at most {} can be a side", nics.size(), kMostPairDevices),
                m_host.name, "name those that are wanted");
        return {};
    }

    /// With this NIC; `gpu`: with its memory.
    Result<Bound> bind(std::size_t nic, std::optional<std::size_t> gpu) const {
        BindingRequest request;
        request.tool = "perftest";
        request.test = m_request.test;
        request.host = m_host.name;
        request.options = m_request.options;
        request.nic = nic;
        request.gpuMemory = gpu.has_value();
        if (gpu)
            request.gpus = {*gpu};
        if (!hasOption(request.options, "-F"))
            request.options.push_back({"-F", {}}); // a warning about CPU frequencies in front of the numbers
        if (!isLatency(m_request.test) && !hasOption(request.options, "--report_gbits"))
            request.options.push_back({"--report_gbits", {}});
        return bindRun(request, m_host.facts);
    }

    /// By hardware; nothing where that is not known.
    [[nodiscard]] std::optional<std::size_t> nearestGpu(std::size_t nic) const {
        const auto &ideal = m_host.facts.examination.judgement.ideal;
        for (std::size_t gpu = 0; gpu < ideal.size(); ++gpu)
            if (std::find(ideal[gpu].begin(), ideal[gpu].end(), nic) != ideal[gpu].end())
                return gpu;
        return std::nullopt;
    }

    [[nodiscard]] const Nic &nic(std::size_t index) const { return fabricOf(m_host).nics[nics[index]]; }
    [[nodiscard]] const PairHost &host() const { return m_host; }

    std::vector<std::size_t> nics; ///< indices in Fabric::nics

private:
    void take(std::size_t index, std::vector<std::string> &notes) {
        const Nic &nic = fabricOf(m_host).nics[index];
        if (!nic.rdma)
            return;
        if (isUp(nic) && nic.isCandidate())
            nics.push_back(index);
        else
            notes.push_back(fmt::format("{} of {} is left out: {}", sanitized(nic.name, 64),
                                        sanitized(m_host.name, 64),
                                        isUp(nic) ? "it is not of the GPU fabric" : "its port is not up"));
    }

    const PairRequest &m_request;
    const PairHost &m_host;
};

/// Splits rounds in which a device stands twice: as server and as client of one host, or as the server of
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
        std::vector<std::string> again; // of one host: said once
        if (auto done = m_client.choose(clients, m_oneHost ? again : m_plan.notes); !done)
            return tl::unexpected(done.error());
        describe();
        auto rounds = m_request.gpus ? gpuRounds() : nicRounds();
        if (!rounds)
            return tl::unexpected(rounds.error());
        m_plan.rounds = disjoint(*rounds, m_oneHost);
        if (m_plan.cells() == 0)
            return failure("there is no pair to measure", m_server.host().name,
                           "one host needs two RDMA devices that are up");
        return std::move(m_plan);
    }

private:
    void describe() {
        const std::string server = sanitized(m_server.host().name, 64),
                          client = sanitized(m_client.host().name, 64);
        const std::string both = hasOption(m_request.options, "-b") ? " Bidirectional" : "";
        m_plan.test = m_request.test + both;
        m_plan.serverHost = m_server.host().name;
        m_plan.clientHost = m_client.host().name;
        m_plan.unit = isLatency(m_request.test) ? "usec" : "Gb/sec";
        if (m_request.gpus)
            m_plan.title = fmt::format("{}: GPUs of {} (rows) by its NICs (columns), to {}", m_plan.test,
                                       client, m_oneHost ? "another NIC of it" : server);
        else if (m_oneHost)
            m_plan.title = fmt::format("{} on {}: clients (rows), servers (columns)", m_plan.test, server);
        else
            m_plan.title =
                fmt::format("{}: clients on {} (rows), servers on {} (columns)", m_plan.test, client, server);
        if (m_request.gpuMemory && !m_request.gpus)
            m_plan.title += ", GPU memory";
    }

    /// Rows say whose they are where the columns are another host's: equal names are not one device.
    [[nodiscard]] std::string rowLabel(const std::string &device) const {
        return (m_oneHost || m_request.gpus ? "" : sanitized(m_client.host().name, 64) + ' ') +
               sanitized(device, 64);
    }

    Result<std::vector<std::vector<PairCell>>> nicRounds() {
        for (std::size_t i = 0; i < m_client.nics.size(); ++i)
            m_plan.rows.push_back(rowLabel(m_client.nic(i).name));
        for (std::size_t i = 0; i < m_server.nics.size(); ++i)
            m_plan.columns.push_back(sanitized(m_server.nic(i).name, 64));
        const bool among = m_oneHost && m_server.nics == m_client.nics;
        std::vector<std::vector<PairCell>> rounds;
        for (const Round &round : among ? roundsAmong(m_server.nics.size())
                                        : roundsBetween(m_server.nics.size(), m_client.nics.size())) {
            auto &cells = rounds.emplace_back();
            for (const Cell &each : round) {
                if (m_oneHost && m_server.nics[each.server] == m_client.nics[each.client])
                    continue; // a device with itself
                std::optional<std::size_t> gpu;
                if (m_request.gpuMemory)
                    gpu = m_client.nearestGpu(m_client.nics[each.client]);
                auto made = cell({each.client, each.server}, each.server, each.client, gpu);
                if (!made)
                    return tl::unexpected(made.error());
                cells.push_back(std::move(*made));
            }
        }
        return rounds;
    }

    Result<std::vector<std::vector<PairCell>>> gpuRounds() {
        const auto &gpus = fabricOf(m_client.host()).gpus;
        if (gpus.empty() || gpus.size() > kMostPairDevices)
            return failure(gpus.empty() ? "has no GPU" : "has too many GPUs", m_client.host().name);
        for (const affinity::Gpu &gpu : gpus)
            m_plan.rows.push_back(rowLabel(gpu.name));
        for (std::size_t i = 0; i < m_client.nics.size(); ++i)
            m_plan.columns.push_back(sanitized(m_client.nic(i).name, 64));
        std::vector<std::vector<PairCell>> rounds;
        for (const Round &round : roundsBetween(gpus.size(), m_client.nics.size())) {
            auto &cells = rounds.emplace_back();
            for (const Cell &each : round) {
                const auto server = partner(each.client);
                if (!server)
                    return failure("GPUs on one host need two RDMA devices", m_client.host().name);
                auto made = cell({each.server, each.client}, *server, each.client, each.server);
                if (!made)
                    return tl::unexpected(made.error());
                cells.push_back(std::move(*made));
            }
        }
        return rounds;
    }

    /// The server's NIC for one of the client's: of the same rail, else of the same number; on one host the
    /// next one.
    [[nodiscard]] std::optional<std::size_t> partner(std::size_t client) const {
        const std::size_t count = m_server.nics.size();
        if (m_oneHost) {
            for (std::size_t step = 0; step < count; ++step)
                if (const std::size_t at = (client + 1 + step) % count;
                    m_server.nics[at] != m_client.nics[client])
                    return at;
            return std::nullopt;
        }
        const auto &rails = m_client.nic(client).rails;
        for (std::size_t at = 0; at < count; ++at)
            for (const std::string &rail : m_server.nic(at).rails)
                if (std::find(rails.begin(), rails.end(), rail) != rails.end())
                    return at;
        return client % count;
    }

    struct Place {
        std::size_t row = 0, column = 0;
    };
    Result<PairCell> cell(Place place, std::size_t server, std::size_t client,
                          std::optional<std::size_t> clientGpu) {
        PairCell made;
        made.row = place.row;
        made.column = place.column;
        made.serverDevice = m_server.nic(server).name;
        made.clientDevice = m_client.nic(client).name;
        // Of a GPU that is measured by each NIC, the other end's memory is the host's: its own way to a GPU
        // would be in the figure, too.
        made.sameMemory = !m_request.gpus;
        std::optional<std::size_t> serverGpu;
        if (m_request.gpuMemory && !m_request.gpus) {
            serverGpu = m_server.nearestGpu(m_server.nics[server]);
            if (!serverGpu || !clientGpu)
                made.whyNot = fmt::format("which GPU of {} is nearest to {} is not known",
                                          serverGpu ? m_plan.clientHost : m_plan.serverHost,
                                          serverGpu ? made.clientDevice : made.serverDevice);
        }
        if (auto done = fill(made, made.server, m_server, m_server.nics[server], serverGpu); !done)
            return tl::unexpected(done.error());
        if (auto done = fill(made, made.client, m_client, m_client.nics[client], clientGpu); !done)
            return tl::unexpected(done.error());
        made.address = m_request.address.empty() ? pairAddress(m_server.host().facts, m_server.nic(server),
                                                               m_client.nic(client), m_oneHost)
                                                 : m_request.address;
        if (made.address.empty() && made.whyNot.empty())
            made.whyNot = fmt::format("no IPv4 address of {} is known", m_plan.serverHost);
        return made;
    }

    /// What this end runs; each NIC with each GPU is worked out once.
    Result<> fill(PairCell &made, Command &command, const Side &side, std::size_t nic,
                  std::optional<std::size_t> gpu) {
        const auto key = std::tuple(&side == &m_server, nic, gpu);
        auto found = m_bound.find(key);
        if (found == m_bound.end()) {
            auto bound = side.bind(nic, gpu);
            if (!bound)
                return tl::unexpected(bound.error());
            for (const Filled &filled : bound->filled)
                if (!filled.isSet && filled.what == "-x")
                    note(fmt::format("{} {}: no GID index is given: {}", side.host().name,
                                     fabricOf(side.host()).nics[nic].name, filled.why));
            found = m_bound.emplace(key, std::move(*bound)).first;
        }
        command = found->second.spec.command;
        for (const Finding &finding : found->second.findings)
            if (finding.weight == Weight::Error && made.whyNot.empty())
                made.whyNot = fmt::format("{}: {}", side.host().name, finding.title);
        return {};
    }

    void note(std::string text) {
        text = sanitized(text, 400);
        if (std::find(m_plan.notes.begin(), m_plan.notes.end(), text) == m_plan.notes.end())
            m_plan.notes.push_back(std::move(text));
    }

    const PairRequest &m_request;
    bool m_oneHost;
    Side m_server, m_client;
    PairPlan m_plan;
    std::map<std::tuple<bool, std::size_t, std::optional<std::size_t>>, Bound> m_bound;
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
        return failure(fmt::format("perftest has no test '{}'", sanitized(request.test, 64)), {},
                       "fabricscope bench list perftest names all");
    if (request.address.starts_with('-'))
        return failure(fmt::format("'{}' is no address", sanitized(request.address, 64)), server.name);
    return Planner(request, server, client).run();
}

Result<PairPlan> planPairs(const PairRequest &request, const PairHost &host) {
    return planPairs(request, host, host);
}

} // namespace fabricscope::bench
