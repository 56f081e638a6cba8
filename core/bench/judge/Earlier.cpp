// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Earlier.h"

#include "core/base/Text.h"
#include "core/bench/plan/Environment.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace fabricscope::bench {

namespace {

/// Facts of the context that identify participants, besides the ranks' lines; for perftest also the number
/// and kind of connections, without which a rate means nothing.
constexpr std::string_view kWho[] = {"ranks",      "threads",    "gpus_per_thread", "device",
                                     "gpu_memory", "remote_gid", "number_of_qps",   "connection_type"};
constexpr std::string_view kRank = "rank_", kOn = " on ";
constexpr std::string_view kPeer =
    "remote_address"; ///< "LID 0x05 QPN 0x01ab PSN 0x...": all but the LID is new each time

/// "LID 0x05": the port of an InfiniBand fabric that answered.
std::string_view lidOf(std::string_view address) {
    return trimmed(address.substr(0, address.find(" QPN")));
}

std::map<std::string_view, std::string_view> byName(const Command &command) {
    std::map<std::string_view, std::string_view> values;
    for (const EnvironmentValue &each : command.environment)
        if (!isSecret(each))
            values[each.name] = each.value;
    return values;
}

/// What the sizes of a collective consist of: "float sum"; empty for other tools.
std::string dataOf(const Results &results) {
    return results.rows.empty() ? std::string() : results.rows[0].type + ' ' + results.rows[0].redop;
}

} // namespace

std::vector<std::string> participantsOf(const Results &results) {
    std::vector<std::string> all;
    for (const ContextFact &fact : results.context) {
        const std::string_view key = fact.key;
        std::string_view value = fact.value;
        if (key.starts_with(kRank)) { // "Group 0 Pid 1942267 on node-1 device 0 [0x0f] NVIDIA H100"
            const std::size_t on = value.find(kOn);
            value.remove_prefix(on == std::string_view::npos ? 0 : on + kOn.size());
        } else if (key == kPeer) {
            value = lidOf(value);
        } else if (std::find(std::begin(kWho), std::end(kWho), key) == std::end(kWho)) {
            continue;
        }
        all.push_back(fact.key + " " + std::string(value));
    }
    std::sort(all.begin(), all.end());
    return all;
}

bool hasRows(const Results &results) {
    return !results.rows.empty() || !results.series.empty() || !results.matrices.empty();
}

bool isSameKind(const RunSpec &one, const RunSpec &other) {
    return one.tool == other.tool && one.test == other.test && one.host == other.host;
}

bool isComparable(const RunSpec &spec, const Results &results, const EarlierRun &earlier, bool isSwept) {
    // Wrong values in any of its tables: the run shows nothing.
    if (!isSameKind(spec, earlier.record.spec) || earlier.record.summary.wrong.value_or(0) > 0)
        return false;
    const Command &now = spec.command, &then = earlier.record.spec.command;
    if ((isSwept || !earlier.record.sweepValue.empty()) &&
        (now.words != then.words || byName(now) != byName(then)))
        return false;
    const std::string &test = results.test, &testThen = earlier.results->test;
    if (!test.empty() && !testThen.empty() && test != testThen) // whatever the commands say
        return false;
    if (!hasRows(results))
        return true;
    if (dataOf(results) != dataOf(*earlier.results))
        return false;
    const std::vector<std::string> who = participantsOf(results);
    // If the tool names no participants, only the command identifies what was measured.
    return who == participantsOf(*earlier.results) && (!who.empty() || now.words == then.words);
}

std::vector<std::string> changedVariables(const Command &command,
                                          std::span<const EarlierRun *const> earlier) {
    std::set<std::string> names;
    const auto now = byName(command);
    for (const EarlierRun *run : earlier) {
        const auto then = byName(run->record.spec.command);
        for (const auto &[name, value] : now)
            if (const auto found = then.find(name); found == then.end() || found->second != value)
                names.emplace(name);
        for (const auto &[name, value] : then)
            if (!now.contains(name))
                names.emplace(name);
    }
    return {names.begin(), names.end()};
}

} // namespace fabricscope::bench
