// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchLog.h"

#include "core/base/TextDecoder.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/view/LibraryPage.h"
#include "core/nccl/log/DebugLogReader.h"
#include "core/topology/Topology.h"

#include <algorithm>
#include <fstream>

namespace fabricscope::app::window {

namespace {

constexpr std::size_t kPieceBytes = 1 << 20;

bool hasContent(const nccl::log::DebugLog &log) {
    return log.infoLines > 0 || !log.warnings.empty() || !log.version.empty();
}

/// The hosts to choose from, and the current choice.
bench::BenchChoices choicesOf(const std::vector<bench::LogHost> &hosts, const std::string &chosen) {
    bench::BenchChoices choices;
    if (hosts.empty())
        return choices;
    choices.all.push_back({{}, "Unknown"});
    for (const bench::LogHost &host : hosts)
        choices.all.push_back({host.key, host.words});
    choices.chosen = chosen;
    return choices;
}

/// A demo host may have the name of the real host of the log.
void noteSimulatedCeiling(bench::BenchView &view, const std::string &simulated, const std::string &name) {
    if (simulated.empty())
        return;
    view.ceiling->words += ", simulated host";
    view.findings.emplace_back("log.simulated_host").set("name", name);
}

} // namespace

BenchSign benchSign(std::string_view head) {
    TextDecoder decoder;
    head = decoder.feed(head);
    if (head.find('\0') != std::string_view::npos)
        return BenchSign::None;
    const auto parser = bench::makeParser("auto");
    parser->restoreLines();
    nccl::log::DebugLogReader library;
    parser->feed(head);
    library.feed(head);
    parser->end(); // a JSON document is reported at its end, even if truncated
    library.end();
    const auto &results = parser->results();
    if (hasContent(library.log()) ||
        std::any_of(results.begin(), results.end(), [](const auto &each) { return !each.tool.empty(); }))
        return BenchSign::Output;
    return results.empty() ? BenchSign::None : BenchSign::ErrorLine;
}

Result<BenchLog> readBenchLog(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return failure("cannot be read", path);
    const auto parser = bench::makeParser("auto");
    parser->restoreLines();
    nccl::log::DebugLogReader library;
    TextDecoder decoder;
    const auto take = [&](std::string_view text) {
        parser->feed(text);
        library.feed(text);
    };
    std::string piece(kPieceBytes, '\0');
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
        take(decoder.feed({piece.data(), static_cast<std::size_t>(file.gcount())}));
    take(decoder.end());
    if (file.bad())
        return failure("cannot be read completely", path);
    parser->end();
    library.end();
    BenchLog log;
    for (const bench::Results &each : parser->results())
        log.runs.push_back(std::make_shared<const bench::Results>(each));
    if (hasContent(library.log()))
        log.library = std::make_shared<const nccl::log::DebugLog>(library.log());
    if (log.runs.empty() && log.library) { // nothing was measured: only the library's messages
        bench::Results none;
        none.test = "NCCL_DEBUG log";
        log.runs.push_back(std::make_shared<const bench::Results>(std::move(none)));
    }
    return log;
}

std::vector<bench::BenchView> judgeBenchLog(const BenchLog &log, const std::string &name,
                                            const std::vector<bench::LogHost> &hosts,
                                            const std::optional<std::string> &chosen) {
    std::vector<bench::BenchView> views;
    for (const auto &results : log.runs) {
        const auto proposed = chosen ? std::nullopt : bench::hostOfLog(*results, hosts);
        const auto host = std::find_if(hosts.begin(), hosts.end(), [&](const bench::LogHost &each) {
            return proposed ? &each == &hosts[*proposed] : chosen && each.key == *chosen;
        });
        const bench::BenchHost facts = host != hosts.end() ? host->facts : bench::BenchHost();
        bench::BenchView &view = views.emplace_back();
        view.results = results;
        view.source = name;
        view.hostOfLog = choicesOf(hosts, host != hosts.end() ? host->key : std::string());
        if (host != hosts.end())
            view.hosts = {host->words};
        if (results->version.find("simulated") != std::string::npos) // set by the tools of demo hosts
            view.simulated = results->version;
        bench::judgeBench(view, facts);
        if (view.simulated.empty() && view.ceiling && facts.topology)
            noteSimulatedCeiling(view, facts.topology->host().simulated, host->words);
        if (log.library)
            view.library =
                std::make_shared<const bench::LibraryPage>(bench::libraryPage(*log.library, *results, facts));
    }
    return views;
}

} // namespace fabricscope::app::window
