// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/RunsUsage.h"

#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/run/RunUpkeep.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/base/Text.h"
#include "core/json/RunJson.h"
#include "core/store/RunRetention.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace fabricscope::app::cli {

namespace {

int fail(const Error &error) {
    printText(stderr, "fabricscope: {}\n", error.toString());
    return kBadInput;
}

std::string limitText(std::uint64_t bytes) {
    return bytes == 0 ? "no limit" : "limit " + storageText(bytes);
}

void printSize(const bench::RunSize &size) {
    printText("{:<32} {:<18} {:<14} {:>12} {:>12} {:>12} {:>12} {:>12}{}\n", HostText(size.id).line(64),
              HostText(size.host).line(64), HostText(size.tool).line(32), storageText(size.total()),
              storageText(size.output), storageText(size.telemetry), storageText(size.files),
              storageText(size.captures), size.isPinned ? "  pinned" : "");
}

} // namespace

int showUsage(const store::RunStore &store, const std::string &path, std::size_t most, bool json) {
    const auto usage = store::usageOf(store);
    if (!usage)
        return fail(usage.error());
    std::vector<bench::RunSize> sizes;
    const auto seen = store::visitSizes(store, [&](const bench::RunSize &size) {
        sizes.push_back(size);
        return sizes.size() < most;
    });
    if (!seen)
        return fail(seen.error());
    if (json) {
        printVerbatim(json::usageDocument(*usage, sizes));
        return kDone;
    }
    printText("{}: {} in {} runs, {} of them pinned, {}\n\n", HostText(path).line(4096),
              storageText(usage->bytes), usage->runs, usage->pinned, limitText(usage->limit));
    printText("{:<32} {:<18} {:<14} {:>12} {:>12} {:>12} {:>12} {:>12}\n", "ID", "HOST", "TOOL", "TOTAL",
              "OUTPUT", "TELEMETRY", "FILES", "CAPTURES");
    for (const bench::RunSize &size : sizes)
        printSize(size);
    if (sizes.size() < usage->runs)
        printText(stderr, "{} of {} runs shown\n", sizes.size(), usage->runs);
    return kDone;
}

Result<std::uint64_t> readSizeLimit(std::string_view text) {
    constexpr std::string_view kUnits = "BKMGTPE";
    const auto isDigit = [](char c) {
        return c >= '0' && c <= '9';
    };
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const auto digits = static_cast<std::size_t>(end - text.begin());
    std::string unit(trimmed(text.substr(digits)));
    std::transform(unit.begin(), unit.end(), unit.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const std::size_t power = unit.empty() ? 0 : kUnits.find(unit.front());
    const bool isUnit = unit.size() <= 1 || (power > 0 && (unit.substr(1) == "B" || unit.substr(1) == "IB"));
    const auto number = parseInteger<std::uint64_t>(text.substr(0, digits));
    if (!number || power == std::string_view::npos || !isUnit ||
        *number > (store::kMostSizeLimit >> (10 * power)))
        return failure("not a size, or out of range", HostText(text).line(64),
                       "use 0 for no limit, or 1 to 8388607T bytes, for example 2G");
    return *number << (10 * power);
}

int changeLimit(store::RunStore &store, std::optional<std::uint64_t> bytes) {
    if (bytes)
        if (const auto set = store::setSizeLimit(store, *bytes); !set)
            return fail(set.error());
    const auto pruned = bytes ? store::prune(store, startOfToday()) : Result<store::Pruned>();
    if (!pruned)
        return fail(pruned.error());
    const auto usage = store::usageOf(store);
    if (!usage)
        return fail(usage.error());
    if (const std::string text = prunedText(*pruned, usage->limit); !text.empty())
        printText(stderr, "{}\n", text);
    printText("{} used, {}\n", storageText(usage->bytes), limitText(usage->limit));
    if (const std::string text = overLimitText(*pruned, *usage); !text.empty())
        printText(stderr, "{}\n", text);
    return kDone;
}

Result<bench::RunRecord> findRun(const store::RunStore &store, const std::string &id) {
    auto run = store.find(id);
    if (!run)
        return tl::unexpected(run.error());
    if (!*run)
        return failure(fmt::format("no run '{}'", HostText(id).line(64)), "runs",
                       "see `fabricscope runs list`");
    return std::move(**run);
}

int pinRuns(store::RunStore &store, const std::vector<std::string> &ids, bool pinned) {
    int status = kDone;
    for (const std::string &id : ids) {
        const auto run = findRun(store, id);
        const auto done = run ? store::setPinned(store, run->state.id, pinned) : tl::unexpected(run.error());
        if (!done)
            status = fail(done.error());
        else
            printText(stderr, "{} is {}\n", HostText(run->state.id).line(64),
                      pinned ? "pinned" : "not pinned");
    }
    return status;
}

} // namespace fabricscope::app::cli
