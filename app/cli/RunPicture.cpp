// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/RunPicture.h"

#include "app/cli/sources/ReadLog.h"
#include "app/jobs/judge/EarlierRuns.h"
#include "app/jobs/run/RunStorePath.h"
#include "core/base/HostText.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/view/BenchJudged.h"
#include "core/layout/bench/BenchPictureList.h"
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/ChartSpec.h"
#include "core/store/RunStore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace fabricscope::app::cli {

namespace {

constexpr int kLeastWidth = 400, kLeastHeight = 240, kMost = 20000; ///< px

std::vector<bench::BenchView> viewsOf(const bench::Tables &tables, const bench::BenchView &base) {
    std::vector<bench::BenchView> views;
    for (const auto &results : tables) {
        bench::BenchView &view = views.emplace_back(base);
        view.results = results;
        if (view.simulated.empty() && present::isSimulated(view))
            view.simulated = results->version;
        bench::judgeBench(view, {});
    }
    return views;
}

Result<std::vector<bench::BenchView>> ofLog(const std::string &path) {
    const auto parser = bench::makeParser("auto");
    parser->restoreLines();
    if (auto read = readLog(path, [&](std::string_view bytes) { parser->feed(bytes); }); !read)
        return tl::unexpected(read.error());
    parser->end();
    bench::Tables tables;
    for (const bench::Results &each : parser->results())
        tables.push_back(std::make_shared<const bench::Results>(each));
    bench::BenchView base;
    base.source = std::filesystem::path(path).filename().string();
    return viewsOf(tables, base);
}

Result<std::vector<bench::BenchView>> ofSavedRun(const std::string &id) {
    const std::string path = runStorePath();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return failure("no such file, and no saved runs", id);
    const auto store = store::RunStore::open(path, {.readOnly = true});
    if (!store)
        return tl::unexpected(store.error());
    const auto run = store->find(id);
    if (!run)
        return tl::unexpected(run.error());
    if (!*run)
        return failure("no such file, and no saved run of this id", id, "see `fabricscope runs list`");
    const bench::RunRecord &record = **run;
    const auto stored = readStoredTables(*store, record, [] { return false; });
    if (!stored)
        return tl::unexpected(stored.error());
    bench::BenchView base;
    base.spec = record.spec;
    base.state = record.state;
    base.source = record.spec.host;
    base.hosts = {record.spec.host};
    base.simulated = record.state.simulated;
    return viewsOf(stored->tables, base);
}

} // namespace

Result<std::vector<bench::BenchView>> runViews(const std::string &source) {
    std::error_code error;
    return std::filesystem::exists(source, error) || source == "-" ? ofLog(source) : ofSavedRun(source);
}

Result<draw::DisplayList> runPicture(const std::vector<bench::BenchView> &runs, unsigned number,
                                     const std::string &source, const std::string &size) {
    const auto hasChart = [](const bench::BenchView &view) {
        return !present::chartsOf(view).empty();
    };
    if (number > runs.size())
        return failure(fmt::format("run {} of {}", number, runs.size()), source);
    const auto last = std::find_if(runs.rbegin(), runs.rend(), hasChart);
    if (number == 0 ? last == runs.rend() : !hasChart(runs[number - 1]))
        return failure("nothing to draw: no output of a known tool", source,
                       "see `fabricscope bench parse`, which shows what was read");
    const bench::BenchView &view = number == 0 ? *last : runs[number - 1];
    layout::ChartOptions options{960, 560, draw::approximateTextWidth, {}};
    int width = 0, height = 0;
    if (std::sscanf(size.c_str(), "%dx%d", &width, &height) == 2) {
        options.width = std::clamp(width, kLeastWidth, kMost);
        options.height = std::clamp(height, kLeastHeight, kMost);
    }
    const std::int64_t endMs =
        view.state ? view.state->endedMs.value_or(view.state->startedMs.value_or(0)) : 0;
    return layout::layoutBenchPicture(view, present::chartsOf(view).front(), options, endMs);
}

} // namespace fabricscope::app::cli
