// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/GuestScenario.h"

#include "tests/e2e/Server.h"

#include <iostream>

namespace fabricscope::e2e {

using nlohmann::json;
using namespace std::chrono_literals;

namespace {

json parsed(const CommandResult &result) {
    std::cout << result.err;
    return json::parse(result.out, nullptr, false);
}

std::string bdf(const json &list, const json &id) {
    return id.is_null() ? std::string() : list.at(id.get<std::size_t>())["bdf"].get<std::string>();
}

Pairs pairsOf(const json &verification, const json &list) {
    Pairs pairs;
    for (const json &pair : list)
        pairs[bdf(verification["gpus"], pair["gpu"])] = bdf(verification["nics"], pair["nic"]);
    return pairs;
}

} // namespace

std::vector<std::string> GuestScenario::sides() const {
    std::vector<std::string> arguments = {"--guest", guest, "--host", host};
    if (!earlier.empty())
        arguments.insert(arguments.end(), {"--earlier", earlier});
    return arguments;
}

json GuestScenario::hostVm() const {
    std::vector<std::string> arguments = {"show", host, guest, "--view", "host-vm", "--json"};
    if (!earlier.empty())
        arguments.insert(arguments.end(), {"--earlier", earlier});
    return parsed(Server::program("fabricscope", std::move(arguments), 60s));
}

CommandResult GuestScenario::generate(const std::string &file, const std::vector<std::string> &more) const {
    std::vector<std::string> arguments = {"nccl-topo", "generate", "--flavor", "nccl", "-o", file};
    for (const auto &part : {sides(), more})
        arguments.insert(arguments.end(), part.begin(), part.end());
    return Server::program("fabricscope", std::move(arguments), 300s);
}

json GuestScenario::verify(const std::string &file) const {
    std::vector<std::string> arguments = {"nccl-topo", "verify", file, "--flavor", "nccl", "--json"};
    const std::vector<std::string> both = sides();
    arguments.insert(arguments.end(), both.begin(), both.end());
    return parsed(Server::program("fabricscope", std::move(arguments), 60s));
}

Pairs matchesOf(const json &hostVm) {
    Pairs pairs;
    for (const json &match : hostVm.at("matches"))
        pairs[match["guest"]["bdf"].get<std::string>()] = match["on_host"]["bdf"].get<std::string>();
    return pairs;
}

std::set<std::string> sourcesOf(const json &hostVm) {
    std::set<std::string> sources;
    for (const json &match : hostVm.at("matches"))
        for (const json &proof : match["proofs"])
            sources.insert(proof["source"].get<std::string>());
    return sources;
}

Pairs wiredOf(const json &verification) {
    return pairsOf(verification, verification.at("as_wired").at("pairs"));
}

Pairs claimsOf(const json &verification) {
    return pairsOf(verification, verification.at("as_written").at("claims"));
}

} // namespace fabricscope::e2e
