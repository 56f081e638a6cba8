// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/DemoRuns.h"

#include "app/cli/sources/Targets.h"
#include "app/jobs/run/ToolRun.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"

#include <fmt/format.h>

#include <future>

namespace fabricscope::app::cli {

namespace {

constexpr const char *kTest = "all_reduce_perf";

bench::RunSpec specOf(const std::string &host) {
    bench::RunSpec spec;
    spec.tool = "rccl-tests";
    spec.test = kTest;
    spec.host = host;
    spec.command.words = {kTest, "-b", "1M", "-e", "16G", "-f", "2", "-g", "8"};
    // Over the NICs, so that a wrong one shows; without the simulated delays.
    spec.command.environment = {{"RCCL_ENABLE_INTRANET", "1"}, {"FABRICSCOPE_DEMO_PACE", "0"}};
    spec.longest = std::chrono::seconds(60);
    return spec;
}

} // namespace

WrittenRuns writeRuns(const std::filesystem::path &folder, const std::vector<std::string> &hosts,
                      const CollectFlags &flags) {
    WrittenRuns left;
    remote::Client client;
    for (const std::string &host : hosts) {
        std::string text;
        std::promise<bench::RunState> ended;
        ToolRun::Events events;
        events.output = [&](remote::Stream, std::string_view bytes) {
            text += bytes;
        };
        events.finished = [&](const bench::RunState &state) {
            ended.set_value(state);
        };
        const auto run = ToolRun::start(client, {endpointBy(typedHost(host), flags), {}, {}}, specOf(host),
                                        {}, std::move(events));
        if (ended.get_future().get().exitStatus != 0) // a hypervisor gave its GPUs away
            continue;
        const std::filesystem::path log = folder / fmt::format("{}-{}.log", host, kTest);
        if (writeWhole(log, text, ReadableBy::Others)) {
            left.logs.push_back(log);
        } else {
            printText(stderr, "fabricscope: {} cannot be written\n", log.string());
            left.isWritten = false;
        }
    }
    return left;
}

} // namespace fabricscope::app::cli
